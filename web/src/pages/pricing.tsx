import { Container, Text } from '@mantine/core'
import { PlanComparison } from '../billing/plan-comparison.tsx'
import { PageTitle } from '../shell/page-title.tsx'

export function Pricing() {
  return (
    <Container size="lg">
      <PageTitle title="Pricing">
        The playground is free and needs no account. An account is free too; a plan gives you higher limits.
      </PageTitle>
      <PlanComparison />
      <Text size="sm" c="dimmed" mt="md">
        Prices are in euros a month. One compute unit covers 10,000 of N × samples; the default call costs one.
        Allowances reset on the first of each month, 00:00 UTC. You can buy top-ups on every plan, and they do not
        expire.
      </Text>
    </Container>
  )
}
