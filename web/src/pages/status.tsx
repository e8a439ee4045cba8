import { Badge, Card, Container, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useBrand, useClient } from '../api.ts'
import { PageTitle } from '../shell/page-title.tsx'

const EVERY_MS = 30_000
const HOUR_SECONDS = 3_600

/** Whether the service works right now, in words. */
export function Status() {
  const client = useClient()
  const features = useBrand()?.features
  const { data, isError, isPending } = useQuery({
    queryKey: ['health'],
    queryFn: async ({ signal }) => {
      const startedMs = performance.now()
      const health = await client.health({ signal })
      return { health, tookMs: Math.round(performance.now() - startedMs) }
    },
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  const isUp = data?.health.status === 'ok' && !isError
  const parts = [
    { name: 'API and web application', state: isError ? 'down' : 'up' },
    { name: 'Database', state: isUp ? 'up' : 'down' },
    { name: 'Chat', state: features?.chat === false ? 'off' : isUp ? 'up' : 'down' },
    { name: 'Payments', state: features?.billing === 'off' ? 'off' : isUp ? 'up' : 'down' },
    { name: 'Email', state: features?.mail === false ? 'off' : isUp ? 'up' : 'down' },
  ] as const
  return (
    <Container size="sm">
      <PageTitle title="Status">
        {isPending ? 'Asking the service…' : isUp ? 'Everything works.' : 'Something is not working right now.'}
      </PageTitle>
      <Card aria-live="polite">
        <Stack gap="sm">
          {parts.map(({ name, state }) => (
            <Group key={name} justify="space-between">
              <Text>{name}</Text>
              <State state={isPending ? 'asking' : state} />
            </Group>
          ))}
        </Stack>
      </Card>
      {data && isUp && (
        <Text size="sm" c="dimmed" mt="md" className="num">
          Answered in {data.tookMs} ms. Running for {durationWords(data.health.uptime_seconds)}, version{' '}
          {data.health.version}. This page checks again every 30 seconds.
        </Text>
      )}
    </Container>
  )
}

const STATES = {
  up: { words: 'works', color: 'teal' },
  down: { words: 'does not work', color: 'red' },
  off: { words: 'not offered here', color: 'gray' },
  asking: { words: '…', color: 'gray' },
} as const

function State({ state }: { state: keyof typeof STATES }) {
  const { words, color } = STATES[state]
  return (
    <Badge variant="light" color={color} radius="sm" tt="none">
      {words}
    </Badge>
  )
}

export function durationWords(seconds: number): string {
  const hours = Math.floor(seconds / HOUR_SECONDS)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  if (hours >= 1) return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
  const minutes = Math.floor(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
