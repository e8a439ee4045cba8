import type { ApiKey, CreatedKey } from '@equipoise/sdk'
import { Card, Group, Stack, Table, Text } from '@mantine/core'
import { useUsage } from '../api.ts'
import { formatAgo, formatCount, formatDay } from '../format.ts'
import { KeyActions } from './key-actions.tsx'

/** A name may be one long word; the actions stay in the card all the same. */
const ANYWHERE = { overflowWrap: 'anywhere' } as const
const ONE_LINE = { whiteSpace: 'nowrap' } as const

interface KeyListProps {
  readonly keys: readonly ApiKey[]
  readonly show: (key: CreatedKey) => void
  /** Takes the focus when a key has gone from the list. */
  readonly goOn: () => void
}

/** A table where there is room for one, cards on a phone. */
export function KeyList({ keys, show, goOn }: KeyListProps) {
  const used = useUsage().data?.keys ?? []
  const callsOf = (key: ApiKey) => formatCount(used.find(({ id }) => id === key.id)?.calls ?? 0)
  return (
    <>
      <Card padding={0} visibleFrom="sm">
        <KeyTable keys={keys} show={show} goOn={goOn} callsOf={callsOf} />
      </Card>
      <Stack hiddenFrom="sm">
        {keys.map((key) => (
          <Card key={key.id} padding="md">
            <Group justify="space-between" wrap="nowrap">
              <Text fw={600} style={ANYWHERE}>
                {key.name}
              </Text>
              <KeyActions apiKey={key} show={show} goOn={goOn} />
            </Group>
            <Text ff="monospace" size="sm">
              {key.key_prefix}…
            </Text>
            <Text size="sm" c="dimmed" mt={6} className="num">
              Scope {key.scope} · {expiryOf(key)}
              <br />
              {key.last_used_at ? `Used ${formatAgo(key.last_used_at)}` : 'Never used'} · {callsOf(key)} calls this
              month
            </Text>
          </Card>
        ))}
      </Stack>
    </>
  )
}

function KeyTable({ keys, show, goOn, callsOf }: KeyListProps & { callsOf: (key: ApiKey) => string }) {
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" className="num">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Key</Table.Th>
          <Table.Th>Scope</Table.Th>
          <Table.Th>Expiry</Table.Th>
          <Table.Th>Last used</Table.Th>
          <Table.Th ta="right">Calls this month</Table.Th>
          <Table.Th>
            <span className="visually-hidden">Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((key) => (
          <Table.Tr key={key.id}>
            <Table.Td fw={550} miw={120} style={ANYWHERE}>
              {key.name}
            </Table.Td>
            <Table.Td ff="monospace" fz="sm">
              {key.key_prefix}…
            </Table.Td>
            <Table.Td>{key.scope}</Table.Td>
            <Table.Td style={ONE_LINE}>{expiryOf(key)}</Table.Td>
            <Table.Td style={ONE_LINE}>{key.last_used_at ? formatAgo(key.last_used_at) : 'never'}</Table.Td>
            <Table.Td ta="right">{callsOf(key)}</Table.Td>
            <Table.Td>
              <KeyActions apiKey={key} show={show} goOn={goOn} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function expiryOf({ expires_at }: ApiKey): string {
  if (expires_at === null) return 'no expiry'
  return Date.parse(expires_at) <= Date.now() ? 'expired' : `until ${formatDay(expires_at)}`
}
