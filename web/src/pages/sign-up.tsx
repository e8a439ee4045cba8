import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { AuthCard } from '../account/auth-card.tsx'
import { useNext } from '../account/next-address.ts'
import { ProviderSignIn } from '../account/provider-sign-in.tsx'
import { useAccount, useBrand, useClient, useFreePlan, usePersonChange } from '../api.ts'
import { countOf } from '../format.ts'
import { EmailField } from '../shell/email-field.tsx'
import { Notice } from '../shell/notice.tsx'
import { PasswordField } from '../shell/password-field.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'

export function SignUp() {
  const client = useClient()
  const changePerson = usePersonChange()
  const navigate = useNavigate()
  const account = useAccount()
  const { next: wanted, hasNext, plan, carry } = useNext()
  // Whoever came for something gets there; everybody else is welcomed.
  const next = hasNext ? wanted : `/app/welcome${plan ? `?plan=${encodeURIComponent(plan)}` : ''}`
  const [form, setForm] = useState({ name: '', email: useLocation().state?.email ?? '', password: '' })
  const invitation = useSearchParams()[0].get('invitation') ?? undefined
  const signUp = useMutation({
    mutationFn: () => client.auth.register({ ...form, name: form.name.trim() || undefined, invitation }),
    onSuccess: async (signedIn) => {
      changePerson(signedIn.account)
      await navigate(next, { replace: true })
    },
  })
  const registration = useBrand()?.features.registration
  const free = useFreePlan()
  const lead = free
    ? `Free: ${countOf(free.compute)} compute units, ${countOf(free.ai_analyze)} text analyses and ${countOf(free.ai_chat)} chats a month.`
    : 'Free, without a card.'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signUp.mutate()
  }
  if (account && signUp.isIdle) return <Navigate to={next} replace />
  return (
    <AuthCard
      title="Create an account"
      lead={lead}
      below={
        <>
          Already have one?{' '}
          <Anchor
            component={Link}
            to={`/app/sign-in${carry}`}
            state={{ email: form.email }}
            size="sm"
            underline="always"
          >
            Sign in
          </Anchor>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {invitation === undefined && registration && registration !== 'open' && (
            <Notice tone="info">
              {registration === 'invite'
                ? 'You need an invitation to sign up here. Ask an administrator for one.'
                : 'Sign-up is closed here.'}
            </Notice>
          )}
          <ProviderSignIn next={next} invitation={invitation} />
          <Trouble error={signUp.error} fields={Object.keys(form)} signingIn />
          <TextInput
            label="Name"
            description="Optional"
            autoComplete="name"
            value={form.name}
            error={messageFor(signUp.error, 'name')}
            onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
          />
          <EmailField
            value={form.email}
            error={messageFor(signUp.error, 'email')}
            onChange={(next) => setForm({ ...form, email: next })}
          />
          <PasswordField
            label="Password"
            description="At least 8 characters"
            autoComplete="new-password"
            required
            value={form.password}
            error={messageFor(signUp.error, 'password')}
            onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
          />
          <Button type="submit" fullWidth loading={signUp.isPending}>
            Create account
          </Button>
          <Text size="xs" c="dimmed" ta="center">
            You can export your data or delete the account at any time.
          </Text>
        </Stack>
      </form>
    </AuthCard>
  )
}
