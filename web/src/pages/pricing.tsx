import { Container, Text } from '@mantine/core'
import { PlanComparison } from '../billing/plan-comparison.tsx'
import { PageTitle } from '../shell/page-title.tsx'

export function Pricing() {
  return (
    <Container size="lg">
      <PageTitle title="Pricing">
        The playground is free and needs no account. An account is free too; a plan raises what you may do.
      </PageTitle>
      <PlanComparison />
      <Text size="sm" c="dimmed" mt="md">
        Prices in euros a month. One compute unit pays for 10,000 of N × samples: the default call costs one. Allowances
        reset on the first of each month, 00:00 UTC. Top-ups can be bought on every plan and do not expire.
      </Text>
    </Container>
  )
}
