import type { PaidPlan, PlanInfo, PlanName } from '@equipoise/sdk'
import { Badge, Card, Group, SimpleGrid, Skeleton, Table, Text } from '@mantine/core'
import { useAccount, usePlans } from '../api.ts'
import { formatEuro } from '../format.ts'
import { planFor, planTitle } from '../shell/plan-names.ts'
import { Trouble } from '../shell/trouble.tsx'
import { ChoosePlan, RECOMMENDED, useBuying } from './choose-plan.tsx'
import { LIMITS, limitWords } from './plan-limits.ts'

interface Comparison {
  readonly plans: readonly PlanInfo[]
  readonly current: PlanName | undefined
  readonly buy: ((plan: PaidPlan) => void) | undefined
}

/** All plans side by side, the current one marked; on a phone one below the other. */
export function PlanComparison({ buying = false }: { buying?: boolean }) {
  const { data, error, refetch } = usePlans()
  const account = useAccount()
  const { buy, dialog } = useBuying()
  if (error) return <Trouble error={error} retry={() => refetch()} />
  if (!data) return <Skeleton h={420} radius="lg" />
  const comparison = { plans: data.plans, current: account?.plan, buy: buying ? buy : undefined }
  return (
    <>
      {buying && dialog}
      <Card padding={0} visibleFrom="md" style={{ overflowX: 'auto' }}>
        <PlanTable {...comparison} />
      </Card>
      <SimpleGrid hiddenFrom="md" cols={{ base: 1, xs: 2 }}>
        {data.plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} {...comparison} />
        ))}
      </SimpleGrid>
    </>
  )
}

function PlanTable({ plans, current, buy }: Comparison) {
  return (
    <Table verticalSpacing="sm" horizontalSpacing="sm" className="num">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <span className="visually-hidden">What is included</span>
          </Table.Th>
          {plans.map((plan) => (
            <Table.Th key={plan.id} scope="col" style={{ ...shade(plan.id, current), verticalAlign: 'top' }}>
              <PlanHead plan={plan} current={plan.id === current} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {LIMITS.map(({ title, of }) => (
          <Table.Tr key={title}>
            <Table.Th scope="row" fw={500}>
              {title}
            </Table.Th>
            {plans.map((plan) => (
              <Table.Td key={plan.id} style={shade(plan.id, current)}>
                {limitWords(of(plan))}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Td />
          {plans.map((plan) => (
            <Table.Td key={plan.id} style={shade(plan.id, current)}>
              <ChoosePlan plan={plan.id} current={current} buy={buy} />
            </Table.Td>
          ))}
        </Table.Tr>
      </Table.Tbody>
    </Table>
  )
}

function PlanCard({ plan, current, buy }: Comparison & { plan: PlanInfo }) {
  return (
    <Card padding="md" className="num" style={plan.id === current ? { borderColor: 'var(--eq-output)' } : {}}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <PlanHead plan={plan} current={plan.id === current} />
        <ChoosePlan plan={plan.id} current={current} buy={buy} />
      </Group>
      <SimpleGrid cols={2} spacing="xs">
        {LIMITS.map(({ title, of }) => (
          <div key={title}>
            <Text size="xs" c="dimmed">
              {title}
            </Text>
            <Text size="sm" fw={550}>
              {limitWords(of(plan))}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Card>
  )
}

function shade(plan: PlanName, current: PlanName | undefined) {
  return plan === current ? { background: 'var(--mantine-primary-color-light)' } : {}
}

function PlanHead({ plan, current }: { plan: PlanInfo; current: boolean }) {
  return (
    <div style={{ whiteSpace: 'nowrap' }}>
      <div style={{ fontWeight: 600 }}>{planTitle(plan.id)}</div>
      <div style={{ fontSize: '1.25rem', fontWeight: 650 }}>{formatEuro(plan.price_eur)}</div>
      <div style={{ fontWeight: 400, fontSize: '0.8125rem', color: 'var(--mantine-color-dimmed)' }}>
        a month
        <div style={{ whiteSpace: 'normal', maxWidth: '11rem' }}>{planFor(plan.id)}</div>
      </div>
      {(current || plan.id === RECOMMENDED) && (
        <Badge size="sm" variant={current ? 'filled' : 'light'} radius="sm" tt="none" style={{ overflow: 'visible' }}>
          {current ? 'your plan' : 'recommended'}
        </Badge>
      )}
    </div>
  )
}
