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
    case 'loot': {
      const { items, pity, state, count } = settings
      return { kind: 'loot', weights: items.map(({ weight }) => weight), pity, state, count }
    }
    case 'deck':
      return { kind: 'deck', copies: settings.cards.map(({ copies }) => copies), count: settings.count }
    case 'shuffle':
    case 'sample':
    case 'winners':
      return { kind: settings.kind, size: settings.size, count: settings.count, entries: settings.entries }
    default:
      throw new RangeError('the kind of draw is unknown')
  }
}

/** What was drawn, in words: "5", "3 1 1 = 5" for three dice, "rare", "Ada", or "entry 3" if the names are not known. */
export function outcomeWords(
  settings: DrawnSettings,
  drawn: ArrayLike<number>,
  entries: readonly string[] | undefined,
): string[] {
  const numbers = Array.from(drawn)
  if (settings.kind === 'integers') return numbers.map(String)
  if (settings.kind === 'dice') return throwsOf(numbers, settings)
  const names = namesIn(settings) ?? entries
  return numbers.map((place) => names?.[place] ?? `entry ${place + 1}`)
}

/** The names that stand in the settings themselves. */
function namesIn(settings: DrawnSettings): string[] | undefined {
  if (settings.kind === 'choice') return settings.options.map(({ name }) => name)
  if (settings.kind === 'loot') return settings.items.map(({ name }) => name)
  return settings.kind === 'deck' ? settings.cards.map(({ name }) => name) : undefined
}

function throwsOf(faces: readonly number[], { dice, modifier }: { dice: number; modifier: number }): string[] {
  return Array.from({ length: faces.length / dice }, (_, i) => {
    const thrown = faces.slice(i * dice, (i + 1) * dice)
    return throwText(thrown, sumOf(thrown) + modifier)
  })
}

/** One throw as people read it: its faces, what is added to them, and the total. */
export function throwText(faces: readonly number[], total: number): string {
  const modifier = total - sumOf(faces)
  const added = modifier === 0 ? '' : ` ${modifier < 0 ? '-' : '+'} ${Math.abs(modifier)}`
  return faces.length === 1 && modifier === 0 ? String(total) : `${faces.join(' ')}${added} = ${total}`
}

function sumOf(faces: readonly number[]): number {
  return faces.reduce((sum, face) => sum + face, 0)
}
