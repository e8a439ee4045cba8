import { throwText } from '@equipoise/engine/verify'
import type { Draw, DrawRequest } from '@equipoise/sdk'
import { Text } from '@mantine/core'
import classes from '../shell/stage.module.css'
import { Stage } from '../shell/stage.tsx'

/** The result stays after the form was changed; then this says that it belongs to the earlier settings. */
export function Earlier({ drawn, wish }: { drawn: DrawRequest; wish: DrawRequest | undefined }) {
  if (drawn === wish || textOf(drawn) === textOf(wish)) return null
  return (
    <Text size="sm" mb="sm">
      You have changed the form since. This is the result of what you had entered before.
    </Text>
  )
}

/** Without the state of guarantees, which every draw changes. */
function textOf(wish: DrawRequest | undefined): string {
  return JSON.stringify({ ...wish, state: undefined })
}

/** What was just drawn is often below the window's edge. */
export function comeIntoView(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'nearest' })
}

type Shown = Pick<Draw, 'kind' | 'values' | 'totals'>

/** The drawn names, numbers, throws with their totals, or what was pulled with its count, the rarest first. */
export function Values({ draw }: { draw: Shown }) {
  return <Stage values={draw.kind === 'loot' ? pulledIn(draw) : throwsIn(draw)} />
}

function throwsIn({ values, totals }: Shown) {
  return values.map((value, i) => {
    const total = totals?.[i]
    if (!Array.isArray(value) || total === undefined) return String(value)
    return { text: throwText(value, total), picture: <Dice dice={value} /> }
  })
}

function Dice({ dice }: { dice: readonly number[] }) {
  return (
    <div className={classes.dice} aria-hidden>
      {dice.map((eyes, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same number can come twice, and the order never changes
        <span key={i} className={classes.die}>
          {eyes}
        </span>
      ))}
    </div>
  )
}

function pulledIn({ values }: Shown) {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => a - b).map(([text, count]) => ({ text, count }))
}
