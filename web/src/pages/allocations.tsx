// Allocations of people to groups: the list, and a form for a new one.
import { Badge, Button, Card, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { CreateAllocation } from '../allocations/create-allocation.tsx'
import { useClient } from '../api.ts'
import { formatCount, formatDay } from '../format.ts'
import { PageTitle } from '../shell/page-title.tsx'
import { Trouble } from '../shell/trouble.tsx'

export function Allocations() {
  const client = useClient()
  const navigate = useNavigate()
  const [creating, modal] = useDisclosure(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['allocations'],
    queryFn: ({ signal }) => client.allocations.list({ signal }),
    staleTime: 0,
  })
  return (
    <>
      <PageTitle
        title="Allocations"
        action={
          <Button leftSection={<IconPlus size={16} />} onClick={modal.open}>
            New allocation
          </Button>
        }
      >
        Assign people to groups by chance. Groups stay even, the next one is hard to guess, and anybody can check it
        later.
      </PageTitle>
      <Trouble error={error} retry={() => refetch()} />
      {!data && !error && <Skeleton h={160} radius="lg" />}
      {data?.length === 0 && <None />}
      <Stack>
        {data?.map(({ id, name, arms, assigned, status, created_at }) => (
          <Card key={id} component={Link} to={`/app/allocations/${id}`} padding="md">
            <Group justify="space-between" wrap="nowrap">
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {name || 'Without a name'}
              </Text>
              <Badge variant="light" color={status === 'open' ? 'teal' : 'gray'}>
                {status}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed" mt={4}>
              {arms.map((arm) => arm.name).join(', ')} · {formatCount(assigned)} assigned · created{' '}
              {formatDay(created_at)}
            </Text>
          </Card>
        ))}
      </Stack>
      <Modal opened={creating} onClose={modal.close} title="New allocation" centered>
        <CreateAllocation done={(id) => navigate(`/app/allocations/${id}`)} />
      </Modal>
    </>
  )
}

function None() {
  return (
    <Card ta="center" py={48}>
      <IconUsersGroup size={32} stroke={1.5} style={{ margin: '0 auto', color: 'var(--mantine-color-dimmed)' }} />
      <Title order={2} size="h3" mt="sm">
        No allocations yet
      </Title>
      <Text c="dimmed" size="sm">
        Create one for a study, a test with two versions, or teams.
      </Text>
    </Card>
  )
}
