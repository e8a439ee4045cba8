import { Button } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useBrand } from '../api.ts'
import { Notice } from '../shell/notice.tsx'
import classes from './provider-sign-in.module.css'

/** Messages for the errors with which the service ends a sign-in through the identity provider. */
const PROBLEMS: Readonly<Record<string, string>> = {
  unreachable: 'The identity provider cannot be reached. Try again in a moment.',
  expired: 'This sign-in took too long. Start again.',
  rejected: 'The identity provider did not confirm the sign-in. Start again.',
  unverified: 'The identity provider has not verified your email address.',
  taken:
    'There is an account with this email, but the address is not confirmed. Sign in with your password and confirm it first.',
  connected: 'This identity is already connected to another account.',
  limited: 'Too many attempts. Try again in 15 minutes.',
  closed: 'You cannot sign in here. Ask an administrator for access.',
}

interface ProviderSignInProps {
  readonly next: string
  readonly invitation?: string | undefined
}

/** The button that signs in through the identity provider, if there is one. */
export function ProviderSignIn({ next, invitation }: ProviderSignInProps) {
  const name = useBrand()?.features.oidc
  const problem = useSearchParams()[0].get('problem')
  const query = new URLSearchParams({ next, ...(invitation ? { invitation } : {}) })
  return (
    <>
      {problem && <Notice tone="trouble">{PROBLEMS[problem] ?? 'The sign-in failed. Start again.'}</Notice>}
      {name && (
        <Button
          component="a"
          href={`/auth/oidc/start?${query}`}
          variant="default"
          fullWidth
          classNames={{ root: classes.button, label: classes.label }}
        >
          Continue with {name}
        </Button>
      )}
    </>
  )
}
