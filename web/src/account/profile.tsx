import type { Account } from '@equipoise/sdk'
import { Badge, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api.ts'
import { formatDay } from '../format.ts'
import { EmailField } from '../shell/email-field.tsx'
import { Form } from '../shell/form.tsx'
import { PasswordField } from '../shell/password-field.tsx'
import { PlanBadge } from '../shell/plan-badge.tsx'
import { Section } from '../shell/section.tsx'
import { toast } from '../shell/toast.tsx'
import { messageFor } from '../shell/words.ts'
import { CodeField } from './code-field.tsx'

type Asked = 'name' | 'email'

export function Profile({ account }: { account: Account }) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Section title="Profile">
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
          {account.name && <Text fw={550}>{account.name}</Text>}
          <Text>{account.email}</Text>
          <Text size="sm" c="dimmed">
            Since {formatDay(account.created_at)}
          </Text>
        </div>
        <Stack gap={6} align="flex-end" style={{ flexShrink: 0 }}>
          <PlanBadge plan={account.plan} />
          {account.email_verified && (
            <Badge variant="light" radius="sm" tt="none">
              email confirmed
            </Badge>
          )}
        </Stack>
      </Group>
      <Group mt="md" gap="xs">
        <Button variant="default" size="xs" onClick={() => setAsked('name')}>
          Change name
        </Button>
        <Button variant="default" size="xs" onClick={() => setAsked('email')}>
          Change email
        </Button>
      </Group>
      <Modal opened={asked === 'name'} onClose={close} title="Change your name" centered>
        <NameForm name={account.name ?? ''} close={close} />
      </Modal>
      <Modal opened={asked === 'email'} onClose={close} title="Change your email address" centered>
        <EmailForm account={account} close={close} />
      </Modal>
    </Section>
  )
}

/** A mutation that updates the shown account with the response. */
function useChange(send: () => Promise<Account>, done: (account: Account) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async (account) => {
      cache.setQueryData(['account'], account)
      done(account)
      await cache.invalidateQueries({ queryKey: ['audit'] })
    },
  })
}

function NameForm({ name: before, close }: { name: string; close: () => void }) {
  const client = useClient()
  const [name, setName] = useState(before)
  const change = useChange(() => client.auth.change({ name }), close)
  return (
    <Form act={change} fields={['name']}>
      <TextInput
        label="Name"
        autoComplete="name"
        data-autofocus
        value={name}
        error={messageFor(change.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={change.isPending}>
        Save name
      </Button>
    </Form>
  )
}

function EmailForm({ account, close }: { account: Account; close: () => void }) {
  const client = useClient()
  const [form, setForm] = useState({ email: '', password: '', code: '' })
  const change = useChange(
    () => client.auth.changeEmail(account.second_factor ? form : { email: form.email, password: form.password }),
    ({ email }) => {
      toast({ message: `From now on you sign in with ${email}.` })
      close()
    },
  )
  return (
    <Form act={change} fields={['email', 'password', 'code']} signingIn>
      <EmailField
        value={form.email}
        error={messageFor(change.error, 'email')}
        onChange={(email) => setForm({ ...form, email })}
      />
      {account.has_password && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={form.password}
          error={messageFor(change.error, 'password')}
          onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
        />
      )}
      {account.second_factor && (
        <CodeField
          value={form.code}
          error={messageFor(change.error, 'code')}
          onChange={(code) => setForm({ ...form, code })}
        />
      )}
      <Button type="submit" loading={change.isPending}>
        Save email
      </Button>
    </Form>
  )
}
