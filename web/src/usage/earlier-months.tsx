import { Button, Card, Group, Skeleton, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../api.ts'
import { formatCount } from '../format.ts'
import { saveText } from '../shell/save-file.ts'
import { Trouble } from '../shell/trouble.tsx'
import { csvOf } from './csv.ts'

/** Where it is wider than the screen, the keyboard can scroll it too. */
const SCROLLABLE = { viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Month by month' } }

export function EarlierMonths() {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['usage', 'months'],
    queryFn: ({ signal }) => client.usageMonths({ signal }),
  })
  return (
    <Card>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3">
          Month by month
        </Title>
        <Button
          size="xs"
          variant="default"
          disabled={!data?.length}
          onClick={() => data && saveText('usage.csv', csvOf(data), 'text/csv')}
        >
          Save as CSV
        </Button>
      </Group>
      <Trouble error={error} retry={() => refetch()} />
      {data === undefined ? (
        !error && <Skeleton h={80} />
      ) : data.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing has been used yet.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={560} scrollAreaProps={SCROLLABLE}>
          <Table className="num">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Month</Table.Th>
                <Table.Th ta="right">Compute units</Table.Th>
                <Table.Th ta="right">Text analyses</Table.Th>
                <Table.Th ta="right">Chats</Table.Th>
                <Table.Th ta="right">With your own key</Table.Th>
                <Table.Th>Most used key</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map(({ month, endpoints, keys }) => (
                <Table.Tr key={month}>
                  <Table.Td>{monthWords(month)}</Table.Td>
                  <Table.Td ta="right">{formatCount(endpoints.compute)}</Table.Td>
                  <Table.Td ta="right">{formatCount(endpoints['ai/analyze'])}</Table.Td>
                  <Table.Td ta="right">{formatCount(endpoints['ai/chat'])}</Table.Td>
                  <Table.Td ta="right">{formatCount(endpoints['ai/proxy'])}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {[...keys].sort((a, b) => b.calls - a.calls)[0]?.name ?? ''}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  )
}

/** `2026-03` reads "March 2026". */
function monthWords(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
