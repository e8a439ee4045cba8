import type { PaidPlan, PlanName } from '@equipoise/sdk'
import { Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useBrand, useClient, usePlans } from '../api.ts'
import { nowMs } from '../clock.ts'
import { planTitle } from '../shell/plan-names.ts'
import { Trouble } from '../shell/trouble.tsx'
import { type ChangeTold, changeTold, VAT_WORDS } from './change-cost.ts'

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
  const signUp = plan === 'free' ? '/app/sign-up' : `/app/sign-up?plan=${plan}`
  return (
    <Button
      component={Link}
      to={current ? `/app/billing?plan=${plan}` : signUp}
      size="xs"
      variant={plan === RECOMMENDED ? 'filled' : 'default'}
      aria-label={label}
    >
      Choose
    </Button>
  )
}

export const RECOMMENDED: PlanName = 'pro'

/** Says what it costs before it leads to the payment page. A plan chosen before signing up is asked about at once. */
function BuyPlan({ plan, label }: { plan: PaidPlan; label: string }) {
  const [params] = useSearchParams()
  const isOff = useBrand()?.features.billing === 'off'
  const [isAsked, setAsked] = useState(params.get('plan') === plan)
  return (
    <>
      <Button
        size="xs"
        variant={plan === RECOMMENDED ? 'filled' : 'default'}
        aria-label={label}
        disabled={isOff}
        onClick={() => setAsked(true)}
      >
        Choose
      </Button>
      <Modal
        opened={isAsked && !isOff}
        onClose={() => setAsked(false)}
        title={`Change to the ${planTitle(plan)} plan?`}
        centered
      >
        <Confirm plan={plan} close={() => setAsked(false)} />
      </Modal>
    </>
  )
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
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          Not now
        </Button>
        <Button loading={buy.isPending} disabled={!subscription} onClick={() => buy.mutate()}>
          {told?.isPaid === false ? 'Continue' : 'Continue to payment'}
        </Button>
      </Group>
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
