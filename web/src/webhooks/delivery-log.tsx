import type { Webhook, WebhookDelivery } from '@equipoise/sdk'
import { Button, Code, Skeleton, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../api.ts'
import { formatMoment } from '../format.ts'
import { ShowMore, usePages } from '../shell/pages.tsx'
import { RowTable } from '../shell/row-table.tsx'
import { Trouble, tellTrouble } from '../shell/trouble.tsx'
import { labelOf, resultWords } from './webhook-words.ts'

const LOOK_MS = 3_000

/** What it was sent, the newest first; looks again while something is on its way. */
export function DeliveryLog({ webhook: { id, disabled_at } }: { webhook: Webhook }) {
  const client = useClient()
  const list = usePages<WebhookDelivery>(
    ['deliveries', id],
    (page) => client.webhooks.deliveries(id, page),
    (all) => all.some(({ state }) => state === 'waiting') && LOOK_MS,
  )
  const { items, error } = list
  if (error) return <Trouble error={error} retry={() => list.refetch()} />
  if (!items) return <Skeleton h={60} mt="sm" />
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed" mt="sm">
        Nothing was sent yet.
      </Text>
    )
  }
  return (
    <section style={{ marginTop: 12 }} aria-label="Log">
      <RowTable
        columns={['Event', 'When', 'Result', '']}
        rows={items.map((delivery) => ({
          key: delivery.id,
          cells: [
            <Event key="event" delivery={delivery} />,
            formatMoment(delivery.created_at),
            resultWords(delivery),
            disabled_at ? undefined : <Again key="again" webhookId={id} delivery={delivery} />,
          ],
        }))}
      />
      <ShowMore list={list} />
    </section>
  )
}

function Event({ delivery: { type, payload } }: { delivery: WebhookDelivery }) {
  return (
    <details>
      <summary>{labelOf(type)}</summary>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {JSON.stringify(payload, null, 2)}
      </Code>
    </details>
  )
}

function Again({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const client = useClient()
  const cache = useQueryClient()
  const resend = useMutation({
    mutationFn: () => client.webhooks.resend(webhookId, delivery.id),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['deliveries', webhookId] }),
    onError: (error) => tellTrouble(error, 'It was not sent again'),
  })
  return (
    <Button size="compact-sm" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
      Send again
    </Button>
  )
}
