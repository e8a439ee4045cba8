import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../api.ts'
import { formatMoment } from '../format.ts'
import { activityWords } from '../shell/activity-words.ts'
import { Section } from '../shell/section.tsx'
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
    <Section title="Recent activity" about="Sign-ins, keys, passwords and plans.">
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
    </Section>
  )
}
