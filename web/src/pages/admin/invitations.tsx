import type { AdminInvitation } from '@equipoise/sdk'
import { Card, Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActButton } from '../../admin/act-form.tsx'
import { giftWords, isOpen, stateWords } from '../../admin/invitation-words.ts'
import { Invite } from '../../admin/invite.tsx'
import { useBrand, useClient } from '../../api.ts'
import { Notice } from '../../shell/notice.tsx'
import { PageTitle } from '../../shell/page-title.tsx'
import { RowTable } from '../../shell/row-table.tsx'
import { Trouble } from '../../shell/trouble.tsx'

export function AdminInvitations() {
  const client = useClient()
  const isClosed = useBrand()?.features.registration === 'closed'
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
        {isClosed && (
          <Notice tone="warning">
            Sign-up is closed. People who have an account can accept an invitation. Others can use theirs once sign-up
            is open or by invitation.
          </Notice>
        )}
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
    <Card padding={0}>
      <RowTable
        columns={['For', 'Gets', 'State', 'Action']}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            row.email ?? 'Anybody with the link',
            giftWords(row),
            stateWords(row),
            isOpen(row) && (
              <ActButton
                label="Withdraw"
                target={row.email ?? `invitation ${row.id}`}
                about="The link no longer works."
                run={(why) => admin.withdrawInvitation(row.id, why)}
                danger
              />
            ),
          ],
        }))}
      />
    </Card>
  )
}
