import type { OutcomeSetting } from '../outcomes/outcomes.ts'
import type { DrawnSettings } from './receipt-shape.ts'

/** The part of a draw's settings that decides the numbers: names of options and what is added to dice do not. */
export function outcomeSettingOf(settings: DrawnSettings): OutcomeSetting {
  switch (settings.kind) {
    case 'integers':
      return { kind: 'integers', min: settings.min, max: settings.max, count: settings.count }
    case 'dice':
      return { kind: 'dice', dice: settings.dice, sides: settings.sides, count: settings.count }
    case 'choice':
      return { kind: 'choice', weights: settings.options.map(({ weight }) => weight), count: settings.count }
    case 'shuffle':
    case 'sample':
    case 'winners':
      return { kind: settings.kind, size: settings.size, count: settings.count, entries: settings.entries }
    default:
      throw new RangeError('the kind of draw is unknown')
  }
}
