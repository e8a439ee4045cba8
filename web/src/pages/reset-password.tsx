import { Anchor, Button, Checkbox, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AuthCard } from '../account/auth-card.tsx'
import { useClient } from '../api.ts'
import { Form } from '../shell/form.tsx'
import { Notice } from '../shell/notice.tsx'
import { PasswordField } from '../shell/password-field.tsx'
import { messageFor } from '../shell/words.ts'

export function ResetPassword() {
  const client = useClient()
  const [params] = useSearchParams()
  const [password, setPassword] = useState('')
  const token = params.get('token') ?? ''
  // One of the two links in the email preselects this.
  const [revokesKeys, setRevokesKeys] = useState(params.get('keys') === 'revoke')
  const reset = useMutation({
    mutationFn: () => client.auth.resetPassword({ token, password, revoke_api_keys: revokesKeys }),
  })
  return (
    <AuthCard
      title="Choose a new password"
      below={
        !reset.isSuccess && (
          <Anchor component={Link} to="/app/forgot" size="sm">
            Ask for a new link
          </Anchor>
        )
      }
    >
      {token === '' ? (
        <Notice tone="warning">This link is incomplete. Open the full link from the email.</Notice>
      ) : reset.isSuccess ? (
        <Text role="status">
          We changed your password and signed you out everywhere. {revokesKeys && 'Your API keys no longer work. '}
          <Anchor component={Link} to="/app/sign-in">
            Sign in
          </Anchor>{' '}
          with the new password.
        </Text>
      ) : (
        <Form act={reset} fields={['password']} signingIn>
          <PasswordField
            label="New password"
            description="At least 8 characters"
            autoComplete="new-password"
            required
            value={password}
            error={messageFor(reset.error, 'password')}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Checkbox
            label="Also revoke all my API keys"
            description="Choose this if somebody else may have seen them. Programs that use them stop working."
            checked={revokesKeys}
            onChange={(event) => setRevokesKeys(event.currentTarget.checked)}
          />
          <Button type="submit" fullWidth loading={reset.isPending}>
            Save the password
          </Button>
        </Form>
      )}
    </AuthCard>
  )
}
