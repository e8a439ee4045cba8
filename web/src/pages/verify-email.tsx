import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { AuthCard } from '../account/auth-card.tsx'
import { useAccount, useClient } from '../api.ts'
import { Trouble } from '../shell/trouble.tsx'

/**
 * Opened from the link in the email. Needs a click, so that programs that only fetch links do not confirm. People sign in first:
 * otherwise the service could not tell whether they also created the account, and would remove its password and keys.
 */
export function VerifyEmail() {
  const client = useClient()
  const cache = useQueryClient()
  const account = useAccount()
  const token = useSearchParams()[0].get('token') ?? ''
  const verify = useMutation({
    mutationFn: () => client.auth.verifyEmail(token),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['account'] }),
  })
  return (
    <AuthCard title="Confirm your email address">
      {verify.isSuccess ? (
        <Text role="status">
          Your email address is confirmed.{' '}
          <Anchor component={Link} to="/app/usage">
            Go to your account
          </Anchor>
        </Text>
      ) : account === null ? (
        <SignInFirst token={token} />
      ) : (
        <Stack>
          <Trouble error={verify.error} signingIn />
          <Button fullWidth loading={verify.isPending} onClick={() => verify.mutate()}>
            Confirm
          </Button>
        </Stack>
      )}
    </AuthCard>
  )
}

function SignInFirst({ token }: { token: string }) {
  const here = `/app/verify-email?token=${encodeURIComponent(token)}`
  return (
    <Stack>
      <Text>Sign in to your account first. Then you can confirm the address.</Text>
      <Button fullWidth component={Link} to={`/app/sign-in?next=${encodeURIComponent(here)}`}>
        Sign in
      </Button>
      <Text size="sm" c="dimmed">
        You don’t know the password?{' '}
        <Anchor component={Link} to="/app/forgot" size="sm">
          Set a new one by email
        </Anchor>
        . That confirms the address too.
      </Text>
    </Stack>
  )
}
