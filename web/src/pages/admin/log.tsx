import type { AdminEntry } from '@equipoise/sdk'
import { Button, Card, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useClient } from '../../api.ts'
import { formatMoment } from '../../format.ts'
import { activityWords } from '../../shell/activity-words.ts'
import { PageTitle } from '../../shell/page-title.tsx'
import { RowTable } from '../../shell/row-table.tsx'
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
        <Card padding={0}>
          <RowTable
            columns={['When', 'Who', 'What', 'Account', 'Why']}
            rows={rows.map((row) => ({
              key: row.id,
              cells: [
                formatMoment(row.at),
                row.administrator,
                activityWords(row.action, row.detail),
                <Account key={row.id} row={row} isDeleted={deleted.has(row.account_id)} />,
                row.reason,
              ],
            }))}
          />
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
