// What the organiser of a prize draw does with it: draw, exclude, download.
import type { PrizeDraw } from '@equipoise/sdk'
import { Button, Card, Group, NumberInput, SimpleGrid, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useClient } from '../api.ts'
import { Choice } from '../shell/choice.tsx'
import { Form } from '../shell/form.tsx'
import { saveText } from '../shell/save-file.ts'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'

export function PrizeOwner({ prize, isPublic }: { prize: PrizeDraw; isPublic: boolean }) {
  const { id, state, has_names } = prize
  const client = useClient()
  const cache = useQueryClient()
  const [signature, setSignature] = useState('')
  const draw = useMutation({
    mutationFn: () => client.prizes.draw(id, signature.trim() ? { signature: signature.trim() } : {}),
    onSuccess: (drawn) => cache.setQueryData(['prize', id], drawn),
  })
  // While the organiser has the page open, such as for a live stream, the beacon's clock draws.
  const { mutate, isIdle } = draw
  const isDue = state === 'locked' && isPublic && isIdle
  useEffect(() => {
    if (isDue) mutate()
  }, [isDue, mutate])
  const file = useMutation({
    mutationFn: async (names: 'true' | 'false') =>
      saveText(`prize-draw-${id}.zip`, new Blob([await client.prizes.file(id, { names })]), 'application/zip'),
  })
  const codes = useMutation({
    mutationFn: async () => saveText(`codes-${id}.csv`, await client.prizes.codes(id), 'text/csv'),
  })
  return (
    <Card mt="lg">
      <Title order={2} size="h4" mb="sm">
        For you as the organiser
      </Title>
      <Trouble error={file.error ?? codes.error} />
      <Group>
        <Button loading={file.isPending} onClick={() => file.mutate('false')}>
          Download the file
        </Button>
        {has_names && (
          <>
            <Button variant="default" loading={file.isPending} onClick={() => file.mutate('true')}>
              Download it with names
            </Button>
            <Button variant="default" loading={codes.isPending} onClick={() => codes.mutate()}>
              Download the entrants’ codes
            </Button>
          </>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        Publish the address of this page before the draw, and send each entrant their own code. Anybody who has a code
        can read that entry, and no other.
      </Text>
      {state === 'locked' && isPublic && (
        <Form act={draw} fields={['signature']}>
          <TextInput
            mt="md"
            label="Signature of the round"
            description="Only if this service does not fetch rounds itself."
            value={signature}
            error={messageFor(draw.error, 'signature')}
            onChange={(event) => setSignature(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={draw.isPending}>
              Draw the winners
            </Button>
          </Group>
        </Form>
      )}
      <ExcludeForm id={id} />
    </Card>
  )
}

const KINDS = [
  { value: 'excluded', label: 'Cannot win' },
  { value: 'unclaimed', label: 'Did not claim the prize' },
] as const

function ExcludeForm({ id }: { id: string }) {
  const client = useClient()
  const cache = useQueryClient()
  const [position, setPosition] = useState<number | string>('')
  const [kind, setKind] = useState<'excluded' | 'unclaimed'>('excluded')
  const [reason, setReason] = useState('')
  const exclude = useMutation({
    mutationFn: () => client.prizes.exclude(id, { position: Number(position), kind, reason }),
    onSuccess: (changed) => {
      cache.setQueryData(['prize', id], changed)
      setPosition('')
      setReason('')
    },
  })
  return (
    <Form act={exclude} fields={['position', 'reason']}>
      <Title order={3} size="h5" mt="lg">
        Exclude an entry
      </Title>
      <Text size="sm" c="dimmed">
        The next one in the order takes its place. Everybody can read the reason, and when you gave it. It cannot be
        undone.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NumberInput
          label="Position"
          min={1}
          value={position}
          error={messageFor(exclude.error, 'position')}
          onChange={setPosition}
        />
        <Choice
          label="Why"
          data={[...KINDS]}
          value={kind}
          onChange={(value) => setKind(value === 'unclaimed' ? 'unclaimed' : 'excluded')}
        />
        <TextInput
          label="Reason"
          value={reason}
          error={messageFor(exclude.error, 'reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </SimpleGrid>
      <Group>
        <Button type="submit" variant="default" loading={exclude.isPending} disabled={position === '' || reason === ''}>
          Exclude
        </Button>
      </Group>
    </Form>
  )
}
