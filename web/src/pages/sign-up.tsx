import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { AuthCard } from '../account/auth-card.tsx'
import { ProviderSignIn } from '../account/provider-sign-in.tsx'
import { useAccount, useBrand, useClient, useFreePlan, usePasswordSignIn, usePersonChange, usePlans } from '../api.ts'
import { countOf, formatEuro } from '../format.ts'
import { EmailField } from '../shell/email-field.tsx'
import { useNext } from '../shell/next-address.ts'
import { Notice } from '../shell/notice.tsx'
import { PasswordField } from '../shell/password-field.tsx'
import { planTitle } from '../shell/plan-names.ts'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'

interface SignUpForm {
  readonly name: string
  readonly email: string
  readonly password: string
}

export function SignUp() {
  const account = useAccount()
  const lead = useLead()
  const hasPasswords = usePasswordSignIn()
  const registration = useBrand()?.features.registration ?? 'open'
  const { form, setForm, next, carry, invitation, sending } = useSignUp()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sending.mutate()
  }
  if (account && sending.isIdle) return <Navigate to={next} replace />
  const isOpen = registration === 'open' || invitation !== undefined
  const signIn = (
    <Anchor component={Link} to={`/app/sign-in${carry}`} state={{ email: form.email }} size="sm" underline="always">
      Sign in
    </Anchor>
  )
  return (
    <AuthCard title="Create an account" lead={isOpen && lead} below={<>Already have an account? {signIn}</>}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {!isOpen && <RegistrationNotice />}
          <ProviderSignIn next={next} invitation={invitation} />
          <Trouble error={sending.error} fields={Object.keys(form)} signingIn />
          {hasPasswords && isOpen && (
            <>
              <Fields form={form} setForm={setForm} error={sending.error} />
              <Button type="submit" fullWidth loading={sending.isPending}>
                Create account
              </Button>
            </>
          )}
          {isOpen && (
            <Text size="xs" c="dimmed" ta="center">
              You can export your data or delete the account at any time.
            </Text>
          )}
        </Stack>
      </form>
    </AuthCard>
  )
}

function useSignUp() {
  const client = useClient()
  const changePerson = usePersonChange()
  const navigate = useNavigate()
  const { next: wanted, hasNext, plan, carry } = useNext()
  // People who wanted a certain page go there; everybody else sees the welcome page.
  const next = hasNext ? wanted : `/app/welcome${plan ? `?plan=${encodeURIComponent(plan)}` : ''}`
  const [form, setForm] = useState<SignUpForm>({ name: '', email: useLocation().state?.email ?? '', password: '' })
  const invitation = useSearchParams()[0].get('invitation') ?? undefined
  const sending = useMutation({
    mutationFn: () => client.auth.register({ ...form, name: form.name.trim() || undefined, invitation }),
    onSuccess: async (signedIn) => {
      changePerson(signedIn.account)
      await navigate(next, { replace: true })
    },
  })
  return { form, setForm, next, carry, invitation, sending }
}

/** What a free account includes, or what happens with the plan that was chosen before. */
function useLead(): string {
  const free = useFreePlan()
  const { plan, hasNext } = useNext()
  const plans = usePlans().data?.plans ?? []
  const chosen = plans.find(({ id, price_eur }) => id === plan && price_eur > 0)
  if (chosen && !hasNext) {
    return `You chose the ${planTitle(chosen.id)} plan, ${formatEuro(chosen.price_eur)} a month. Create a free account first; right after that you can buy the plan.`
  }
  if (!free) return 'Free, without a card.'
  return `Free: ${countOf(free.compute)} compute units, ${countOf(free.ai_analyze)} text analyses and ${countOf(free.ai_chat)} chats a month.`
}

/** Shown to people without an invitation if the deployment requires one. */
function RegistrationNotice() {
  const registration = useBrand()?.features.registration
  if (!registration || registration === 'open') return null
  return (
    <Notice tone="info">
      {registration === 'invite'
        ? 'You need an invitation to sign up here. Ask an administrator for one, and open the link in it.'
        : 'Sign-up is closed here. Only people who have been invited can create an account.'}
    </Notice>
  )
}

interface FieldsProps {
  readonly form: SignUpForm
  readonly setForm: (form: SignUpForm) => void
  readonly error: unknown
}

function Fields({ form, setForm, error }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        description="Optional"
        autoComplete="name"
        value={form.name}
        error={messageFor(error, 'name')}
        onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
      />
      <EmailField
        value={form.email}
        error={messageFor(error, 'email')}
        onChange={(email) => setForm({ ...form, email })}
      />
      <PasswordField
        label="Password"
        description="At least 8 characters"
        autoComplete="new-password"
        required
        value={form.password}
        error={messageFor(error, 'password')}
        onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
      />
    </>
  )
}
