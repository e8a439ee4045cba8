import { Box, Card, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useBrand, useClient } from '../api.ts'
import { CurrentPlan } from '../billing/current-plan.tsx'
import { Payments } from '../billing/payments.tsx'
import { PlanComparison } from '../billing/plan-comparison.tsx'
import { TopupCard } from '../billing/topup-card.tsx'
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
        <Notice tone="warning">
          Payments are not configured on this deployment, so nothing can be bought here (the operator sets
          STRIPE_SECRET_KEY).
        </Notice>
      </Box>
    )
  }
  if (payments !== 'sandbox') return null
  return (
    <Text size="sm" c="dimmed" mb="md">
      This deployment runs in the sandbox: payment pages work, but no money moves.
    </Text>
  )
}

/** A payment page sends people back here; what they bought arrives with the payment's own message, moments later. */
function Returned() {
  const [params] = useSearchParams()
  const cache = useQueryClient()
  const outcome = params.get('checkout')
  useEffect(() => {
    if (outcome === null) return
    for (const queryKey of [['account'], ['subscription'], ['usage'], ['payments']])
      void cache.invalidateQueries({ queryKey })
  }, [outcome, cache])
  if (outcome === null) return null
  return outcome === 'success' ? (
    <Notice tone="good">
      Thank you. Your purchase is booked as soon as the payment is confirmed, usually within seconds.
    </Notice>
  ) : (
    <Notice tone="info">Nothing was charged.</Notice>
  )
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
        Bought once, used after the month's allowance, never expiring.
      </Text>
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
