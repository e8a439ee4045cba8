import type { PaidPlan, PlanName } from '@equipoise/sdk'
import { Button, Modal, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useBrand, useClient, usePlans } from '../api.ts'
import { nowMs } from '../clock.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { planTitle } from '../shell/plan-names.ts'
import { Trouble } from '../shell/trouble.tsx'
import { type ChangeTold, changeTold, VAT_WORDS } from './change-cost.ts'

interface ChoosePlanProps {
  readonly plan: PlanName
  readonly current: PlanName | undefined
  /** Starts the purchase on the billing screen; undefined elsewhere, where the button links to the billing screen. */
  readonly buy: ((plan: PaidPlan) => void) | undefined
}

export function ChoosePlan({ plan, current, buy }: ChoosePlanProps) {
  const isOff = useBrand()?.features.billing === 'off'
  if (plan === current || (plan === 'free' && current)) return null
  const signUp = plan === 'free' ? '/app/sign-up' : `/app/sign-up?plan=${plan}`
  const look = {
    size: 'xs',
    variant: plan === RECOMMENDED ? 'filled' : 'default',
    'aria-label': `Choose ${planTitle(plan)}`,
  } as const
  return buy && plan !== 'free' ? (
    <Button {...look} disabled={isOff} onClick={() => buy(plan)}>
      Choose
    </Button>
  ) : (
    <Button {...look} component={Link} to={current ? `/app/billing?plan=${plan}` : signUp}>
      Choose
    </Button>
  )
}

export const RECOMMENDED: PlanName = 'pro'

/**
 * One dialog for all plans, which states the cost before the payment page. Opens at once for a plan that was chosen before signing up.
 */
export function useBuying() {
  const [params] = useSearchParams()
  const { plans = [] } = usePlans().data ?? {}
  const isOff = useBrand()?.features.billing === 'off'
  const [asked, setAsked] = useState(params.get('plan'))
  const plan = plans.find(({ id }) => id !== 'free' && id === asked)?.id as PaidPlan | undefined
  const close = () => setAsked(null)
  const dialog = (
    <Modal
      opened={plan !== undefined && !isOff}
      onClose={close}
      title={plan && `Change to the ${planTitle(plan)} plan?`}
      centered
    >
      {plan && <Confirm plan={plan} close={close} />}
    </Modal>
  )
  return { buy: setAsked as (plan: PaidPlan) => void, dialog }
}

function Confirm({ plan, close }: { plan: PaidPlan; close: () => void }) {
  const client = useClient()
  const plans = usePlans().data?.plans ?? []
  const { data: subscription, error } = useQuery({
    queryKey: ['subscription'],
    queryFn: ({ signal }) => client.billing.subscription({ signal }),
    staleTime: 0,
  })
  const buy = useMutation({
    mutationFn: () => client.billing.checkout(plan),
    onSuccess: ({ checkout_url }) => window.location.assign(checkout_url),
  })
  const next = plans.find(({ id }) => id === plan)
  const current = plans.find(({ id }) => id === subscription?.plan)
  const told = subscription && next && changeTold({ current, next, subscription, nowMs: nowMs() })
  return (
    <>
      {told ? <Told told={told} /> : !error && <Skeleton h={44} />}
      <Trouble error={error ?? buy.error} />
      <DialogButtons
        act={buy}
        label={told?.isPaid === false ? 'Continue' : 'Continue to payment'}
        close={close}
        closeLabel="Not now"
        disabled={!subscription}
      />
    </>
  )
}

function Told({ told: { words, losses, effects, isPaid } }: { told: ChangeTold }) {
  return (
    <>
      <Text size="sm">{words}</Text>
      {losses.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="md" mb={4}>
            What you have less of
          </Text>
          <Text component="ul" size="sm" className="num" m={0} pl={20}>
            {losses.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </Text>
        </>
      )}
      {effects.map((effect) => (
        <Text key={effect} size="sm" mt="sm">
          {effect}
        </Text>
      ))}
      {isPaid && (
        <Text size="xs" c="dimmed" mt="xs">
          {VAT_WORDS}
        </Text>
      )}
    </>
  )
}
