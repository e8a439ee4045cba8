// Assigns a list of participants at once, shows who is in which group, and reveals the group of one participant.
import type { Allocation, Assignment } from '@equipoise/sdk'
import { Button, Group, Table, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useClient } from '../api.ts'
import { formatCount, formatMoment } from '../format.ts'
import { Form } from '../shell/form.tsx'
import { participantsOf } from '../shell/read-lines.ts'
import { RowTable } from '../shell/row-table.tsx'
import { Section } from '../shell/section.tsx'
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
    <Section title="Assign a list" isSmall>
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
    </Section>
  )
}

export function PeopleTable({ allocation: { id, assigned, invalidated, rights } }: { allocation: Allocation }) {
  const client = useClient()
  const { data: people = [], error } = useQuery({
    queryKey: ['allocation', id, 'people', assigned, invalidated],
    queryFn: ({ signal }) => client.allocations.assignments(id, { limit: SHOWN_MAX }, { signal }),
    enabled: assigned > 0,
  })
  if (assigned === 0) return null
  const isSeen = rights.includes('see_arms')
  const hasStrata = people.some(({ stratum }) => stratum !== '')
  return (
    <Section title="Participants" isSmall>
      <Trouble error={error} />
      <Table.ScrollContainer minWidth={0} mah={420}>
        <RowTable
          columns={['Participant', ...(hasStrata ? ['Stratum'] : []), ...(isSeen ? ['Group'] : []), 'Assigned']}
          rows={people.map(({ participant, stratum, arm, assigned_at, invalidated_at }) => ({
            key: participant,
            cells: [
              invalidated_at === null ? participant : `${participant} (assigned in error)`,
              ...(hasStrata ? [stratum] : []),
              ...(isSeen ? [arm] : []),
              formatMoment(assigned_at),
            ],
          }))}
        />
      </Table.ScrollContainer>
      {assigned > SHOWN_MAX && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {formatCount(SHOWN_MAX)} of {formatCount(assigned)}. The export has all of them.
        </Text>
      )}
    </Section>
  )
}

export function Unblind({ allocation: { id } }: { allocation: Allocation }) {
  const client = useClient()
  return (
    <ReasonForm
      id={id}
      title="Unblind one participant"
      what="Shows the group of one participant. Your name, the time and the reason stay in the log."
      label="Participant to unblind"
      action="Unblind"
      act={(wish) => client.allocations.unblind(id, wish)}
      told={({ participant, arm }) => (
        <>
          {participant} belongs to <b>{arm}</b>.
        </>
      )}
    />
  )
}

export function Invalidate({ allocation: { id, block } }: { allocation: Allocation }) {
  const client = useClient()
  const next = block === 'minimisation' ? 'Minimisation still counts them.' : 'The next person gets the next place.'
  return (
    <ReasonForm
      id={id}
      title="Assigned in error"
      what={`For somebody who should not have been enrolled. They keep their place and stay in all lists, marked, with your name and the reason. ${next} This cannot be undone.`}
      label="Participant assigned in error"
      action="Mark as an error"
      act={(wish) => client.allocations.invalidate(id, wish)}
      told={({ participant }) => <>{participant} no longer counts.</>}
    />
  )
}

interface ReasonFormProps {
  readonly id: string
  readonly title: string
  readonly what: string
  readonly label: string
  readonly action: string
  readonly act: (wish: { participant: string; reason: string }) => Promise<Assignment>
  readonly told: (assignment: Assignment) => ReactNode
}

/** Something that is done to one participant, with a reason for the log. */
function ReasonForm({ id, title, what, label, action, act, told }: ReasonFormProps) {
  const cache = useQueryClient()
  const [given, setGiven] = useState({ participant: '', reason: '' })
  const acting = useMutation({
    mutationFn: () => act(given),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['allocation', id] }),
  })
  return (
    <Section title={title} isSmall about={what}>
      <Form act={acting} fields={['participant', 'reason']} gap="sm">
        <TextInput
          label={label}
          value={given.participant}
          error={messageFor(acting.error, 'participant')}
          onChange={(event) => setGiven({ ...given, participant: event.currentTarget.value })}
        />
        <TextInput
          label="Reason"
          description="At least 10 characters."
          value={given.reason}
          error={messageFor(acting.error, 'reason')}
          onChange={(event) => setGiven({ ...given, reason: event.currentTarget.value })}
        />
        <Group justify="space-between">
          <Text aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
            {acting.data && told(acting.data)}
          </Text>
          <Button type="submit" variant="default" loading={acting.isPending}>
            {action}
          </Button>
        </Group>
      </Form>
    </Section>
  )
}
