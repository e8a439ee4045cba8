import type { Session } from '@equipoise/sdk'
import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../api.ts'
import { formatAgo } from '../format.ts'
import { Section } from '../shell/section.tsx'
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
    <Section title="Sessions" about="Where you are signed in.">
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
    </Section>
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
