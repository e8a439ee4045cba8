import type { Identity } from '@equipoise/sdk'
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useBrand, useClient } from '../api.ts'
import { formatAgo, formatDay } from '../format.ts'
import { Form } from '../shell/form.tsx'
import { PasswordField } from '../shell/password-field.tsx'
import { Section } from '../shell/section.tsx'
import { toast } from '../shell/toast.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'
import { identityName } from './identity-name.ts'

/** The identities that can sign in to this account. Shows nothing if there is neither an identity provider nor an identity. */
export function Identities() {
  const client = useClient()
  const name = useBrand()?.features.oidc
  const isConfirmed = useAccount()?.email_verified ?? false
  const [asked, setAsked] = useState<Identity | 'connect'>()
  const { data, error, refetch } = useQuery({
    queryKey: ['identities'],
    queryFn: ({ signal }) => client.auth.identities({ signal }),
    staleTime: 0,
  })
  if (!name && (data ?? []).length === 0) return null
  const close = () => setAsked(undefined)
  return (
    <Section
      title="Connected identities"
      about={
        name
          ? `Sign in to this account with ${name}.`
          : 'This service no longer has an identity provider to sign in with.'
      }
    >
      <Trouble error={error} retry={() => refetch()} />
      {data ? <List identities={data} remove={setAsked} /> : !error && <Skeleton h={60} />}
      {name && (
        <Stack gap={6} mt="md" align="flex-start">
          <Button variant="default" size="xs" disabled={!isConfirmed} onClick={() => setAsked('connect')}>
            Connect {name}
          </Button>
          {!isConfirmed && (
            <Text size="sm" c="dimmed">
              Confirm your email address first.
            </Text>
          )}
        </Stack>
      )}
      <Modal opened={asked === 'connect'} onClose={close} title={`Connect ${name}`} centered>
        <Connect name={name ?? ''} />
      </Modal>
      <Modal opened={typeof asked === 'object'} onClose={close} title="Remove this identity?" centered>
        {typeof asked === 'object' && <Remove identity={asked} close={close} />}
      </Modal>
    </Section>
  )
}

function List({ identities, remove }: { identities: readonly Identity[]; remove: (identity: Identity) => void }) {
  if (identities.length === 0) return <Text size="sm">None yet.</Text>
  return (
    <Stack gap="md">
      {identities.map((identity) => (
        <Group key={identity.id} justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={550}>
              {identityName(identity)}
            </Text>
            <Text size="xs" c="dimmed">
              Connected on {formatDay(identity.created_at)} ·{' '}
              {identity.last_used_at ? `used ${formatAgo(identity.last_used_at)}` : 'never used'}
            </Text>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Remove ${identityName(identity)}`}
            style={{ flexShrink: 0 }}
            onClick={() => remove(identity)}
          >
            Remove
          </Button>
        </Group>
      ))}
    </Stack>
  )
}

function Connect({ name }: { name: string }) {
  const client = useClient()
  const [password, setPassword] = useState('')
  const connect = useMutation({
    mutationFn: () => client.auth.connectProvider(password),
    onSuccess: ({ authorization_url: url }) => window.location.assign(url),
  })
  return (
    <PasswordDialog
      text={`You continue at ${name} and come back here. From then on, that identity can sign in to this account.`}
      button="Continue"
      act={connect}
      password={password}
      type={setPassword}
    />
  )
}

function Remove({ identity, close }: { identity: Identity; close: () => void }) {
  const client = useClient()
  const cache = useQueryClient()
  const [password, setPassword] = useState('')
  const remove = useMutation({
    mutationFn: () => client.auth.removeIdentity(identity.id, password),
    onSuccess: async () => {
      toast({ title: 'Identity removed', message: 'Your other sessions are signed out.' })
      close()
      await Promise.all(
        [['identities'], ['sessions'], ['audit']].map((queryKey) => cache.invalidateQueries({ queryKey })),
      )
    },
  })
  return (
    <PasswordDialog
      text={`${identityName(identity)} can no longer sign in to this account. Your other sessions are signed out.`}
      button="Remove"
      act={remove}
      password={password}
      type={setPassword}
      danger
    />
  )
}

interface PasswordDialogProps {
  readonly text: string
  readonly button: string
  readonly act: { mutate(): void; readonly isPending: boolean; readonly error: unknown }
  readonly password: string
  readonly type: (password: string) => void
  readonly danger?: boolean
}

/** Says what will happen, and asks for the password if the account has one. */
function PasswordDialog({ text, button, act, password, type, danger = false }: PasswordDialogProps) {
  const hasPassword = useAccount()?.has_password ?? true
  return (
    <Form act={act} fields={['password']} signingIn>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {hasPassword && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={messageFor(act.error, 'password')}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )}
      <Button type="submit" loading={act.isPending} {...(danger ? { color: 'red.9' } : {})}>
        {button}
      </Button>
    </Form>
  )
}
