import type { UsageStats } from '@equipoise/sdk'
import { Anchor, Card, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { formatCost, formatCount } from '../format.ts'
import { numeric, RowTable } from '../shell/row-table.tsx'

/** How many keys the table lists; the others are on the keys screen and in the file. */
const SHOWN_MAX = 25

/** Most used first. Keys without requests are counted, not listed. */
export function ByKey({ usage }: { usage: UsageStats }) {
  const keys = usage.keys.filter(({ calls }) => calls > 0).sort((a, b) => b.calls - a.calls)
  const unused = usage.keys.length - keys.length
  const further = keys.slice(SHOWN_MAX)
  return (
    <Card>
      <Title order={2} size="h3" mb="md">
        By key
      </Title>
      {keys.length === 0 ? (
        <Text size="sm" c="dimmed">
          No key has been used this month.{' '}
          <Anchor component={Link} to="/app/keys" size="sm" underline="always">
            Manage keys
          </Anchor>
        </Text>
      ) : (
        <RowTable
          columns={['Key', numeric('Calls'), numeric('Tokens sent'), numeric('Tokens answered'), numeric('Cost')]}
          rows={keys.slice(0, SHOWN_MAX).map(({ id, name, calls, tokens }) => ({
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
      {keys.length > 0 && (further.length > 0 || unused > 0) && (
        <Text size="sm" c="dimmed" mt="sm" className="num">
          {further.length > 0 &&
            `${countedKeys(further.length)} more made ${formatCount(further.reduce((sum, { calls }) => sum + calls, 0))} calls. `}
          {unused > 0 && `${countedKeys(unused)} ${unused === 1 ? 'was' : 'were'} not used this month.`}
        </Text>
      )}
    </Card>
  )
}

function countedKeys(count: number): string {
  return count === 1 ? '1 key' : `${formatCount(count)} keys`
}
