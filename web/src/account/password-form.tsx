import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../api.ts'
import { PasswordField } from '../shell/password-field.tsx'
import { toast } from '../shell/toast.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'

const EMPTY = { current_password: '', new_password: '' }

export function PasswordForm() {
  const client = useClient()
  const cache = useQueryClient()
  const [form, setForm] = useState(EMPTY)
  const change = useMutation({
    mutationFn: () => client.auth.changePassword(form),
    onSuccess: async () => {
      setForm(EMPTY)
      toast({ title: 'Password changed', message: 'We signed you out everywhere else.' })
      await cache.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <Card>
      <Title order={2} size="h3">
        Password
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Changing it ends all your other sessions.
      </Text>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Trouble error={change.error} fields={Object.keys(EMPTY)} signingIn />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            value={form.current_password}
            error={messageFor(change.error, 'current_password')}
            onChange={(event) => setForm({ ...form, current_password: event.currentTarget.value })}
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            value={form.new_password}
            error={messageFor(change.error, 'new_password')}
            onChange={(event) => setForm({ ...form, new_password: event.currentTarget.value })}
          />
          <Button type="submit" variant="default" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            Change password
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
