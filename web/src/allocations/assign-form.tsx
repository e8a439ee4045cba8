import type { Allocation, Assigned } from '@equipoise/sdk'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useClient } from '../api.ts'
import { Choice } from '../shell/choice.tsx'
import { Form } from '../shell/form.tsx'
import { Section } from '../shell/section.tsx'
import { messageFor } from '../shell/words.ts'

/** Assigns the next participant; after each one the field is empty again and keeps the focus. */
export function AssignForm({ allocation: { id, strata, strata_total, factors } }: { allocation: Allocation }) {
  const client = useClient()
  const cache = useQueryClient()
  const names = strata.map(({ stratum }) => stratum).filter((name) => name !== '')
  const [participant, setParticipant] = useState('')
  const [stratum, setStratum] = useState(names[0])
  const [levels, setLevels] = useState<Record<string, string>>({})
  const field = useRef<HTMLInputElement>(null)
  const assign = useMutation({
    mutationFn: () => client.allocations.assign(id, { participant, stratum, levels: factors ? levels : undefined }),
    onSuccess: async () => {
      setParticipant('')
      setLevels({})
      field.current?.focus()
      await cache.invalidateQueries({ queryKey: ['allocation', id] })
    },
  })
  return (
    <Section title="Assign a participant" isSmall>
      <Form act={assign} fields={['participant', 'stratum', ...(factors ?? []).map(({ name }) => name)]} gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            ref={field}
            label="Participant"
            placeholder="A code, such as P-017"
            value={participant}
            error={messageFor(assign.error, 'participant')}
            onChange={(event) => setParticipant(event.currentTarget.value)}
            style={{ flex: '3 1 180px' }}
          />
          {names.length > 0 && (
            <StratumField
              names={strata_total > names.length ? [] : names}
              value={stratum ?? ''}
              error={messageFor(assign.error, 'stratum')}
              onChange={(value) => setStratum(value === '' ? undefined : value)}
            />
          )}
          <LevelFields factors={factors ?? []} levels={levels} change={setLevels} error={assign.error} />
          <Button type="submit" loading={assign.isPending}>
            Assign
          </Button>
        </Group>
        <div aria-live="polite">{assign.data && <Result assigned={assign.data} />}</div>
      </Form>
    </Section>
  )
}

interface StratumFieldProps {
  /** None if there are too many to choose from: then it is typed. */
  readonly names: readonly string[]
  readonly value: string
  readonly error: string | undefined
  onChange(value: string): void
}

function StratumField({ names, onChange, ...field }: StratumFieldProps) {
  const shared = { label: 'Stratum', style: { flex: '1 1 160px' }, ...field }
  if (names.length === 0) return <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
  return <Choice {...shared} data={[{ value: '', label: 'Choose one' }, ...names]} onChange={onChange} />
}

interface LevelFieldsProps {
  readonly factors: NonNullable<Allocation['factors']>
  readonly levels: Readonly<Record<string, string>>
  readonly error: unknown
  change(levels: Record<string, string>): void
}

function LevelFields({ factors, levels, error, change }: LevelFieldsProps) {
  return factors.map((factor) => (
    <Choice
      key={factor.name}
      label={factor.name}
      data={[{ value: '', label: 'Choose one' }, ...factor.levels]}
      value={levels[factor.name] ?? ''}
      error={messageFor(error, factor.name)}
      onChange={(value) => change({ ...levels, [factor.name]: value })}
      style={{ flex: '1 1 140px' }}
    />
  ))
}

function Result({ assigned: { participant, arm, is_new } }: { assigned: Assigned }) {
  if (arm === null) {
    return <Text style={{ overflowWrap: 'anywhere' }}>{`${participant} is ${is_new ? '' : 'already '}enrolled.`}</Text>
  }
  return (
    <Text style={{ overflowWrap: 'anywhere' }}>
      {participant} {is_new ? 'belongs to' : 'was assigned before and belongs to'} <b>{arm}</b>.
    </Text>
  )
}
