// Assigns a list of participants at once, shows who is in which group, and reveals the group of one participant.
import type { Allocation } from '@equipoise/sdk'
import { Button, Card, Group, Table, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api.ts'
import { formatCount, formatMoment } from '../format.ts'
import { Form } from '../shell/form.tsx'
import { participantsOf } from '../shell/read-lines.ts'
import { RowTable } from '../shell/row-table.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'

const SHOWN_MAX = 200
const LIST_MAX = 500

/** Paste one participant per line: "P-017", "P-017; Porto", or "P-017; female; Porto" for factors. */
export function PasteList({ allocation }: { allocation: Allocation }) {
  const { id, strata_total: strata, factors } = allocation
  const client = useClient()
  const cache = useQueryClient()
  const [text, setText] = useState('')
  const people = participantsOf(text, factors)
  const assign = useMutation({
    mutationFn: () => client.allocations.assignAll(id, { participants: people }),
    onSuccess: async () => {
      setText('')
      await cache.invalidateQueries({ queryKey: ['allocation', id] })
    },
  })
  const parts = factors ? factors.map(({ name }) => name) : strata > 1 ? ['stratum'] : []
  return (
    <Card>
      <Title order={2} size="h4" mb="sm">
        Assign a list
      </Title>
      <Form act={assign} gap="sm">
        <Textarea
          label="Participants"
          description={`One per line, up to ${LIST_MAX}${parts.length > 0 ? `, as: participant; ${parts.join('; ')}` : ''}. All of them are assigned, or none.`}
          autosize
          minRows={3}
          maxRows={12}
          value={text}
          error={
            people.length > LIST_MAX
              ? `These are ${formatCount(people.length)} people. Assign at most ${LIST_MAX} at once.`
              : undefined
          }
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="space-between">
          <Text size="sm" c="dimmed" aria-live="polite">
            {assign.data ? `${formatCount(assign.data.length)} assigned.` : ''}
          </Text>
          <Button
            type="submit"
            variant="default"
            loading={assign.isPending}
            disabled={people.length === 0 || people.length > LIST_MAX}
          >
            Assign {people.length > 0 ? formatCount(people.length) : 'all'}
          </Button>
        </Group>
      </Form>
    </Card>
  )
}

export function PeopleTable({ allocation: { id, assigned, rights } }: { allocation: Allocation }) {
  const client = useClient()
  const { data: people = [], error } = useQuery({
    queryKey: ['allocation', id, 'people', assigned],
    queryFn: ({ signal }) => client.allocations.assignments(id, { limit: SHOWN_MAX }, { signal }),
    enabled: assigned > 0,
  })
  if (assigned === 0) return null
  const isSeen = rights.includes('see_arms')
  const hasStrata = people.some(({ stratum }) => stratum !== '')
  return (
    <Card>
      <Title order={2} size="h4" mb="sm">
        Participants
      </Title>
      <Trouble error={error} />
      <Table.ScrollContainer minWidth={0} mah={420}>
        <RowTable
          columns={['Participant', ...(hasStrata ? ['Stratum'] : []), ...(isSeen ? ['Group'] : []), 'Assigned']}
          rows={people.map(({ participant, stratum, arm, assigned_at }) => ({
            key: participant,
            cells: [participant, ...(hasStrata ? [stratum] : []), ...(isSeen ? [arm] : []), formatMoment(assigned_at)],
          }))}
        />
      </Table.ScrollContainer>
      {assigned > SHOWN_MAX && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {formatCount(SHOWN_MAX)} of {formatCount(assigned)}. The export has all of them.
        </Text>
      )}
    </Card>
  )
}

export function Unblind({ allocation: { id } }: { allocation: Allocation }) {
  const client = useClient()
  const cache = useQueryClient()
  const [given, setGiven] = useState({ participant: '', reason: '' })
  const unblind = useMutation({
    mutationFn: () => client.allocations.unblind(id, given),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['allocation', id, 'events'] }),
  })
  return (
    <Card>
      <Title order={2} size="h4" mb={4}>
        Unblind one participant
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Shows the group of one participant. Your name, the time and the reason stay in the log.
      </Text>
      <Form act={unblind} fields={['participant', 'reason']} gap="sm">
        <TextInput
          label="Participant to unblind"
          value={given.participant}
          error={messageFor(unblind.error, 'participant')}
          onChange={(event) => setGiven({ ...given, participant: event.currentTarget.value })}
        />
        <TextInput
          label="Reason"
          description="At least 10 characters."
          value={given.reason}
          error={messageFor(unblind.error, 'reason')}
          onChange={(event) => setGiven({ ...given, reason: event.currentTarget.value })}
        />
        <Group justify="space-between">
          <Text aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
            {unblind.data && (
              <>
                {unblind.data.participant} belongs to <b>{unblind.data.arm}</b>.
              </>
            )}
          </Text>
          <Button type="submit" variant="default" loading={unblind.isPending}>
            Unblind
          </Button>
        </Group>
      </Form>
    </Card>
  )
}
