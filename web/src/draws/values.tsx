import { throwText } from '@equipoise/engine/verify'
import type { Draw } from '@equipoise/sdk'
import { Badge, Group, Text } from '@mantine/core'
import { formatCount } from '../format.ts'

const SHOWN_MAX = 500
/** A long name takes several lines: cut short, nobody could tell who has won. */
const WHOLE = {
  h: 'auto',
  styles: { label: { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.4, paddingBlock: 3 } },
} as const

/** What was drawn: names, numbers, or throws with their sums. */
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
