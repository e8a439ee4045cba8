import { AuthenticationError } from '@equipoise/sdk'
import { Anchor, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { AuthCard } from '../account/auth-card.tsx'
import { CodeField } from '../account/code-field.tsx'
import { ProviderSignIn } from '../account/provider-sign-in.tsx'
import { useAccount, useClient, usePasswordSignIn, usePersonChange } from '../api.ts'
import { EmailField } from '../shell/email-field.tsx'
import { Form } from '../shell/form.tsx'
import { useNext } from '../shell/next-address.ts'
import { Notice } from '../shell/notice.tsx'
import { PasswordField } from '../shell/password-field.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor, SESSION_ENDED } from '../shell/words.ts'

export function SignIn() {
  return useSearchParams()[0].get('code') === 'provider' ? <ProviderCode /> : <SignInForm />
}

/** After the identity provider has identified the person, asks for the code of the account's second factor. */
function ProviderCode() {
  const client = useClient()
  const changePerson = usePersonChange()
  const navigate = useNavigate()
  const { next } = useNext()
  const [code, setCode] = useState('')
  const finish = useMutation({
    mutationFn: () => client.auth.finishProviderSignIn(code),
    onSuccess: async (signedIn) => {
      changePerson(signedIn.account)
      await navigate(next, { replace: true })
    },
  })
  return (
    <AuthCard title="Sign in" below={<Link to="/app/sign-in">Start again</Link>}>
      <Form act={finish} fields={['code']} signingIn>
        <CodeField autoFocus value={code} error={messageFor(finish.error, 'code')} onChange={setCode} />
        <Button type="submit" fullWidth loading={finish.isPending} disabled={code === ''}>
          Sign in
        </Button>
      </Form>
    </AuthCard>
  )
}

function SignInForm() {
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
  const [code, setCode] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const signIn = useMutation({
    mutationFn: () => client.auth.login({ email, password, ...(code ? { code } : {}) }),
    onSuccess: async (signedIn) => {
      changePerson(signedIn.account)
      await navigate(next, { replace: true })
    },
    onError: (error) => {
      if (error instanceof AuthenticationError && error.needsCode) setAsksCode(true)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  const hasPasswords = usePasswordSignIn()
  if (account && signIn.isIdle) return <Navigate to={next} replace />
  return (
    <AuthCard
      title="Sign in"
      lead={state?.isNeeded === true && !hasEnded && 'You need an account to open this page.'}
      below={<NewHere carry={carry} email={email} />}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {hasEnded && signIn.isIdle && <Notice tone="info">{SESSION_ENDED}</Notice>}
          <ProviderSignIn next={next} />
          <Trouble error={signIn.error} fields={['email', 'password', 'code']} signingIn />
          {hasPasswords && (
            <>
              <EmailField value={email} error={messageFor(signIn.error, 'email')} onChange={setEmail} />
              <PasswordField
                label="Password"
                autoComplete="current-password"
                required
                value={password}
                error={messageFor(signIn.error, 'password')}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              {asksCode && (
                <CodeField autoFocus value={code} error={messageFor(signIn.error, 'code')} onChange={setCode} />
              )}
              <Button type="submit" fullWidth loading={signIn.isPending}>
                Sign in
              </Button>
              <Anchor component={Link} to="/app/forgot" state={{ email }} size="sm" ta="center">
                Forgotten your password?
              </Anchor>
            </>
          )}
        </Stack>
      </form>
    </AuthCard>
  )
}

function NewHere({ carry, email }: { carry: string; email: string }) {
  return (
    <>
      New here?{' '}
      <Anchor component={Link} to={`/app/sign-up${carry}`} state={{ email }} size="sm" underline="always">
        Create an account
      </Anchor>
    </>
  )
}
