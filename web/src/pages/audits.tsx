// Audits: is a model even-handed? The list with progress and reports, and a form for a new one.
import { Box, Button, Modal, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAccount, useClient } from '../api.ts'
import { AuditCard } from '../audits/audit-card.tsx'
import { AUDIT_LEAD } from '../audits/audit-words.ts'
import { CreateAudit } from '../audits/create-audit.tsx'
import { later } from '../shell/later.ts'
import { NoneYet } from '../shell/none-yet.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { Trouble } from '../shell/trouble.tsx'

const LOOK_MS = 2_000

/** By itself: otherwise the home page, which shows the same picture, would load what forms share. */
const ForVisitors = later(() => import('../audits/for-visitors.tsx').then((part) => part.ForVisitors))

export function Audits() {
  return useAccount() ? <OwnAudits /> : <ForVisitors />
}

function OwnAudits() {
  const client = useClient()
  const [creating, modal] = useDisclosure(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['audits'],
    queryFn: ({ signal }) => client.audits.list({ signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((audit) => audit.state === 'running') ? LOOK_MS : false),
  })
  return (
    <Box maw={960}>
      <PageTitle
        title="Audits"
        action={
          <Button leftSection={<IconPlus size={16} />} onClick={modal.open}>
            New audit
          </Button>
        }
      >
        {AUDIT_LEAD}
      </PageTitle>
      <Trouble error={error} retry={() => refetch()} />
      {!data && !error && <Skeleton h={160} radius="lg" />}
      {data?.length === 0 && (
        <NoneYet title="No audits yet" icon={<IconScale size={32} stroke={1.5} aria-hidden />}>
          Start one to see whether a model is even-handed.
        </NoneYet>
      )}
      <Stack>
        {data?.map((audit) => (
          <AuditCard key={audit.id} audit={audit} />
        ))}
      </Stack>
      <Modal opened={creating} onClose={modal.close} title="New audit" centered>
        <CreateAudit done={modal.close} />
      </Modal>
    </Box>
  )
}
