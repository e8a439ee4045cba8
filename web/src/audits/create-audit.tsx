import { Button, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient, useUsage } from '../api.ts'
import { Choice } from '../shell/choice.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'
import { costOf } from './audit-words.ts'

const PAIRS_DEFAULT = 200
const PAIRS_MAX = 468

/** The cost stands above the button, so nobody starts what they cannot pay for. */
export function CreateAudit({ done }: { done: () => void }) {
  const client = useClient()
  const cache = useQueryClient()
  const models = useQuery({
    queryKey: ['models'],
    queryFn: async ({ signal }) => (await client.v1.models({ signal })).data.map(({ id }) => id),
  })
  const { data: usage } = useUsage()
  const remaining = usage?.endpoints['ai/chat'].remaining ?? null
  const most = remaining === null ? PAIRS_DEFAULT : Math.min(PAIRS_DEFAULT, Math.floor(remaining / 2))
  const [chosen, setModel] = useState<string>()
  const [given, setPairs] = useState<number>()
  const [seed, setSeed] = useState('equipoise')
  const model = chosen ?? models.data?.[0]
  const pairs = given ?? Math.max(1, most)
  const create = useMutation({
    mutationFn: () => client.audits.create({ model, sample: pairs, seed: seed.trim() }),
    onSuccess: async () => {
      done()
      await cache.invalidateQueries({ queryKey: ['audits'] })
      await cache.invalidateQueries({ queryKey: ['usage'] })
    },
  })
  const isTooMuch = remaining !== null && 2 * pairs > remaining
  return (
    <form onSubmit={(event) => submit(event, create.mutate)} noValidate>
      <Stack>
        <Trouble error={create.error ?? models.error} fields={['model', 'sample', 'seed']} />
        <Choice
          label="Model"
          data={models.data ?? []}
          value={model ?? ''}
          error={messageFor(create.error, 'model')}
          onChange={setModel}
        />
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
          description="Draws the pairs. The same seed draws the same ones."
          value={seed}
          error={messageFor(create.error, 'seed')}
          onChange={(event) => setSeed(event.currentTarget.value)}
        />
        <Text size="sm" c={isTooMuch ? 'red' : 'dimmed'} role="status">
          {costOf(pairs, remaining)}
        </Text>
        <Button type="submit" loading={create.isPending} disabled={!model || isTooMuch}>
          Start audit
        </Button>
      </Stack>
    </form>
  )
}

function submit(event: FormEvent, create: () => void): void {
  event.preventDefault()
  create()
}
