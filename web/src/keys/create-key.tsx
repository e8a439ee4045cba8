import type { CreatedKey, FilterMode, Scope } from '@equipoise/sdk'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api.ts'
import { nowMs } from '../clock.ts'
import { DAY_MS } from '../format.ts'
import { Choice } from '../shell/choice.tsx'
import { Form } from '../shell/form.tsx'
import { messageFor } from '../shell/words.ts'

const SCOPES: { value: Scope; label: string }[] = [
  { value: 'full', label: 'Full: everything a key can do' },
  { value: 'compute', label: 'Compute: balanced sequences and sweeps only' },
  { value: 'draws', label: 'Draws: sequences, draws, commitments and allocations' },
  { value: 'ai', label: 'AI: text analysis, chat and proxy' },
  { value: 'read-only', label: 'Read-only: requests that only read; sweeps still use compute units' },
]

const MODES: { value: FilterMode | ''; label: string }[] = [
  { value: '', label: 'The default of this service' },
  { value: 'analyze', label: 'Analyze: score every answer' },
  { value: 'rebalance', label: 'Rebalance: if an answer is loaded, ask once more' },
  { value: 'strict', label: 'Strict: retry up to three times until the score reaches 0.7' },
]

const LIVES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

export function CreateKey({ done }: { done: (key: CreatedKey) => void }) {
  const client = useClient()
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('full')
  const [mode, setMode] = useState<FilterMode | ''>('')
  const [days, setDays] = useState('')
  const canAsk = scope === 'full' || scope === 'ai'
  const create = useMutation({
    mutationFn: () =>
      client.keys.create({
        name: name.trim() || undefined,
        scope,
        filter_mode: canAsk && mode !== '' ? mode : undefined,
        expires_at: days === '' ? undefined : new Date(nowMs() + Number(days) * DAY_MS).toISOString(),
      }),
    onSuccess: async (created) => {
      done(created)
      await cache.invalidateQueries({ queryKey: ['keys'] })
    },
  })
  return (
    <Form act={create} fields={['name', 'scope', 'filter_mode', 'expires_at']}>
      <TextInput
        label="Name"
        description="Where it’s used, so you can recognise it later"
        placeholder="Default Key"
        data-autofocus
        value={name}
        error={messageFor(create.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Choice
        label="Scope"
        data={SCOPES}
        value={scope}
        error={messageFor(create.error, 'scope')}
        onChange={(value) => setScope(SCOPES.find((one) => one.value === value)?.value ?? 'full')}
      />
      {canAsk && <ModeField mode={mode} setMode={setMode} error={messageFor(create.error, 'filter_mode')} />}
      <Choice
        label="Expires"
        data={LIVES}
        value={days}
        error={messageFor(create.error, 'expires_at')}
        onChange={setDays}
      />
      <Button type="submit" loading={create.isPending}>
        Create
      </Button>
    </Form>
  )
}

interface ModeFieldProps {
  readonly mode: FilterMode | ''
  readonly setMode: (mode: FilterMode | '') => void
  readonly error: string | undefined
}

function ModeField({ mode, setMode, error }: ModeFieldProps) {
  return (
    <Choice
      label="Filter mode"
      description="For requests with this key that do not choose one"
      data={MODES}
      value={mode}
      error={error}
      onChange={(value) => setMode(MODES.find((one) => one.value === value)?.value ?? '')}
    />
  )
}
