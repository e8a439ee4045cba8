import type { UsageStats } from '@equipoise/sdk'
import { Anchor, Card, Table, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { formatCost, formatCount } from '../format.ts'

/** Where it is wider than the screen, the keyboard can scroll it too. */
const SCROLLABLE = { viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'By key' } }

export function ByKey({ usage: { keys } }: { usage: UsageStats }) {
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
        <Table.ScrollContainer minWidth={560} scrollAreaProps={SCROLLABLE}>
          <Table className="num">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Key</Table.Th>
                <Table.Th ta="right">Calls</Table.Th>
                <Table.Th ta="right">Tokens sent</Table.Th>
                <Table.Th ta="right">Tokens answered</Table.Th>
                <Table.Th ta="right">Cost</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {keys.map(({ id, name, calls, tokens }) => (
                <Table.Tr key={id}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
                  <Table.Td ta="right">{formatCount(calls)}</Table.Td>
                  <Table.Td ta="right">{formatCount(tokens.input)}</Table.Td>
                  <Table.Td ta="right">{formatCount(tokens.output)}</Table.Td>
                  <Table.Td ta="right">{formatCost(tokens.cost_eur)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  )
}
