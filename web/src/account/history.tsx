import { Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../api.ts'
import { formatMoment } from '../format.ts'
import { activityWords } from '../shell/activity-words.ts'
import { Trouble } from '../shell/trouble.tsx'

const SHOWN_MAX = 12

/** The account's activity, newest first, so that its owner notices actions that were not theirs. */
export function History() {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['audit'],
    queryFn: ({ signal }) => client.auth.audit({ signal }),
    staleTime: 0,
  })
  return (
    <Card>
      <Title order={2} size="h3">
        Recent activity
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Sign-ins, keys, passwords and plans.
      </Text>
      <Trouble error={error} retry={() => refetch()} />
      {data ? (
        <Stack gap="sm">
          {data.slice(0, SHOWN_MAX).map((entry) => (
            <div key={entry.id}>
              <Text size="sm">{activityWords(entry.event, entry.detail)}</Text>
              <Text size="xs" c="dimmed" className="num">
                {formatMoment(entry.at)} · {entry.address}
              </Text>
            </div>
          ))}
        </Stack>
      ) : (
        !error && <Skeleton h={120} />
      )}
    </Card>
  )
}
