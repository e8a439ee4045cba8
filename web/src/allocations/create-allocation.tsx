import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api.ts'
import { Choice } from '../shell/choice.tsx'
import { Form } from '../shell/form.tsx'
import { armsOf, factorsOf, namesOf } from '../shell/read-lines.ts'
import { messageFor } from '../shell/words.ts'

type Block = 'permuted' | 'equilibrium' | 'big_stick' | 'minimisation'

/** How groups are kept even, and how often somebody who sees all earlier groups guesses the next one (a coin: 50 %). */
const BLOCKS: readonly { value: Block; label: string; guessed: string }[] = [
  {
    value: 'permuted',
    label: 'Random block sizes (recommended)',
    guessed:
      'Two groups differ by at most 4 people. Someone who sees earlier assignments can guess the next one 68% of the time.',
  },
  {
    value: 'big_stick',
    label: 'Chance, with a limit (big stick)',
    guessed:
      'Two groups differ by at most 4 people. Someone who sees earlier assignments can guess the next one 56% of the time.',
  },
  {
    value: 'minimisation',
    label: 'Balance factors such as sex and site (minimisation)',
    guessed:
      'Every level of every factor stays even. Someone who sees earlier assignments can guess the next one 72% of the time among 20 people, and 73 to 74% from 100 people on.',
  },
  {
    value: 'equilibrium',
    label: 'A sequence and its mirror',
    guessed: 'The second half of each block is predictable: use it only if nobody sees the groups.',
  },
]

export function CreateAllocation({ done }: { done: (id: string) => void }) {
  const client = useClient()
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [arms, setArms] = useState('Treatment\nControl')
  const [strata, setStrata] = useState('')
  const [block, setBlock] = useState<Block>('permuted')
  const [factors, setFactors] = useState('Sex: female, male\nAge: under 40, 40 and over')
  const isMinimised = block === 'minimisation'
  const create = useMutation({
    mutationFn: () => {
      const names = namesOf(strata)
      return client.allocations.create({
        name: name.trim(),
        arms: armsOf(arms),
        block,
        strata: names.length > 0 && !isMinimised ? names : undefined,
        factors: isMinimised ? factorsOf(factors) : undefined,
      })
    },
    onSuccess: async ({ id }) => {
      done(id)
      await cache.invalidateQueries({ queryKey: ['allocations'] })
    },
  })
  return (
    <Form act={create} fields={['name', 'arms', 'strata', 'factors']}>
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        error={messageFor(create.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Lines
        label="Groups"
        description="One per line. Add a weight for unequal groups: Treatment 2"
        value={arms}
        error={messageFor(create.error, 'arms')}
        onChange={setArms}
      />
      <RuleField block={block} change={setBlock} />
      {isMinimised ? (
        <Lines
          label="Factors"
          description="One per line, with its levels: Sex: female, male"
          value={factors}
          error={messageFor(create.error, 'factors')}
          onChange={setFactors}
        />
      ) : (
        <Lines
          label="Strata"
          description="Optional, one per line, such as sites. Each is balanced separately."
          value={strata}
          error={messageFor(create.error, 'strata')}
          onChange={setStrata}
        />
      )}
      <Button type="submit" loading={create.isPending}>
        Create
      </Button>
    </Form>
  )
}

function RuleField({ block, change }: { block: Block; change(block: Block): void }) {
  return (
    <Choice
      label="How groups are kept even"
      description={BLOCKS.find(({ value }) => value === block)?.guessed}
      data={BLOCKS.map(({ value, label }) => ({ value, label }))}
      value={block}
      onChange={(value) => change(value as Block)}
    />
  )
}

interface LinesProps {
  readonly label: string
  readonly description: string
  readonly value: string
  readonly error: string | undefined
  onChange(value: string): void
}

function Lines({ onChange, ...rest }: LinesProps) {
  return (
    <Textarea {...rest} autosize minRows={2} maxRows={10} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}
