import type { Audit } from '@equipoise/sdk'
import { Badge, Button, Card, Group, Modal, Progress, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../api.ts'
import { formatCount, formatMoment } from '../format.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { tellTrouble } from '../shell/trouble.tsx'
import { badgeOf, standingOf, titleOf } from './audit-words.ts'

export function AuditCard({ audit }: { audit: Audit }) {
  const { prompts, answered, seed, state, created_at } = audit
  const { label, color } = badgeOf(audit)
  return (
    <Card padding="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{titleOf(audit)}</bdi>
        </Text>
        <Badge variant="light" color={color} style={{ flexShrink: 0 }}>
          {label}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {formatCount(prompts / 2)} pairs · seed {seed} · started {formatMoment(created_at)}
      </Text>
      {state !== 'done' && (
        <Progress.Root size={8} radius="xl" mt="sm">
          <Progress.Section
            value={(100 * answered) / prompts}
            color="var(--eq-output)"
            aria-label={standingOf(audit)}
          />
        </Progress.Root>
      )}
      <Text size="sm" mt="sm" role={state === 'running' ? 'status' : undefined} style={{ overflowWrap: 'anywhere' }}>
        {standingOf(audit)}
      </Text>
      <Actions audit={audit} />
    </Card>
  )
}

function Actions({ audit: { id, state, provider } }: { audit: Audit }) {
  const client = useClient()
  const cache = useQueryClient()
  const [asking, modal] = useDisclosure(false)
  const change = useMutation({
    mutationFn: async (act: 'cancel' | 'resume' | 'delete') => {
      await client.audits[act](id)
    },
    onSuccess: async () => {
      modal.close()
      await cache.invalidateQueries({ queryKey: ['audits'] })
    },
    onError: (error) => tellTrouble(error, 'It could not be changed'),
  })
  const button = { size: 'compact-sm', variant: 'default', disabled: change.isPending } as const
  return (
    <Group gap="sm" mt="sm">
      {state === 'done' && (
        <Button {...button} component="a" href={`/audits/${id}/report?format=html`} target="_blank" rel="noreferrer">
          Open report
        </Button>
      )}
      {state === 'done' && (
        <Button {...button} component="a" href={`/audits/${id}/report`} download={`audit-${id}.json`}>
          Download JSON
        </Button>
      )}
      {(state === 'paused' || state === 'cancelled') && provider === null && (
        <Button {...button} onClick={() => change.mutate('resume')}>
          Resume
        </Button>
      )}
      {(state === 'running' || state === 'paused') && (
        <Button {...button} onClick={() => change.mutate('cancel')}>
          Cancel
        </Button>
      )}
      {state !== 'running' && (
        <Button {...button} onClick={modal.open}>
          Delete
        </Button>
      )}
      <Modal opened={asking} onClose={modal.close} title="Delete this audit?" centered>
        <Text size="sm">The prompts, the answers and the report are deleted. You cannot undo this.</Text>
        <DialogButtons
          act={{ ...change, mutate: () => change.mutate('delete') }}
          label="Delete audit"
          close={modal.close}
          closeLabel="Keep it"
          isFinal
        />
      </Modal>
    </Group>
  )
}
