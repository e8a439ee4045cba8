import { Badge, Button, Card, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../api.ts'
import { formatDay } from '../format.ts'
import { Notice } from '../shell/notice.tsx'
import { tellTrouble } from '../shell/trouble.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookActions, type WebhookCardProps } from './webhook-actions.tsx'
import { eventsWords } from './webhook-words.ts'

export function WebhookCard({ webhook, show, goOn }: WebhookCardProps) {
  const { id, url, description, events, created_at, disabled_at } = webhook
  const client = useClient()
  const cache = useQueryClient()
  const [isOpen, log] = useDisclosure(false)
  const test = useMutation({
    mutationFn: () => client.webhooks.test(id),
    onSuccess: async () => {
      log.open()
      await cache.invalidateQueries({ queryKey: ['deliveries', id] })
    },
    onError: (error) => tellTrouble(error, 'The test event was not sent'),
  })
  return (
    <Card padding="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{description || url}</bdi>
        </Text>
        <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
          <StateBadge webhook={webhook} />
          <WebhookActions webhook={webhook} show={show} goOn={goOn} />
        </Group>
      </Group>
      {description && (
        <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
      )}
      <Text size="sm" c="dimmed" mt={4}>
        {eventsWords(events)} · added {formatDay(created_at)}
      </Text>
      <SwitchedOff webhook={webhook} />
      <Group gap="sm" mt="sm">
        <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={log.toggle}>
          {isOpen ? 'Hide log' : 'Show log'}
        </Button>
        {!disabled_at && (
          <Button size="compact-sm" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            Send test event
          </Button>
        )}
      </Group>
      {isOpen && <DeliveryLog webhook={webhook} />}
    </Card>
  )
}

function StateBadge({ webhook: { disabled_because } }: Pick<WebhookCardProps, 'webhook'>) {
  if (disabled_because === null) return <Badge variant="light">On</Badge>
  const isFailing = disabled_because === 'failing'
  return (
    <Badge variant="light" color={isFailing ? 'red' : 'gray'}>
      {isFailing ? 'Failed' : 'Off'}
    </Badge>
  )
}

/** Why it gets nothing, and the way back. */
function SwitchedOff({ webhook: { id, disabled_at, disabled_because } }: Pick<WebhookCardProps, 'webhook'>) {
  const client = useClient()
  const cache = useQueryClient()
  const enable = useMutation({
    mutationFn: () => client.webhooks.change(id, { enabled: true }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['webhooks'] }),
    onError: (error) => tellTrouble(error, 'It could not be switched on'),
  })
  if (!disabled_at) return null
  const isFailing = disabled_because === 'failing'
  return (
    <Group mt="sm" gap="sm">
      <Notice tone={isFailing ? 'warning' : 'info'}>
        {isFailing
          ? `We switched it off on ${formatDay(disabled_at)}, because events could not be delivered. The log says why.`
          : `You switched it off on ${formatDay(disabled_at)}. It gets no events.`}
      </Notice>
      <Button size="compact-sm" loading={enable.isPending} onClick={() => enable.mutate()}>
        Switch on
      </Button>
    </Group>
  )
}
