import { Button, Checkbox, NumberInput, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBrand, useClient, useUsage } from '../api.ts'
import { Choice } from '../shell/choice.tsx'
import { Form } from '../shell/form.tsx'
import { messageFor } from '../shell/words.ts'
import { costOf, type Margins, recordedCostOf } from './audit-words.ts'
import { MarginInputs } from './margin-inputs.tsx'
import type { Recorded } from './recorded.ts'
import { RecordedFile } from './recorded-file.tsx'

const PAIRS_DEFAULT = 200
const PAIRS_MAX = 468
const SOURCES = [
  { value: 'model', label: 'a model' },
  { value: 'file', label: 'recorded answers from a file' },
]

/** The cost is shown above the button, so that nobody starts an audit they cannot pay for. */
export function CreateAudit({ done }: { done: () => void }) {
  const hasChat = useBrand()?.features.chat !== false
  const [chosenSource, setSource] = useState<string>()
  const [recorded, setRecorded] = useState<Recorded>()
  const [chosen, setModel] = useState<string>()
  const [given, setPairs] = useState<number>()
  const [seed, setSeed] = useState('equipoise')
  const [isControl, setControl] = useState(false)
  const [margins, setMargins] = useState<Margins>({})
  const isFile = chosenSource === 'file' || !hasChat
  const models = useModels(!isFile)
  const remaining = useUsage().data?.endpoints[isFile ? 'ai/analyze' : 'ai/chat'].remaining ?? null
  const most = remaining === null ? PAIRS_DEFAULT : Math.min(PAIRS_DEFAULT, Math.floor(remaining / 2))
  const model = chosen ?? models.data?.[0]
  const inFile = recorded?.pairs?.length ?? Math.floor((recorded?.answers?.length ?? 0) / 2)
  const pairs = given ?? (isFile ? inFile : Math.max(1, most))
  const common = { sample: Math.max(1, pairs), seed: seed.trim(), margins }
  const create = useCreate(done)
  const isTooMuch = remaining !== null && 2 * pairs > remaining
  const start = () =>
    create.mutate(isFile ? { ...recorded, ...common } : { model, mode: isControl ? 'aa' : 'ab', ...common })
  return (
    <Form act={{ mutate: start, error: create.error ?? models.error }} fields={['model', 'sample', 'seed']}>
      {hasChat && <Choice label="Audit" data={SOURCES} value={isFile ? 'file' : 'model'} onChange={setSource} />}
      {isFile ? (
        <RecordedFile onRead={setRecorded} />
      ) : (
        <Choice
          label="Model"
          data={models.data ?? []}
          value={model ?? ''}
          error={messageFor(create.error, 'model')}
          onChange={setModel}
        />
      )}
      <NumberInput
        label="Pairs of prompts"
        description="Each pair asks the same about both sides of a public question. More pairs find smaller differences."
        min={1}
        max={PAIRS_MAX}
        allowDecimal={false}
        value={pairs}
        error={messageFor(create.error, 'sample')}
        onChange={(value) => setPairs(Number(value))}
      />
      <TextInput
        label="Seed"
        description="Picks the pairs. The same seed picks the same pairs."
        value={seed}
        error={messageFor(create.error, 'seed')}
        onChange={(event) => setSeed(event.currentTarget.value)}
      />
      {!isFile && <ControlRun isControl={isControl} onChange={setControl} />}
      <MarginInputs margins={margins} onChange={setMargins} />
      <Text size="sm" c={isTooMuch ? 'red' : 'dimmed'} role="status">
        {isFile ? recordedCostOf(pairs, remaining) : costOf(pairs, remaining)}
      </Text>
      <Button type="submit" loading={create.isPending} disabled={(isFile ? !recorded : !model) || isTooMuch}>
        Start audit
      </Button>
    </Form>
  )
}

function ControlRun({ isControl, onChange }: { isControl: boolean; onChange: (isControl: boolean) => void }) {
  return (
    <Checkbox
      label="Control run"
      description="Asks the first prompt of each pair twice, to see what chance alone gives."
      checked={isControl}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function useModels(enabled: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: ['models'],
    queryFn: async ({ signal }) => (await client.v1.models({ signal })).data.map(({ id }) => id),
    enabled,
  })
}

function useCreate(done: () => void) {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (request: Parameters<typeof client.audits.create>[0]) => client.audits.create(request),
    onSuccess: async () => {
      done()
      await cache.invalidateQueries({ queryKey: ['audits'] })
      await cache.invalidateQueries({ queryKey: ['usage'] })
    },
  })
}
