import type { Account } from '@equipoise/sdk'
import { Anchor, Box } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useBrand, useClient } from '../api.ts'
import { Notice } from './notice.tsx'
import { errorText } from './words.ts'

/** Asks to confirm the email address, if the service can send emails. */
export function VerifyBanner({ account }: { account: Account }) {
  const client = useClient()
  const hasMail = useBrand()?.features.mail
  const resend = useMutation({ mutationFn: () => client.auth.resendVerification() })
  if (account.email_verified || !hasMail) return null
  return (
    <Box mb="lg">
      <Notice tone="warning" title="Confirm your email address">
        We sent a link to {account.email}. Until you open it, you cannot buy a plan or a top-up.{' '}
        {resend.isSuccess ? (
          'We sent it again.'
        ) : (
          <Anchor component="button" type="button" size="sm" onClick={() => resend.mutate()}>
            Send it again
          </Anchor>
        )}
        {resend.error && <div>{errorText(resend.error)}</div>}
      </Notice>
    </Box>
  )
}
