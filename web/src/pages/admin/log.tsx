import type { AdminEntry } from '@equipoise/sdk'
import { Card, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useClient } from '../../api.ts'
import { formatMoment } from '../../format.ts'
import { activityWords } from '../../shell/activity-words.ts'
import { PageTitle } from '../../shell/page-title.tsx'
import { ShowMore, usePages } from '../../shell/pages.tsx'
import { RowTable } from '../../shell/row-table.tsx'
import { Trouble } from '../../shell/trouble.tsx'

export function AdminLog() {
  const client = useClient()
  const list = usePages<AdminEntry>(['admin', 'log'], ({ after, signal }) => client.admin.log(after, { signal }))
  const rows = list.items ?? []
  // Newest entries come first, so the deletion of an account is on the list before its older entries.
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
      <ShowMore list={list} />
    </>
  )
}

function Account({ row, isDeleted }: { row: AdminEntry; isDeleted: boolean }) {
  if (!row.account_id) return null
  if (isDeleted) return <>{row.account_email} (deleted)</>
  return <Link to={`/app/admin/accounts/${row.account_id}`}>{row.account_email}</Link>
}
