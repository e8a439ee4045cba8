import { Box, Card, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useBrand, useClient, useUsage } from '../api.ts'
import { VAT_WORDS } from '../billing/change-cost.ts'
import { CurrentPlan } from '../billing/current-plan.tsx'
import { Payments } from '../billing/payments.tsx'
import { PlanComparison } from '../billing/plan-comparison.tsx'
import { TopupCard } from '../billing/topup-card.tsx'
import { formatCount } from '../format.ts'
import { Notice } from '../shell/notice.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { Trouble } from '../shell/trouble.tsx'

export function Billing() {
  return (
    <>
      <PageTitle title="Billing">Your plan, top-ups and payments.</PageTitle>
      <Stack gap={40}>
        <Returned />
        <CurrentPlan />
        <section className="no-print">
          <Title order={2} mb="md">
            Plans
          </Title>
          <PaymentsOff />
          <PlanComparison buying />
        </section>
        <Topups />
        <Payments />
      </Stack>
    </>
  )
}

function PaymentsOff() {
  const payments = useBrand()?.features.billing
  if (payments === 'off') {
    return (
      <Box mb="md">
        <Notice tone="warning">Payments are not set up on this deployment, so you cannot buy anything here yet.</Notice>
      </Box>
    )
  }
  if (payments !== 'sandbox') return null
  return (
    <Text size="sm" c="dimmed" mb="md">
      This is the sandbox: the payment pages work, but no money moves.
    </Text>
  )
}

/** The payment page sends people back here. The payment itself is confirmed by a webhook, usually moments later. */
function Returned() {
  const [params, setParams] = useSearchParams()
  const cache = useQueryClient()
  const [outcome] = useState(() => params.get('checkout'))
  useEffect(() => {
    if (outcome === null) return
    for (const queryKey of [['account'], ['subscription'], ['usage'], ['payments']])
      void cache.invalidateQueries({ queryKey })
    // Removed from the address, so that a reload does not show the message again.
    setParams({}, { replace: true })
  }, [outcome, cache, setParams])
  if (outcome === null) return null
  if (outcome === 'success') {
    return (
      <Notice tone="good">
        Thank you. You get what you bought as soon as the payment is confirmed, usually within seconds.
      </Notice>
    )
  }
  if (outcome === 'credited') {
    return (
      <Notice tone="info">
        You changed to a smaller plan. It starts as soon as the payment provider confirms the change, usually within
        seconds. Your next payments use your credit first.
      </Notice>
    )
  }
  return <Notice tone="info">Nothing was charged.</Notice>
}

function Topups() {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['topups'],
    queryFn: ({ signal }) => client.billing.topups({ signal }),
  })
  return (
    <section className="no-print">
      <Title order={2}>Top-ups</Title>
      <Text c="dimmed" mb="md">
        You pay once. They are used after your monthly allowance and do not expire. {VAT_WORDS}
      </Text>
      <TopupBalance />
      <Trouble error={error} retry={() => refetch()} />
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md">
        {data
          ? data.map((topup) => <TopupCard key={topup.id} topup={topup} />)
          : !error && ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => <Skeleton key={key} h={150} radius="lg" />)}
      </SimpleGrid>
      {data?.length === 0 && <Card>No top-ups are offered on your plan.</Card>}
    </section>
  )
}

/** The balance of the top-ups, with a warning if it is negative. */
function TopupBalance() {
  const balance = useUsage().data?.topup_balance
  if (!balance) return null
  const isOwed = balance.compute < 0 || balance.ai_calls < 0
  return (
    <Box mb="md">
      {isOwed ? (
        <Notice tone="warning">
          A top-up was refunded after you had used part of it, so your balance is below zero:{' '}
          {formatCount(balance.compute)} compute units and {formatCount(balance.ai_calls)} AI calls. Your next top-up
          fills that first.
        </Notice>
      ) : (
        <Text size="sm" className="num">
          Your balance: {formatCount(balance.compute)} compute units and {formatCount(balance.ai_calls)} AI calls.
        </Text>
      )}
    </Box>
  )
}
