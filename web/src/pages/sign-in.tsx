import { Anchor, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { AuthCard } from '../account/auth-card.tsx'
import { useNext } from '../account/next-address.ts'
import { useAccount, useClient, usePersonChange } from '../api.ts'
import { EmailField } from '../shell/email-field.tsx'
import { Notice } from '../shell/notice.tsx'
import { PasswordField } from '../shell/password-field.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor, SESSION_ENDED } from '../shell/words.ts'

export function SignIn() {
  const client = useClient()
  const changePerson = usePersonChange()
  const navigate = useNavigate()
  const account = useAccount()
  const { next: wanted, hasNext, plan, carry } = useNext()
  const next = !hasNext && plan ? `/app/billing?plan=${encodeURIComponent(plan)}` : wanted
  const { state } = useLocation()
  const hasEnded = state?.hasEnded === true
  const [email, setEmail] = useState<string>(state?.email ?? '')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => client.auth.login({ email, password }),
    onSuccess: async (signedIn) => {
      changePerson(signedIn.account)
      await navigate(next, { replace: true })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  if (account && signIn.isIdle) return <Navigate to={next} replace />
  return (
    <AuthCard
      title="Sign in"
      below={
        <>
          New here?{' '}
          <Anchor component={Link} to={`/app/sign-up${carry}`} state={{ email }} size="sm" underline="always">
            Create an account
          </Anchor>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {hasEnded && signIn.isIdle && <Notice tone="info">{SESSION_ENDED}</Notice>}
          <Trouble error={signIn.error} fields={['email', 'password']} signingIn />
          <EmailField value={email} error={messageFor(signIn.error, 'email')} onChange={setEmail} />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            required
            value={password}
            error={messageFor(signIn.error, 'password')}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={signIn.isPending}>
            Sign in
          </Button>
          <Anchor component={Link} to="/app/forgot" state={{ email }} size="sm" ta="center">
            Forgotten your password?
          </Anchor>
        </Stack>
      </form>
    </AuthCard>
  )
}
