import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { AuthCard } from '../account/auth-card.tsx'
import { useClient } from '../api.ts'
import { Trouble } from '../shell/trouble.tsx'

/** Opened from the link in the email. A button confirms, so that a program that only looks at links does not. */
export function VerifyEmail() {
  const client = useClient()
  const cache = useQueryClient()
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
