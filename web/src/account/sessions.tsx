import type { Session } from '@equipoise/sdk'
import { Badge, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../api.ts'
import { formatAgo } from '../format.ts'
import { Trouble, tellTrouble } from '../shell/trouble.tsx'
import { deviceOf } from './device.ts'

export function Sessions() {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => client.auth.sessions({ signal }),
    staleTime: 0,
  })
  return (
    <Card>
      <Title order={2} size="h3">
        Sessions
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Where you are signed in.
      </Text>
      <Trouble error={error} retry={() => refetch()} />
      {data ? (
        <Stack gap="md">
          {data.map((session) => (
            <Row key={session.id} session={session} />
          ))}
        </Stack>
      ) : (
        !error && <Skeleton h={60} />
      )}
    </Card>
  )
}

function Row({ session }: { session: Session }) {
  const client = useClient()
  const cache = useQueryClient()
  const end = useMutation({
    mutationFn: () => client.auth.endSession(session.id),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['sessions'] }),
    onError: (error) => tellTrouble(error, 'The session could not be ended'),
  })
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={550}>
          {deviceOf(session.user_agent)}
        </Text>
        <Text size="xs" c="dimmed" className="num">
          {session.address} · {formatAgo(session.last_used_at ?? session.created_at)}
        </Text>
      </div>
      {session.current ? (
        <Badge variant="light" radius="sm" tt="none">
          This one
        </Badge>
      ) : (
        <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          End
        </Button>
      )}
    </Group>
  )
}
