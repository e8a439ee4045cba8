import type { ApiKey, CreatedKey } from '@equipoise/sdk'
import { Button, Card, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { useUsage } from '../api.ts'
import { nowMs } from '../clock.ts'
import { formatAgo, formatCount, formatDay } from '../format.ts'
import { Choice } from '../shell/choice.tsx'
import { KeyActions } from './key-actions.tsx'
import { LimitBars } from './key-limits.tsx'
import { type KeyPage, ORDERS, type Wanted } from './key-pages.ts'

/** A name can be one long word; the actions must stay inside the card. */
const ANYWHERE = { overflowWrap: 'anywhere' } as const
const ONE_LINE = { whiteSpace: 'nowrap' } as const

/** Lists up to this length have no search field. */
const FEW = 5

interface KeyListProps {
  readonly wanted: Wanted
  readonly setWanted: (wanted: Wanted) => void
  readonly page: KeyPage
  readonly show: (key: CreatedKey) => void
  /** Moves the focus after a key has gone from the list. */
  readonly goOn: () => void
}

/** A table, or cards on a phone; one page at a time. */
export function KeyList({ wanted, setWanted, page, show, goOn }: KeyListProps) {
  const usage = useUsage().data?.keys
  const used = useMemo(() => usage && new Map(usage.map(({ id, calls }) => [id, calls])), [usage])
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const callsOf = (key: ApiKey) => (used ? formatCount(used.get(key.id) ?? 0) : '…')
  const { keys, previous, next } = page
  const isLong = keys.length > FEW || previous !== undefined || next !== undefined
  const parts = { keys, show, goOn, callsOf }
  return (
    <>
      {(isLong || wanted.search !== '') && <Finding wanted={wanted} setWanted={setWanted} />}
      {keys.length === 0 ? (
        <Text c="dimmed">No key matches.</Text>
      ) : isWide ? (
        <Card padding={0}>
          <KeyTable {...parts} />
        </Card>
      ) : (
        <KeyCards {...parts} />
      )}
      {(previous ?? next) && <Turning page={page} setWanted={setWanted} />}
    </>
  )
}

function Finding({ wanted, setWanted }: Pick<KeyListProps, 'wanted' | 'setWanted'>) {
  return (
    <Group mb="md" gap="sm">
      <TextInput
        type="search"
        aria-label="Search keys"
        placeholder="Search by name, scope or key"
        flex="1 1 200px"
        value={wanted.search}
        onChange={(event) => setWanted({ ...wanted, search: event.currentTarget.value, before: [] })}
      />
      <Choice
        aria-label="Order"
        data={[...ORDERS]}
        value={wanted.order}
        w={180}
        onChange={(value) =>
          setWanted({ ...wanted, order: ORDERS.find((one) => one.value === value)?.value ?? 'newest', before: [] })
        }
      />
    </Group>
  )
}

function Turning({ page: { keys, first, previous, next }, setWanted }: Pick<KeyListProps, 'page' | 'setWanted'>) {
  return (
    <Group mt="md" justify="space-between">
      <Text size="sm" c="dimmed" className="num" role="status">
        Keys {formatCount(first)} to {formatCount(first + keys.length - 1)}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" disabled={!previous} onClick={() => previous && setWanted(previous)}>
          Previous
        </Button>
        <Button variant="default" size="xs" disabled={!next} onClick={() => next && setWanted(next)}>
          Next
        </Button>
      </Group>
    </Group>
  )
}

interface RowsProps extends Pick<KeyListProps, 'show' | 'goOn'> {
  readonly keys: readonly ApiKey[]
  readonly callsOf: (key: ApiKey) => string
}

function KeyCards({ keys, show, goOn, callsOf }: RowsProps) {
  return (
    <Stack>
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
            Scope {key.scope}
            {key.filter_mode && ` · Filter ${key.filter_mode}`} · {expiryOf(key)}
            <br />
            {key.last_used_at ? `Used ${formatAgo(key.last_used_at)}${fromOf(key)}` : 'Never used'} · {callsOf(key)}{' '}
            calls this month
          </Text>
          <LimitBars uses={key.limit_use} />
        </Card>
      ))}
    </Stack>
  )
}

function KeyTable({ keys, show, goOn, callsOf }: RowsProps) {
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
              <LimitBars uses={key.limit_use} />
            </Table.Td>
            <Table.Td ff="monospace" fz="sm">
              {key.key_prefix}…
            </Table.Td>
            <Table.Td>
              {key.scope}
              {key.filter_mode && (
                <Text size="xs" c="dimmed" style={ONE_LINE}>
                  Filter: {key.filter_mode}
                </Text>
              )}
            </Table.Td>
            <Table.Td style={ONE_LINE}>{expiryOf(key)}</Table.Td>
            <Table.Td style={ONE_LINE}>
              {key.last_used_at ? formatAgo(key.last_used_at) : 'never'}
              {key.last_used_from && (
                <Text size="xs" c="dimmed">
                  {fromOf(key)}
                </Text>
              )}
            </Table.Td>
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

function fromOf({ last_used_from }: ApiKey): string {
  return last_used_from ? ` from ${last_used_from}` : ''
}

function expiryOf({ expires_at }: ApiKey): string {
  if (expires_at === null) return 'no expiry'
  return Date.parse(expires_at) <= nowMs() ? 'expired' : `until ${formatDay(expires_at)}`
}
