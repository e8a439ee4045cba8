import { Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAccount, useAnonymousClient } from '../api.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { PasswordField } from '../shell/password-field.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'

/** For scripts that manage keys or billing: a token of its own session, so that ending it does not sign out the browser. */
export function AccessToken() {
  const account = useAccount()
  const client = useAnonymousClient()
  const cache = useQueryClient()
  const [password, setPassword] = useState('')
  const create = useMutation({
    mutationFn: () => client.auth.login({ email: account?.email ?? '', password }),
    onSuccess: () => {
      setPassword('')
      return cache.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Card>
      <Title order={2} size="h3">
        Access token
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        For scripts that manage your keys or your plan. It works for 7 days; end it under “Sessions”. To score texts,
        use an API key.
      </Text>
      {create.data ? (
        <Stack gap="sm">
          <Text size="sm">Copy it now. We show it only once.</Text>
          <Group gap="xs" wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }} data-testid="access-token">
              {create.data.access_token}
            </Code>
            <CopyButton value={create.data.access_token} label="Copy the token" />
          </Group>
          <Button variant="default" onClick={() => create.reset()} style={{ alignSelf: 'flex-start' }}>
            I have saved it
          </Button>
        </Stack>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack>
            <Trouble error={create.error} fields={['password']} signingIn />
            <PasswordField
              label="Your password, to create a token"
              autoComplete="current-password"
              value={password}
              error={messageFor(create.error, 'password')}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Button
              type="submit"
              variant="default"
              loading={create.isPending}
              disabled={password === ''}
              style={{ alignSelf: 'flex-start' }}
            >
              Create token
            </Button>
          </Stack>
        </form>
      )}
    </Card>
  )
}
