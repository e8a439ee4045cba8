import { throwText } from '@equipoise/engine/verify'
import type { Draw, DrawRequest } from '@equipoise/sdk'
import { Text } from '@mantine/core'
import { Stage, stagedOf } from '../shell/stage.tsx'

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

/** The drawn names, numbers, throws with their totals, or what was pulled with its count, the rarest first. */
export function Values({ draw: { kind, values, totals } }: { draw: Pick<Draw, 'kind' | 'values' | 'totals'> }) {
  const words = values.map((value, i) => {
    const total = totals?.[i]
    return Array.isArray(value) && total !== undefined ? throwText(value, total) : String(value)
  })
  return <Stage values={stagedOf(kind, words)} />
}
