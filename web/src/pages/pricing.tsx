import { Container, Text } from '@mantine/core'
import { usePlans } from '../api.ts'
import { VAT_WORDS } from '../billing/change-cost.ts'
import { PlanComparison } from '../billing/plan-comparison.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { planTitle } from '../shell/plan-names.ts'

export function Pricing() {
  return (
    <Container>
      <PageTitle title="Pricing">
        The playground is free and needs no account. An account is free too; paid plans raise your monthly limits.
      </PageTitle>
      <PlanComparison />
      <Text size="sm" c="dimmed" mt="md">
        Prices are in euros a month. {VAT_WORDS} One compute unit is 10,000 bits. A default request uses one. Allowances
        reset on the first of each month, 00:00 UTC. {useTopupWords()}
      </Text>
    </Container>
  )
}

/** Each deployment decides which top-ups it sells, and on which plans. */
function useTopupWords(): string {
  const { plans = [], topups = [] } = usePlans().data ?? {}
  const offering = plans.filter(({ id }) => topups.some((topup) => topup.plans.includes(id)))
  if (offering.length === 0) return ''
  const where =
    offering.length === plans.length
      ? 'every plan'
      : `these plans: ${offering.map(({ id }) => planTitle(id)).join(', ')}`
  return `You can buy top-ups, which do not expire, on ${where}.`
}
