import type { AdminAccountPage } from '@equipoise/sdk'
import { Button, Card, Group, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useClient } from '../../api.ts'
import { formatCount, formatDay } from '../../format.ts'
import { Choice } from '../../shell/choice.tsx'
import { PageTitle } from '../../shell/page-title.tsx'
import { planTitle } from '../../shell/plan-names.ts'
import { RowTable } from '../../shell/row-table.tsx'
import { Trouble } from '../../shell/trouble.tsx'

type Sort = 'newest' | 'oldest' | 'email'
type State = 'active' | 'disabled' | 'administrator'

const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'email', label: 'By email' },
]
const STATES = [
  { value: '', label: 'Everybody' },
  { value: 'active', label: 'Active' },
  { value: 'disabled', label: 'Disabled' },
  { value: 'administrator', label: 'Administrators' },
]

export function AdminAccounts() {
  const client = useClient()
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<Sort>('newest')
  const [state, setState] = useState<State | null>(null)
  const list = useInfiniteQuery({
    queryKey: ['admin', 'accounts', search, sort, state],
    queryFn: ({ signal, pageParam }) =>
      client.admin.accounts(
        { sort, ...(search && { search }), ...(state && { state }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSearch(text.trim())
  }
  const rows = list.data?.pages.flatMap(({ accounts }) => accounts) ?? []
  const total = list.data?.pages[0]?.total
  return (
    <>
      <PageTitle title="Accounts">
        {total === undefined ? 'Everybody who has an account.' : `${formatCount(total)} in all.`}
      </PageTitle>
      <form onSubmit={submit}>
        <Group align="flex-end" mb="lg">
          <TextInput
            label="Search"
            description="Part of an email or name, account number or key"
            style={{ flex: '1 1 260px' }}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Choice
            label="Show"
            data={STATES}
            value={state ?? ''}
            onChange={(value) => setState(value === '' ? null : (value as State))}
          />
          <Choice label="Sort" data={SORTS} value={sort} onChange={(value) => setSort(value as Sort)} />
          <Button type="submit">Search</Button>
        </Group>
      </form>
      <Trouble error={list.error} retry={() => list.refetch()} />
      {list.isSuccess && <AccountTable rows={rows} />}
      {list.hasNextPage && (
        <Button mt="md" variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}

function AccountTable({ rows }: { rows: AdminAccountPage['accounts'] }) {
  return (
    <Card padding={0}>
      <RowTable
        columns={['Email', 'Plan', 'State', 'Since']}
        rows={rows.map(({ id, email, plan, role, disabled, created_at: since }) => ({
          key: id,
          cells: [
            <Link key={id} to={`/app/admin/accounts/${id}`}>
              {email}
            </Link>,
            planTitle(plan),
            disabled ? 'Disabled' : role === 'administrator' ? 'Administrator' : 'Active',
            formatDay(since),
          ],
        }))}
      />
      {rows.length === 0 && (
        <Text p="md" c="dimmed">
          No accounts found.
        </Text>
      )}
    </Card>
  )
}
