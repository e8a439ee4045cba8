import type { PaidPlan, PlanInfo, PlanName } from '@equipoise/sdk'
import { Badge, Button, Card, Skeleton, Table } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount, useClient, usePlans } from '../api.ts'
import { formatCompact, formatCount, formatEuro } from '../format.ts'
import { planTitle } from '../shell/plan-badge.tsx'
import { Trouble, tellTrouble } from '../shell/trouble.tsx'

const allowance = (count: number | null) => (count === null ? 'unlimited' : count === 0 ? '–' : formatCompact(count))

const ROWS: readonly [string, (plan: PlanInfo) => string][] = [
  ['Largest block N', (plan) => String(plan.max_n)],
  ['Compute units a month', (plan) => allowance(plan.compute)],
  ['Text analyses a month', (plan) => allowance(plan.ai_analyze)],
  ['Chats a month', (plan) => allowance(plan.ai_chat)],
  ['Proxy calls a month', (plan) => allowance(plan.ai_proxy)],
  ['API keys', (plan) => formatCount(plan.keys)],
  ['Requests a minute', (plan) => formatCompact(plan.requests_per_minute)],
]

/** All plans side by side, the current one marked. */
export function PlanTable({ buying = false }: { buying?: boolean }) {
  const { data, error, refetch } = usePlans()
  const account = useAccount()
  if (error) return <Trouble error={error} retry={() => refetch()} />
  if (!data) return <Skeleton h={420} radius="lg" />
  const current = account?.plan
  return (
    <Card padding={0}>
      <Table.ScrollContainer minWidth={980}>
        <Table verticalSpacing="sm" horizontalSpacing="md" className="num" withRowBorders>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <span className="visually-hidden">What is included</span>
              </Table.Th>
              {data.plans.map((plan) => (
                <Table.Th key={plan.id} scope="col" style={shade(plan.id, current)}>
                  <PlanHead plan={plan} current={plan.id === current} />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {ROWS.map(([title, show]) => (
              <Table.Tr key={title}>
                <Table.Th scope="row" fw={500} style={{ whiteSpace: 'nowrap' }}>
                  {title}
                </Table.Th>
                {data.plans.map((plan) => (
                  <Table.Td key={plan.id} style={shade(plan.id, current)}>
                    {show(plan)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Td />
              {data.plans.map((plan) => (
                <Table.Td key={plan.id} style={shade(plan.id, current)}>
                  <Choose plan={plan.id} current={current} buying={buying} />
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  )
}

function shade(plan: PlanName, current: PlanName | undefined) {
  return plan === current ? { background: 'var(--mantine-primary-color-light)' } : {}
}

function PlanHead({ plan, current }: { plan: PlanInfo; current: boolean }) {
  return (
    <>
      <div style={{ fontWeight: 600, whiteSpace: 'nowrap' }}>{planTitle(plan.id)}</div>
      <div style={{ fontSize: '1.25rem', fontWeight: 650, whiteSpace: 'nowrap' }}>{formatEuro(plan.price_eur)}</div>
      <div style={{ fontWeight: 400, fontSize: '0.75rem', color: 'var(--mantine-color-dimmed)' }}>
        {current ? (
          <Badge size="sm" variant="filled" radius="sm" tt="none">
            your plan
          </Badge>
        ) : (
          'a month'
        )}
      </div>
    </>
  )
}

interface ChooseProps {
  readonly plan: PlanName
  readonly current: PlanName | undefined
  readonly buying: boolean
}

function Choose({ plan, current, buying }: ChooseProps) {
  const client = useClient()
  const choose = useMutation({
    mutationFn: (wanted: PaidPlan) => client.billing.checkout(wanted),
    onSuccess: ({ checkout_url }) => window.location.assign(checkout_url),
    onError: (error) => tellTrouble(error, 'The plan cannot be chosen now'),
  })
  if (plan === current) return null
  if (!buying) {
    const to = current ? '/app/billing' : '/app/sign-up?next=/app/billing'
    if (plan === 'free' && current) return null
    return (
      <Button component={Link} to={to} size="xs" variant="default" aria-label={`Choose ${planTitle(plan)}`}>
        Choose
      </Button>
    )
  }
  if (plan === 'free') return null
  return (
    <Button
      size="xs"
      variant="default"
      loading={choose.isPending}
      aria-label={`Choose ${planTitle(plan)}`}
      onClick={() => choose.mutate(plan)}
    >
      Choose
    </Button>
  )
}
