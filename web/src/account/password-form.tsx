import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api.ts'
import { Form } from '../shell/form.tsx'
import { PasswordField } from '../shell/password-field.tsx'
import { Section } from '../shell/section.tsx'
import { toast } from '../shell/toast.tsx'
import { messageFor } from '../shell/words.ts'

const EMPTY = { current_password: '', new_password: '' }

/** An account without a password, as after signing in through an identity provider, can set one soon after signing in. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const client = useClient()
  const cache = useQueryClient()
  const [form, setForm] = useState(EMPTY)
  const change = useMutation({
    mutationFn: () => client.auth.changePassword(form),
    onSuccess: async () => {
      setForm(EMPTY)
      toast({ title: 'Password changed', message: 'We signed you out everywhere else.' })
      await Promise.all([['sessions'], ['account']].map((queryKey) => cache.invalidateQueries({ queryKey })))
    },
  })
  return (
    <Section
      title="Password"
      about={
        hasPassword
          ? 'Changing it ends all your other sessions.'
          : 'You have no password, because you sign in through the identity provider. You can set one as well.'
      }
    >
      <Form act={change} fields={Object.keys(EMPTY)} signingIn>
        {hasPassword && (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            value={form.current_password}
            error={messageFor(change.error, 'current_password')}
            onChange={(event) => setForm({ ...form, current_password: event.currentTarget.value })}
          />
        )}
        <PasswordField
          label="New password"
          autoComplete="new-password"
          value={form.new_password}
          error={messageFor(change.error, 'new_password')}
          onChange={(event) => setForm({ ...form, new_password: event.currentTarget.value })}
        />
        <Button type="submit" variant="default" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          {hasPassword ? 'Change password' : 'Set a password'}
        </Button>
      </Form>
    </Section>
  )
}
