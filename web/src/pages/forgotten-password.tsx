import { Anchor, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { AuthCard } from '../account/auth-card.tsx'
import { useBrand, useClient } from '../api.ts'
import { EmailField } from '../shell/email-field.tsx'
import { Form } from '../shell/form.tsx'
import { Notice } from '../shell/notice.tsx'
import { messageFor } from '../shell/words.ts'

export function ForgottenPassword() {
  const client = useClient()
  const canSend = useBrand()?.features.mail !== false
  const [email, setEmail] = useState<string>(useLocation().state?.email ?? '')
  const ask = useMutation({ mutationFn: () => client.auth.forgotPassword(email) })
  return (
    <AuthCard
      title="Forgotten password"
      lead={canSend && 'We send you a link to choose a new one.'}
      below={
        <Anchor component={Link} to="/app/sign-in" state={{ email }} size="sm">
          Back to sign in
        </Anchor>
      }
    >
      {!canSend ? (
        <Notice tone="warning">
          This service cannot send email yet, so we cannot send you a link. Ask the people who run it.
        </Notice>
      ) : ask.isSuccess ? (
        <Text role="status">
          If there is an account for {email}, we have sent it an email. The link in it works for one hour.
        </Text>
      ) : (
        <Form act={ask} fields={['email']}>
          <EmailField value={email} error={messageFor(ask.error, 'email')} onChange={setEmail} />
          <Button type="submit" fullWidth loading={ask.isPending}>
            Send the link
          </Button>
        </Form>
      )}
    </AuthCard>
  )
}
