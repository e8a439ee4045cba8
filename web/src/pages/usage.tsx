import type { UsageStats } from '@equipoise/sdk'
import { Anchor, Card, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { useUsage } from '../api.ts'
import { daysUntil, formatCount, formatUtcDay } from '../format.ts'
import { PageTitle } from '../shell/page-title.tsx'
import { PlanBadge } from '../shell/plan-badge.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { Daily } from '../usage/daily.tsx'
import { EarlierMonths } from '../usage/earlier-months.tsx'
import { MeterBar } from '../usage/meter-bar.tsx'
import { METERS } from '../usage/meters.ts'
import { Warnings } from '../usage/warnings.tsx'

export function Usage() {
  const { data: usage, error, refetch } = useUsage()
  return (
    <>
      <PageTitle title="Usage" action={usage && <PlanBadge plan={usage.plan} />}>
        {usage ? resetWords(usage) : 'What you have used this month, and what is left.'}
      </PageTitle>
      {error ? (
        <Trouble error={error} retry={() => refetch()} />
      ) : usage ? (
        <Shown usage={usage} />
      ) : (
        <Skeleton h={420} radius="lg" />
      )}
    </>
  )
}

function resetWords({ period }: UsageStats): string {
  const days = daysUntil(period.resets_at)
  return `Your allowance resets in ${days} ${days === 1 ? 'day' : 'days'}, on ${formatUtcDay(period.resets_at)} (UTC).`
}

function Shown({ usage }: { usage: UsageStats }) {
  return (
    <Stack gap="lg">
      <Warnings usage={usage} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Card>
          <Title order={2} size="h3" mb="lg">
            This month
          </Title>
          <Stack gap="lg">
            {METERS.map(({ meter, title }) => (
              <MeterBar key={meter} title={title} use={usage.endpoints[meter]} />
            ))}
          </Stack>
        </Card>
        <Card>
          <Title order={2} size="h3" mb="lg">
            Day by day
          </Title>
          <Daily days={usage.daily} start={usage.period.start} />
        </Card>
        <Balance usage={usage} />
        <ByKey usage={usage} />
      </SimpleGrid>
      <EarlierMonths />
    </Stack>
  )
}

function Balance({ usage: { topup_balance } }: { usage: UsageStats }) {
  return (
    <Card>
      <Title order={2} size="h3">
        Top-up balance
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        Used after your monthly allowance. It does not expire.
      </Text>
      <SimpleGrid cols={2}>
        <div>
          <Text className="num" fz={26} fw={650}>
            {formatCount(topup_balance.compute)}
          </Text>
          <Text size="sm" c="dimmed">
            compute units
          </Text>
        </div>
        <div>
          <Text className="num" fz={26} fw={650}>
            {formatCount(topup_balance.ai_calls)}
          </Text>
          <Text size="sm" c="dimmed">
            AI calls
          </Text>
        </div>
      </SimpleGrid>
      {(topup_balance.compute < 0 || topup_balance.ai_calls < 0) && (
        <Text size="sm" mt="sm">
          Your balance is below zero because a top-up was refunded after you had used part of it.
        </Text>
      )}
      <Anchor component={Link} to="/app/billing" size="sm" mt="md">
        Buy a top-up
      </Anchor>
    </Card>
  )
}

function ByKey({ usage: { keys } }: { usage: UsageStats }) {
  return (
    <Card>
      <Title order={2} size="h3" mb="md">
        Calls by key
      </Title>
      {keys.length === 0 ? (
        <Text size="sm" c="dimmed">
          No key has been used this month.{' '}
          <Anchor component={Link} to="/app/keys" size="sm" underline="always">
            Manage keys
          </Anchor>
        </Text>
      ) : (
        <Stack gap="xs">
          {keys.map(({ id, name, calls }) => (
            <div key={id} style={{ display: 'flex', gap: 16, justifyContent: 'space-between' }}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
              <Text size="sm" className="num">
                {formatCount(calls)}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Card>
  )
}
