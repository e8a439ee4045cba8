// Audits: is a model even-handed? The list with progress and reports, and a form for a new one.
import { Box, Button, Card, Group, Modal, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount, useClient } from '../api.ts'
import { AuditCard } from '../audits/audit-card.tsx'
import { CreateAudit } from '../audits/create-audit.tsx'
import classes from '../audits/pair-plot.module.css'
import { PairPlot } from '../audits/pair-plot.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { Trouble } from '../shell/trouble.tsx'

const LOOK_MS = 2_000

export function Audits() {
  return useAccount() ? <OwnAudits /> : <ForVisitors />
}

const LEAD =
  'Does a model treat both sides of public questions alike? An audit asks it about both, measures every answer the same way, and ends in a report that anybody can compute again.'

/** What an audit is, for people without an account. */
function ForVisitors() {
  return (
    <>
      <PageTitle title="Is a model even-handed?">{LEAD}</PageTitle>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={40} verticalSpacing="lg">
        <PairPlot />
        <div>
          <ol className={classes.steps}>
            <li>Choose a model, or upload answers that you already have.</li>
            <li>We ask about both sides of each question, and score every answer.</li>
            <li>A signed report has the verdict and the numbers behind it.</li>
          </ol>
          <Text>
            A free account is enough: each answer of the model costs one chat call, and answers that you already have
            cost one text analysis each.
          </Text>
          <Group mt="lg">
            <Button component={Link} to="/app/sign-up?next=%2Fapp%2Faudits">
              Sign up for free
            </Button>
            <Button component="a" href="/docs/guide/audits" variant="default">
              How an audit works
            </Button>
          </Group>
        </div>
      </SimpleGrid>
    </>
  )
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
        {LEAD}
      </PageTitle>
      <Trouble error={error} retry={() => refetch()} />
      {!data && !error && <Skeleton h={160} radius="lg" />}
      {data?.length === 0 && <None />}
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

function None() {
  return (
    <Card ta="center" py={48}>
      <IconScale size={32} stroke={1.5} style={{ margin: '0 auto', color: 'var(--mantine-color-dimmed)' }} />
      <Title order={2} size="h3" mt="sm">
        No audits yet
      </Title>
      <Text c="dimmed" size="sm">
        Start one to see whether a model is even-handed.
      </Text>
    </Card>
  )
}
