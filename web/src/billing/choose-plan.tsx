import type { PaidPlan, PlanName } from '@equipoise/sdk'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useClient } from '../api.ts'
import { planTitle } from '../shell/plan-names.ts'
import { tellTrouble } from '../shell/trouble.tsx'

interface ChoosePlanProps {
  readonly plan: PlanName
  readonly current: PlanName | undefined
  /** On the billing screen a choice leads to the payment page; elsewhere it leads to the billing screen. */
  readonly buying: boolean
}

export function ChoosePlan({ plan, current, buying }: ChoosePlanProps) {
  const label = `Choose ${planTitle(plan)}`
  if (plan === current || (plan === 'free' && current)) return null
  if (buying && plan !== 'free') return <BuyPlan plan={plan} label={label} />
  return (
    <Button
      component={Link}
      to={current ? `/app/billing?plan=${plan}` : plan === 'free' ? '/app/sign-up' : `/app/sign-up?plan=${plan}`}
      size="xs"
      variant="default"
      aria-label={label}
    >
      Choose
    </Button>
  )
}

function BuyPlan({ plan, label }: { plan: PaidPlan; label: string }) {
  const client = useClient()
  const buy = useMutation({
    mutationFn: () => client.billing.checkout(plan),
    onSuccess: ({ checkout_url }) => window.location.assign(checkout_url),
    onError: (error) => tellTrouble(error, 'The plan cannot be chosen now'),
  })
  return (
    <Button size="xs" variant="default" loading={buy.isPending} aria-label={label} onClick={() => buy.mutate()}>
      Choose
    </Button>
  )
}
