import { throwText } from '@equipoise/engine/verify'
import type { Draw, DrawRequest } from '@equipoise/sdk'
import { Badge, Group, Text } from '@mantine/core'
import { formatCount } from '../format.ts'

const SHOWN_MAX = 500
/** A long name wraps: if it were cut off, nobody could tell who has won. */
const WHOLE = {
  h: 'auto',
  styles: { label: { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.4, paddingBlock: 3 } },
} as const

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

/** The drawn names, numbers, or throws with their totals. */
export function Values({ draw: { values, totals } }: { draw: Pick<Draw, 'values' | 'totals'> }) {
  const shown = values.slice(0, SHOWN_MAX).map((value, i) => {
    const total = totals?.[i]
    return Array.isArray(value) && total !== undefined ? throwText(value, total) : String(value)
  })
  return (
    <>
      <Group gap={8}>
        {shown.map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same value can come twice, and the order never changes
          <Badge key={`${i} ${text}`} size="lg" radius="md" variant="light" tt="none" maw="100%" {...WHOLE}>
            {text}
          </Badge>
        ))}
      </Group>
      {values.length > SHOWN_MAX && (
        <Text size="sm" c="dimmed" mt="xs">
          And {formatCount(values.length - SHOWN_MAX)} more.
        </Text>
      )}
    </>
  )
}
