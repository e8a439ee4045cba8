// Who works on an allocation besides its owner, and its activity.
import type { Allocation, AllocationEvent, AllocationMember } from '@equipoise/sdk'
import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api.ts'
import { formatMoment } from '../format.ts'
import { Form } from '../shell/form.tsx'
import { ShowMore, usePages } from '../shell/pages.tsx'
import { RowTable } from '../shell/row-table.tsx'
import { Section } from '../shell/section.tsx'
import { Trouble, tellTrouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'

type Right = AllocationMember['rights'][number]

const RIGHTS: readonly { value: Right; label: string }[] = [
  { value: 'enrol', label: 'Enrol participants' },
  { value: 'see_arms', label: 'See the groups' },
  { value: 'unblind', label: 'Unblind one participant' },
]
const EVENTS: Record<AllocationEvent['event'], string> = {
  member_set: 'Changed the rights of',
  assigned: 'Assigned',
  member_removed: 'Removed',
  unblinded: 'Unblinded',
  invalidated: 'Marked as assigned in error:',
  closed: 'Closed the allocation',
}

export function Team({ allocation: { id } }: { allocation: Allocation }) {
  const client = useClient()
  const cache = useQueryClient()
  const [email, setEmail] = useState('')
  const [rights, setRights] = useState<Right[]>(['enrol'])
  const refresh = () => cache.invalidateQueries({ queryKey: ['allocation', id] })
  const members = useQuery({ queryKey: ['allocation', id, 'members'], queryFn: () => client.allocations.members(id) })
  const set = useMutation({
    mutationFn: () => client.allocations.setMember(id, { email: email.trim(), rights }),
    onSuccess: () => {
      setEmail('')
      return refresh()
    },
  })
  const remove = useMutation({
    mutationFn: (address: string) => client.allocations.removeMember(id, address),
    onSuccess: refresh,
    onError: (error) => tellTrouble(error, 'The member could not be removed'),
  })
  return (
    <Section
      title="People with access"
      isSmall
      about="They need an account with a confirmed email address. Without “See the groups” they see no groups, counts or receipts."
    >
      <Trouble error={members.error} />
      <MemberList members={members.data ?? []} remove={(address) => remove.mutate(address)} />
      <Form act={set} fields={['email', 'rights']} gap="sm">
        <TextInput
          label="Email address"
          type="email"
          value={email}
          error={messageFor(set.error, 'email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Checkbox.Group value={rights} onChange={(value) => setRights(value as Right[])}>
          <Group gap="md">
            {RIGHTS.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={set.isPending} disabled={rights.length === 0}>
            Give access
          </Button>
        </Group>
      </Form>
    </Section>
  )
}

function MemberList({ members, remove }: { members: readonly AllocationMember[]; remove(email: string): void }) {
  return (
    <Stack gap={6} mb="sm">
      {members.map(({ email, rights }) => (
        <Group key={email} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {email} · {rights.map(labelOf).join(', ')}
          </Text>
          <ActionIcon variant="subtle" color="red" aria-label={`Remove ${email}`} onClick={() => remove(email)}>
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  )
}

export function EventLog({ allocation: { id } }: { allocation: Allocation }) {
  const client = useClient()
  const list = usePages<AllocationEvent>(['allocation', id, 'events'], (page) => client.allocations.events(id, page))
  if (!list.items?.length) return null
  return (
    <Section title="Log" isSmall>
      <RowTable
        columns={['When', 'Who', 'What']}
        rows={list.items.map(({ id: number, at, actor, event, subject, reason }) => ({
          key: number,
          cells: [
            formatMoment(at),
            actor,
            <div key="what">
              {EVENTS[event]} {subject}
              {reason && (
                <Text size="sm" c="dimmed">
                  {event === 'member_set' ? 'Now: ' : 'Reason: '}
                  {wordsFor(event, reason)}
                </Text>
              )}
            </div>,
          ],
        }))}
      />
      <ShowMore list={list} />
    </Section>
  )
}

function labelOf(right: string): string {
  return (RIGHTS.find(({ value }) => value === right)?.label ?? right).toLowerCase()
}

function wordsFor(event: AllocationEvent['event'], reason: string): string {
  return event === 'member_set' ? reason.split(', ').map(labelOf).join(', ') : reason
}
