import type { AdminCreatedInvitation, AdminInvite, PlanName } from '@equipoise/sdk'
import { NumberInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api.ts'
import { nowMs } from '../clock.ts'
import { DAY_MS } from '../format.ts'
import { Choice } from '../shell/choice.tsx'
import { planTitle } from '../shell/plan-names.ts'
import { ActButton } from './act-form.tsx'

const DAYS_DEFAULT = 7
const DAYS_MAX = 365
const ROLES = [
  { value: 'member', label: 'Member' },
  { value: 'administrator', label: 'Administrator' },
]

export function Invite({ onDone }: { onDone: (link: string) => void }) {
  const { admin } = useClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<'member' | 'administrator'>('member')
  const [plan, setPlan] = useState<PlanName | null>(null)
  const [planEnds, setPlanEnds] = useState('')
  const [typedDays, setTypedDays] = useState<number | string>(DAYS_DEFAULT)
  const days = Number(typedDays) || DAYS_DEFAULT
  const wish = (): Omit<AdminInvite, 'reason'> => ({
    email: email.trim() || null,
    role,
    plan,
    plan_ends_at: plan && planEnds ? new Date(planEnds).toISOString() : null,
    expires_at: new Date(nowMs() + days * DAY_MS).toISOString(),
  })
  return (
    <ActButton
      label="Invite somebody"
      about={`Creates a link that is valid for ${days === 1 ? 'one day' : `${days} days`}.`}
      run={(reason) => admin.invite({ ...wish(), reason })}
      onDone={(answer) => onDone((answer as AdminCreatedInvitation).link)}
    >
      <TextInput
        label="Email"
        description="Leave empty to let anybody with the link sign up"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Choice label="Role" data={ROLES} value={role} onChange={(value) => setRole(value as typeof role)} />
      <PlanChoice value={plan} onChange={setPlan} />
      {plan && (
        <TextInput
          label="Plan ends on"
          description="Leave empty for no end"
          type="date"
          value={planEnds}
          onChange={(event) => setPlanEnds(event.currentTarget.value)}
        />
      )}
      <NumberInput
        label="Valid for (days)"
        min={1}
        max={DAYS_MAX}
        allowDecimal={false}
        clampBehavior="strict"
        value={typedDays}
        onChange={setTypedDays}
      />
    </ActButton>
  )
}

interface PlanChoiceProps {
  readonly value: PlanName | null
  readonly onChange: (plan: PlanName | null) => void
}

function PlanChoice({ value, onChange }: PlanChoiceProps) {
  const { admin } = useClient()
  const { data: plans = [] } = useQuery({
    queryKey: ['admin', 'plans'],
    queryFn: ({ signal }) => admin.plans({ signal }),
    staleTime: Infinity,
  })
  return (
    <Choice
      label="Plan"
      data={plans.map(({ id, offered }) => ({
        value: id,
        label: offered ? planTitle(id) : `${planTitle(id)} (not on sale)`,
      }))}
      value={value ?? 'free'}
      onChange={(chosen) => onChange(chosen === 'free' ? null : chosen)}
    />
  )
}
