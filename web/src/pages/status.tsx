import { type BrandInfo, UnavailableError } from '@equipoise/sdk'
import { Badge, Card, Container, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useBrand, useClient } from '../api.ts'
import { PageTitle } from '../shell/page-title.tsx'

const EVERY_MS = 30_000
const HOUR_SECONDS = 3_600

export function Status() {
  const client = useClient()
  const features = useBrand()?.features
  const { data, error, isError, isPending } = useQuery({
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
  const parts = partsOf({ isUp, isDegraded: error instanceof UnavailableError, features })
  return (
    <Container>
      <PageTitle title="Status">
        {isPending ? 'Checking the service…' : isUp ? 'The service is working.' : 'Something is not working right now.'}
      </PageTitle>
      <Card aria-live="polite">
        <Stack gap="sm">
          {parts.map(({ name, state }) => (
            <Group key={name} justify="space-between" wrap="nowrap">
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
  on: { words: 'offered', color: 'teal' },
  off: { words: 'not offered here', color: 'gray' },
  unknown: { words: 'not known', color: 'gray' },
  asking: { words: '…', color: 'gray' },
} as const

type PartState = keyof typeof STATES

interface Known {
  readonly isUp: boolean
  /** The service responds and reports that its database is unavailable. */
  readonly isDegraded: boolean
  readonly features: BrandInfo['features'] | undefined
}

/** States only what this page can know: whether the service and its database respond, and whether the rest is set up. */
export function partsOf({ isUp, isDegraded, features }: Known): { name: string; state: PartState }[] {
  const offered = (isOffered: boolean | undefined): PartState =>
    isOffered === undefined ? 'unknown' : isOffered ? 'on' : 'off'
  return [
    { name: 'API and web application', state: isUp || isDegraded ? 'up' : 'down' },
    { name: 'Database', state: isUp ? 'up' : isDegraded ? 'down' : 'unknown' },
    { name: 'Chat', state: offered(features?.chat) },
    { name: 'Payments', state: offered(features && features.billing !== 'off') },
    { name: 'Email', state: offered(features?.mail) },
  ]
}

function State({ state }: { state: PartState }) {
  const { words, color } = STATES[state]
  return (
    <Badge variant="light" color={color} radius="sm" tt="none" style={{ flexShrink: 0 }}>
      {words}
    </Badge>
  )
}

export function durationWords(seconds: number): string {
  const hours = Math.floor(seconds / HOUR_SECONDS)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  if (hours >= 1) return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return 'less than a minute'
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
