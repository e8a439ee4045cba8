import type { UsageStats } from '@equipoise/sdk'
import { Anchor, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useAccount, useUsage } from '../api.ts'
import { daysUntil, formatCost, formatCount, formatUtcDay } from '../format.ts'
import { AccountLimits } from '../keys/account-limits.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { PlanBadge } from '../shell/plan-badge.tsx'
import { Section } from '../shell/section.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { ByKey } from '../usage/by-key.tsx'
import { ByModel } from '../usage/by-model.tsx'
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
  const account = useAccount()
  return (
    <Stack gap="lg">
      <Warnings usage={usage} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="This month">
          <Stack gap="lg">
            {METERS.map(({ meter, title }) => (
              <MeterBar key={meter} title={title} use={usage.endpoints[meter]} />
            ))}
          </Stack>
        </Section>
        <Section title="Day by day">
          <Daily days={usage.daily} start={usage.period.start} />
        </Section>
        <Balance usage={usage} />
        <Tokens usage={usage} />
        {account && <AccountLimits account={account} usage={usage} />}
      </SimpleGrid>
      <ByKey usage={usage} />
      <ByModel keys={new Map(usage.keys.map(({ id, name }) => [id, name]))} />
      <EarlierMonths />
    </Stack>
  )
}

function Tokens({ usage: { tokens } }: { usage: UsageStats }) {
  return (
    <Section
      title="Model tokens"
      about="Read and written by models this month. They do not count towards your allowance."
    >
      <SimpleGrid cols={3}>
        <Figure value={formatCount(tokens.input)} label="tokens sent" />
        <Figure value={formatCount(tokens.output)} label="tokens received" />
        <Figure value={formatCost(tokens.cost_eur)} label="cost" />
      </SimpleGrid>
      {tokens.cost_eur === null && tokens.input > 0 && (
        <Text size="sm" mt="sm">
          The cost is unknown because this service has no prices for these models, or because you paid with your own
          provider key.
        </Text>
      )}
    </Section>
  )
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div>
      <Text className="num" fz="lg" fw={650} style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    </div>
  )
}

function Balance({ usage: { topup_balance } }: { usage: UsageStats }) {
  return (
    <Section title="Top-up balance" about="Used after your monthly allowance. It does not expire.">
      <SimpleGrid cols={2}>
        <Figure value={formatCount(topup_balance.compute)} label="compute units" />
        <Figure value={formatCount(topup_balance.ai_calls)} label="AI calls" />
      </SimpleGrid>
      {(topup_balance.compute < 0 || topup_balance.ai_calls < 0) && (
        <Text size="sm" mt="sm">
          Your balance is below zero because a top-up was refunded after you had used part of it.
        </Text>
      )}
      <Anchor component={Link} to="/app/billing" size="sm" mt="md">
        Buy a top-up
      </Anchor>
    </Section>
  )
}
