import type { ApiKey, CreatedKey, Limits } from '@equipoise/sdk'
import { ActionIcon, Menu, Modal, Text, TextInput } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api.ts'
import { Choice } from '../shell/choice.tsx'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { Form } from '../shell/form.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'
import { LimitForm } from './key-limits.tsx'

interface KeyActionsProps {
  readonly apiKey: ApiKey
  readonly show: (key: CreatedKey) => void
  /** Moves the focus after the key has gone from the list. */
  readonly goOn: () => void
}

export function KeyActions({ apiKey, show, goOn }: KeyActionsProps) {
  const [asked, setAsked] = useState<'rename' | 'limit' | 'rotate' | 'revoke'>()
  const close = () => setAsked(undefined)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${apiKey.name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsked('rename')}>Rename…</Menu.Item>
          <Menu.Item onClick={() => setAsked('limit')}>Limits…</Menu.Item>
          <Menu.Item onClick={() => setAsked('rotate')}>Rotate…</Menu.Item>
          <Menu.Item c="var(--mantine-color-error)" onClick={() => setAsked('revoke')}>
            Revoke…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={asked === 'rename'} onClose={close} title={`Rename “${apiKey.name}”`} centered>
        <Rename apiKey={apiKey} close={close} />
      </Modal>
      <Modal opened={asked === 'limit'} onClose={close} title={`Limits of “${apiKey.name}”`} centered>
        <KeyLimits apiKey={apiKey} close={close} />
      </Modal>
      <Modal opened={asked === 'revoke'} onClose={close} title={`Revoke “${apiKey.name}”?`} centered>
        <Revoke apiKey={apiKey} close={close} goOn={goOn} />
      </Modal>
      <Modal opened={asked === 'rotate'} onClose={close} title={`Rotate “${apiKey.name}”?`} centered>
        <Rotate apiKey={apiKey} close={close} show={show} />
      </Modal>
    </>
  )
}

function Rename({ apiKey, close }: Pick<KeyActionsProps, 'apiKey'> & { close: () => void }) {
  const client = useClient()
  const cache = useQueryClient()
  const [name, setName] = useState(apiKey.name)
  const rename = useMutation({
    mutationFn: () => client.keys.change(apiKey.id, { name }),
    onSuccess: async () => {
      close()
      await cache.invalidateQueries({ queryKey: ['keys'] })
    },
  })
  return (
    <Form act={rename} fields={['name']}>
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        error={messageFor(rename.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <DialogButtons act={rename} label="Rename" close={close} isForm />
    </Form>
  )
}

function KeyLimits({ apiKey: { id, limits: before }, close }: Pick<KeyActionsProps, 'apiKey'> & { close: () => void }) {
  const { keys } = useClient()
  const cache = useQueryClient()
  const save = async (limits: Limits | null) => {
    await keys.change(id, { limits })
    await cache.invalidateQueries({ queryKey: ['keys'] })
  }
  return <LimitForm limits={before} whom="this key" save={save} close={close} />
}

function Revoke({ apiKey, close, goOn }: Pick<KeyActionsProps, 'apiKey' | 'goOn'> & { close: () => void }) {
  const client = useClient()
  const cache = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => client.keys.revoke(apiKey.id),
    onSuccess: async () => {
      close()
      await cache.invalidateQueries({ queryKey: ['keys'] })
      goOn()
    },
  })
  return (
    <>
      <Text size="sm" mb="md">
        Programs that still use {apiKey.key_prefix}… stop working at once. You cannot undo this.
      </Text>
      <Trouble error={revoke.error} />
      <DialogButtons act={revoke} label="Revoke" close={close} closeLabel="Keep it" isFinal />
    </>
  )
}

const GRACES = [
  { value: '86400', label: 'for another day' },
  { value: '604800', label: 'for another week' },
  { value: '0', label: 'no longer' },
]

/** The old key keeps working for a while, so that its users can switch to the new one. */
function Rotate({ apiKey, close, show }: Pick<KeyActionsProps, 'apiKey' | 'show'> & { close: () => void }) {
  const client = useClient()
  const cache = useQueryClient()
  const [grace, setGrace] = useState('86400')
  const rotate = useMutation({
    mutationFn: () => client.keys.rotate(apiKey.id, { grace_seconds: Number(grace) }),
    onSuccess: (created) => {
      close()
      show(created)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['keys'] }),
  })
  return (
    <>
      <Text size="sm" mb="md">
        You get a new key with the same name, scope and filter mode.
      </Text>
      <Choice label="The old key keeps working" data={GRACES} value={grace} onChange={setGrace} mb="md" />
      <Trouble error={rotate.error} />
      <DialogButtons act={rotate} label="Rotate" close={close} closeLabel="Not now" />
    </>
  )
}
