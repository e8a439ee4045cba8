// Allocations of people to groups: the list, and a form for a new one.
import type { ListedAllocation } from '@equipoise/sdk'
import { Badge, Button, Card, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { CreateAllocation } from '../allocations/create-allocation.tsx'
import { useClient } from '../api.ts'
import { formatCount, formatDay } from '../format.ts'
import { NoneYet } from '../shell/none-yet.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { ShowMore, usePages } from '../shell/pages.tsx'
import { Trouble } from '../shell/trouble.tsx'

export function Allocations() {
  const client = useClient()
  const navigate = useNavigate()
  const [creating, modal] = useDisclosure(false)
  const list = usePages<ListedAllocation>(['allocations'], (page) => client.allocations.list(page))
  const { items, error, refetch } = list
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
      {!items && !error && <Skeleton h={160} radius="lg" />}
      {items?.length === 0 && (
        <NoneYet title="No allocations yet" icon={<IconUsersGroup size={32} stroke={1.5} aria-hidden />}>
          Create one for a study, a test with two versions, or teams.
        </NoneYet>
      )}
      <Stack>
        {items?.map(({ id, name, arm_count, assigned, status, created_at }) => (
          <Card key={id} component={Link} to={`/app/allocations/${id}`} padding="md">
            <Group justify="space-between" wrap="nowrap">
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {name || 'Untitled'}
              </Text>
              <Badge variant="light" color={status === 'open' ? 'teal' : 'gray'}>
                {status}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed" mt={4}>
              {arm_count} groups · {formatCount(assigned)} assigned · created {formatDay(created_at)}
            </Text>
          </Card>
        ))}
      </Stack>
      <ShowMore list={list} />
      <Modal opened={creating} onClose={modal.close} title="New allocation" centered>
        <CreateAllocation done={(id) => navigate(`/app/allocations/${id}`)} />
      </Modal>
    </>
  )
}
