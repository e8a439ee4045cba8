import type { UsageStats } from '@equipoise/sdk'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatCost, formatCount } from '../format.ts'
import { numeric, RowTable } from '../shell/row-table.tsx'
import { Section } from '../shell/section.tsx'

/** How many keys the table lists; the others are on the keys screen and in the file. */
const SHOWN_MAX = 25

/** Most used first, as they come. Keys without requests are counted, not listed. */
export function ByKey({ usage }: { usage: UsageStats }) {
  const keys = usage.keys.filter(({ calls }) => calls > 0).slice(0, SHOWN_MAX)
  const others = usage.keys.slice(keys.length)
  const count = others.length + usage.other_keys.count
  const calls = others.reduce((sum, other) => sum + other.calls, usage.other_keys.calls)
  return (
    <Section title="By key">
      {keys.length === 0 ? (
        <Text size="sm" c="dimmed">
          No key has been used this month.{' '}
          <Anchor component={Link} to="/app/keys" size="sm" underline="always">
            Manage keys
          </Anchor>
        </Text>
      ) : (
        <RowTable
          columns={['Key', numeric('Calls'), numeric('Tokens sent'), numeric('Tokens received'), numeric('Cost')]}
          rows={keys.map(({ id, name, calls, tokens }) => ({
            key: id,
            cells: [
              name,
              formatCount(calls),
              formatCount(tokens.input),
              formatCount(tokens.output),
              formatCost(tokens.cost_eur),
            ],
          }))}
        />
      )}
      {keys.length > 0 && count > 0 && (
        <Text size="sm" c="dimmed" mt="sm" className="num">
          {count === 1 ? 'Your other key' : `Your ${formatCount(count)} other keys`}{' '}
          {calls === 0 ? `${count === 1 ? 'was' : 'were'} not used this month.` : `made ${formatCount(calls)} calls.`}
        </Text>
      )}
    </Section>
  )
}
