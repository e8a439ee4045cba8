import type { SignedIn } from '@equipoise/sdk'
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useAnonymousClient } from '../api.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { Form } from '../shell/form.tsx'
import { PasswordField } from '../shell/password-field.tsx'
import { Section } from '../shell/section.tsx'
import { messageFor } from '../shell/words.ts'
import { CodeField } from './code-field.tsx'

/** For scripts that manage keys or billing. The token has its own session, so revoking it does not sign out the browser. */
export function AccessToken() {
  const account = useAccount()
  const client = useAnonymousClient()
  const cache = useQueryClient()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const asksCode = account?.second_factor === true
  const create = useMutation({
    mutationFn: () => client.auth.login({ email: account?.email ?? '', password, ...(asksCode && { code }) }),
    onSuccess: () => {
      setPassword('')
      setCode('')
      return cache.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  return (
    <Section
      title="Access token"
      about="For scripts that manage your keys or your plan. It can do everything that you can do here, so keep it safe. To score texts or compute, use an API key instead."
    >
      {create.data ? (
        <Created token={create.data} done={() => create.reset()} />
      ) : (
        <Form act={create} fields={['password', 'code']} signingIn>
          <PasswordField
            label="Your password, to create a token"
            autoComplete="current-password"
            value={password}
            error={messageFor(create.error, 'password')}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {asksCode && <CodeField value={code} error={messageFor(create.error, 'code')} onChange={setCode} />}
          <Button
            type="submit"
            variant="default"
            loading={create.isPending}
            disabled={password === '' || (asksCode && code === '')}
            style={{ alignSelf: 'flex-start' }}
          >
            Create token
          </Button>
        </Form>
      )}
    </Section>
  )
}

function Created({ token, done }: { token: SignedIn; done: () => void }) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        Copy it now. We show it only once. It works for {daysOf(token.expires_in)}; you can end it sooner under
        “Sessions”.
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }} data-testid="access-token">
          {token.access_token}
        </Code>
        <CopyButton value={token.access_token} label="Copy the token" />
      </Group>
      <Button variant="default" onClick={done} style={{ alignSelf: 'flex-start' }}>
        I have saved it
      </Button>
    </Stack>
  )
}

const DAY_SECONDS = 86_400

function daysOf(seconds: number): string {
  const days = Math.max(1, Math.round(seconds / DAY_SECONDS))
  return days === 1 ? '1 day' : `${days} days`
}
