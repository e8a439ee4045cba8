import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../api.ts'
import { Choice } from '../shell/choice.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'
import { armsOf, namesOf } from './read-lines.ts'

const BLOCKS = [
  { value: 'permuted', label: 'Random block sizes (recommended)' },
  { value: 'equilibrium', label: 'A sequence and its mirror' },
]

export function CreateAllocation({ done }: { done: (id: string) => void }) {
  const client = useClient()
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [arms, setArms] = useState('Treatment\nControl')
  const [strata, setStrata] = useState('')
  const [block, setBlock] = useState<'permuted' | 'equilibrium'>('permuted')
  const create = useMutation({
    mutationFn: () => {
      const names = namesOf(strata)
      return client.allocations.create({
        name: name.trim(),
        arms: armsOf(arms),
        block,
        strata: names.length > 0 ? names : undefined,
      })
    },
    onSuccess: async ({ id }) => {
      done(id)
      await cache.invalidateQueries({ queryKey: ['allocations'] })
    },
  })
  return (
    <form onSubmit={(event) => submit(event, create.mutate)} noValidate>
      <Stack>
        <Trouble error={create.error} fields={['name', 'arms', 'strata']} />
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={messageFor(create.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Groups"
          description="One per line. Add a weight for unequal groups: Treatment 2"
          autosize
          minRows={2}
          maxRows={8}
          value={arms}
          error={messageFor(create.error, 'arms')}
          onChange={(event) => setArms(event.currentTarget.value)}
        />
        <Textarea
          label="Strata"
          description="Optional, one per line, such as sites. Each is balanced separately."
          autosize
          minRows={2}
          maxRows={8}
          value={strata}
          error={messageFor(create.error, 'strata')}
          onChange={(event) => setStrata(event.currentTarget.value)}
        />
        <Choice
          label="Blocks"
          data={BLOCKS}
          value={block}
          onChange={(value) => setBlock(value === 'equilibrium' ? 'equilibrium' : 'permuted')}
        />
        <Button type="submit" loading={create.isPending}>
          Create
        </Button>
      </Stack>
    </form>
  )
}

function submit(event: FormEvent, create: () => void): void {
  event.preventDefault()
  create()
}
