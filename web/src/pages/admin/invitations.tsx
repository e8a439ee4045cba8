import type { AdminCreatedInvitation, AdminInvitation, PlanName } from '@equipoise/sdk'
import { Card, Code, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActButton } from '../../admin/act-form.tsx'
import { useClient } from '../../api.ts'
import { formatDay } from '../../format.ts'
import { Choice } from '../../shell/choice.tsx'
import { Notice } from '../../shell/notice.tsx'
import { PageTitle } from '../../shell/page-title.tsx'
import { planTitle } from '../../shell/plan-names.ts'
import { Trouble } from '../../shell/trouble.tsx'

export function AdminInvitations() {
  const client = useClient()
  const [link, setLink] = useState<string>()
  const list = useQuery({
    queryKey: ['admin', 'invitations'],
    queryFn: ({ signal }) => client.admin.invitations({ signal }),
    staleTime: 0,
  })
  return (
    <>
      <PageTitle title="Invitations" action={<Invite onDone={setLink} />}>
        A link with which one person can sign up.
      </PageTitle>
      <Stack>
        {link && (
          <Notice tone="good" title="Give this link to the person you invite">
            <Code style={{ overflowWrap: 'anywhere' }}>{link}</Code> It works once. We will not show it again.
          </Notice>
        )}
        <Trouble error={list.error} retry={() => list.refetch()} />
        {list.data?.length === 0 && <Text c="dimmed">No invitations yet.</Text>}
        {list.data && list.data.length > 0 && <InvitationTable rows={list.data} />}
      </Stack>
    </>
  )
}

function InvitationTable({ rows }: { rows: readonly AdminInvitation[] }) {
  const { admin } = useClient()
  return (
    <Card padding={0} style={{ overflowX: 'auto' }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>For</Table.Th>
            <Table.Th>Gets</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>{row.email ?? 'Anybody with the link'}</Table.Td>
              <Table.Td>
                {row.role === 'administrator' ? 'Administrator' : row.plan ? planTitle(row.plan) : 'Free'}
              </Table.Td>
              <Table.Td>
                {row.accepted_at
                  ? `Accepted on ${formatDay(row.accepted_at)}`
                  : `Valid until ${formatDay(row.expires_at)}`}
              </Table.Td>
              <Table.Td>
                {!row.accepted_at && (
                  <ActButton
                    label="Withdraw"
                    about="The link no longer works."
                    run={(why) => admin.withdrawInvitation(row.id, why)}
                    danger
                  />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

function Invite({ onDone }: { onDone: (link: string) => void }) {
  const { admin } = useClient()
  const { data: plans = [] } = useQuery({
    queryKey: ['admin', 'plans'],
    queryFn: ({ signal }) => admin.plans({ signal }),
    staleTime: Infinity,
  })
  const [email, setEmail] = useState('')
  const [plan, setPlan] = useState<PlanName | null>(null)
  return (
    <ActButton
      label="Invite somebody"
      about="Creates a link that is valid for 7 days."
      run={(reason) => admin.invite({ email: email.trim() || null, plan, reason })}
      onDone={(answer) => onDone((answer as AdminCreatedInvitation).link)}
    >
      <TextInput
        label="Email"
        description="Leave empty to let anybody with the link sign up"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Choice
        label="Plan"
        data={plans.map(({ id, offered }) => ({
          value: id,
          label: offered ? planTitle(id) : `${planTitle(id)} (not on sale)`,
        }))}
        value={plan ?? 'free'}
        onChange={(value) => setPlan(value === 'free' ? null : value)}
      />
    </ActButton>
  )
}
