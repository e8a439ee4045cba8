import type { Webhook, WebhookWithSecret } from '@equipoise/sdk'
import { ActionIcon, Menu, Modal, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api.ts'
import { DialogButtons, type DialogButtonsProps } from '../shell/dialog-buttons.tsx'
import { Trouble, tellTrouble } from '../shell/trouble.tsx'
import { WebhookForm } from './webhook-form.tsx'

export interface WebhookCardProps {
  readonly webhook: Webhook
  readonly show: (webhook: WebhookWithSecret) => void
  /** Moves the focus after the webhook has gone from the list. */
  readonly goOn: () => void
}

export function WebhookActions({ webhook, show, goOn }: WebhookCardProps) {
  const { id, url, description, disabled_at } = webhook
  const client = useClient()
  const cache = useQueryClient()
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'delete'>()
  const close = () => setAsked(undefined)
  const onSuccess = async () => {
    close()
    await cache.invalidateQueries({ queryKey: ['webhooks'] })
  }
  const disable = useMutation({
    mutationFn: () => client.webhooks.change(id, { enabled: false }),
    onSuccess,
    onError: (error) => tellTrouble(error, 'It could not be switched off'),
  })
  const rotate = useMutation({
    mutationFn: () => client.webhooks.rotate(id),
    onSuccess: (changed) => {
      close()
      show(changed)
    },
  })
  const remove = useMutation({ mutationFn: () => client.webhooks.delete(id), onSuccess: () => onSuccess().then(goOn) })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${description || url}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsked('edit')}>Edit…</Menu.Item>
          <Menu.Item onClick={() => setAsked('rotate')}>New secret…</Menu.Item>
          {!disabled_at && <Menu.Item onClick={() => disable.mutate()}>Switch off</Menu.Item>}
          <Menu.Item c="var(--mantine-color-error)" onClick={() => setAsked('delete')}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={asked === 'edit'} onClose={close} title="Edit the webhook" centered>
        <WebhookForm webhook={webhook} done={close} />
      </Modal>
      <Question
        opened={asked === 'rotate'}
        close={close}
        title="Create a new secret?"
        act={rotate}
        label="Create secret"
      >
        For one day we sign every event with the old secret too, so you can change your receiver meanwhile.
      </Question>
      <Question
        opened={asked === 'delete'}
        close={close}
        title="Delete this webhook?"
        act={remove}
        label="Delete"
        isFinal
      >
        Its log is deleted too, and events that wait are not sent. You cannot undo this.
      </Question>
    </>
  )
}

interface QuestionProps extends DialogButtonsProps {
  readonly act: DialogButtonsProps['act'] & { readonly error: unknown }
  readonly opened: boolean
  readonly title: string
  readonly children: string
}

function Question({ opened, title, children, ...buttons }: QuestionProps) {
  return (
    <Modal opened={opened} onClose={buttons.close} title={title} centered>
      <Text size="sm" mb="md">
        {children}
      </Text>
      <Trouble error={buttons.act.error} />
      <DialogButtons {...buttons} closeLabel="Not now" />
    </Modal>
  )
}
