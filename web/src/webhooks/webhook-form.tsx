import type { Webhook, WebhookWithSecret } from '@equipoise/sdk'
import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api.ts'
import { Form } from '../shell/form.tsx'
import { messageFor } from '../shell/words.ts'
import { EVENTS } from './webhook-words.ts'

interface WebhookFormProps {
  /** The webhook to change; a new one if it is left out. */
  readonly webhook?: Webhook
  readonly done: (webhook: Webhook | WebhookWithSecret) => void
}

export function WebhookForm({ webhook, done }: WebhookFormProps) {
  const client = useClient()
  const cache = useQueryClient()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [events, setEvents] = useState(webhook?.events ?? [])
  const [isAll, setAll] = useState(events.length === 0)
  const save = useMutation({
    mutationFn: () => {
      const wish = { url: url.trim(), description, events: isAll ? [] : events }
      return webhook ? client.webhooks.change(webhook.id, wish) : client.webhooks.create(wish)
    },
    onSuccess: async (saved) => {
      done(saved)
      await cache.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  return (
    <Form act={save} fields={['url', 'description']}>
      <TextInput
        label="Address"
        description="Starts with https:// and is on the public internet"
        placeholder="https://example.org/events"
        type="url"
        data-autofocus
        value={url}
        error={messageFor(save.error, 'url')}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <TextInput
        label="Description"
        description="Where it’s used, so you can recognise it later"
        value={description}
        error={messageFor(save.error, 'description')}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Checkbox
        label="All events"
        description="Including events that we add later"
        checked={isAll}
        onChange={(event) => setAll(event.currentTarget.checked)}
      />
      {!isAll && (
        <Stack gap="xs" ml="lg">
          {EVENTS.map(({ type, label, description: about }) => (
            <Checkbox
              key={type}
              label={label}
              description={about}
              checked={events.includes(type)}
              onChange={(event) => {
                const others = events.filter((one) => one !== type)
                setEvents(event.currentTarget.checked ? [...others, type] : others)
              }}
            />
          ))}
        </Stack>
      )}
      <Button type="submit" loading={save.isPending} disabled={!isAll && events.length === 0}>
        {webhook ? 'Save' : 'Add'}
      </Button>
    </Form>
  )
}
