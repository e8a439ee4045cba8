import type { AdminEntry } from '@equipoise/sdk'
import { Button, Card, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { activityWords } from '../../account/activity-words.ts'
import { useClient } from '../../api.ts'
import { formatMoment } from '../../format.ts'
import { PageTitle } from '../../shell/page-title.tsx'
import { Trouble } from '../../shell/trouble.tsx'

const PAGE_ROWS = 100

export function AdminLog() {
  const client = useClient()
  const list = useInfiniteQuery({
    queryKey: ['admin', 'log'],
    queryFn: ({ signal, pageParam }) => client.admin.log(pageParam, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length === PAGE_ROWS ? page.at(-1)?.id : undefined),
    staleTime: 0,
  })
  const rows = list.data?.pages.flat() ?? []
  // The newest entries come first, so the deletion of an account is known before its older entries.
  const deleted = new Set(rows.filter(({ action }) => action === 'account_deleted').map((row) => row.account_id))
  return (
    <>
      <PageTitle title="Log">What administrators did, to whom and why.</PageTitle>
      <Trouble error={list.error} retry={() => list.refetch()} />
      {list.isSuccess && rows.length === 0 && <Text c="dimmed">Nothing yet.</Text>}
      {rows.length > 0 && (
        <Card padding={0} style={{ overflowX: 'auto' }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>Who</Table.Th>
                <Table.Th>What</Table.Th>
                <Table.Th>Account</Table.Th>
                <Table.Th>Why</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td>{formatMoment(row.at)}</Table.Td>
                  <Table.Td>{row.administrator}</Table.Td>
                  <Table.Td>{activityWords(row.action, row.detail)}</Table.Td>
                  <Table.Td>
                    <Account row={row} isDeleted={deleted.has(row.account_id)} />
                  </Table.Td>
                  <Table.Td>{row.reason}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Card>
      )}
      {list.hasNextPage && (
        <Button mt="md" variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}

function Account({ row, isDeleted }: { row: AdminEntry; isDeleted: boolean }) {
  if (!row.account_id) return null
  if (isDeleted) return <>{row.account_email} (deleted)</>
  return <Link to={`/app/admin/accounts/${row.account_id}`}>{row.account_email}</Link>
}
