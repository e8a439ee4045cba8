import { computeUnits } from '@equipoise/engine/setting'
import type { SweepResult } from '@equipoise/sdk'
import { Button, Card, Skeleton, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ANONYMOUS, useClient } from '../api.ts'
import { LineChart } from '../charts/line-chart.tsx'
import { formatCount } from '../format.ts'
import { Trouble } from '../shell/trouble.tsx'
import { runEngine } from './engine.ts'
import { NeedsAccount, useNeedsAccount } from './needs-account.tsx'
import { FREE_SIZE_MAX, type Settings, seedValue } from './settings.ts'

const STEPS = 21
const WAIT_MS = 150
const TICKS = ['0', '0.25', '0.5', '0.75', '1'].map((label) => ({ at: Number(label), label }))

/** AIN of input and output over all biases: the output's line is flat for every input. */
export function Sweep({ settings }: { settings: Settings }) {
  const client = useClient()
  const [{ N, samples, seed }] = useDebouncedValue(settings, WAIT_MS)
  const [paidFor, setPaidFor] = useState('')
  const free = N <= FREE_SIZE_MAX
  const wanted = `${N} ${samples} ${seed}`
  const { data, error, refetch } = useQuery<SweepResult>({
    queryKey: ['sweep', N, samples, seed],
    queryFn: ({ signal }) => {
      const setting = { N, samples, steps: STEPS, seed: seedValue(seed) }
      if (!free) return client.sweep(setting, { signal })
      return runEngine<SweepResult>({ kind: 'sweep', setting }).catch(() => ANONYMOUS.sweep(setting, { signal }))
    },
    networkMode: free ? 'always' : 'online',
    enabled: free || paidFor === wanted,
    placeholderData: (previous) => (free ? previous : undefined),
    staleTime: Infinity,
  })
  const needsAccount = useNeedsAccount(N)
  const asks = !free && paidFor !== wanted
  return (
    <Card>
      <Title order={2} size="h3">
        All biases at once
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        AIN of the input and of the output, for every bias from 0 to 1.
      </Text>
      {needsAccount && !error ? (
        <NeedsAccount N={N} />
      ) : asks ? (
        <Button variant="default" onClick={() => setPaidFor(wanted)} style={{ alignSelf: 'flex-start' }}>
          Run the sweep ({formatCount(computeUnits({ N, samples, steps: STEPS }))} units)
        </Button>
      ) : error ? (
        <Trouble error={error} retry={() => refetch()} />
      ) : data ? (
        <Shown sweep={data} bias={settings.bias} />
      ) : (
        <Skeleton h={290} />
      )}
    </Card>
  )
}

function Shown({ sweep, bias }: { sweep: SweepResult; bias: number }) {
  const lines = [
    {
      label: 'Input',
      color: 'var(--eq-input)',
      points: sweep.results.map((step) => ({ x: step.bias, y: step.input_ain })),
    },
    {
      label: 'Output',
      color: 'var(--eq-output)',
      points: sweep.results.map((step) => ({ x: step.bias, y: step.ain })),
    },
  ]
  const lowest = Math.min(...sweep.results.map((step) => step.ain))
  return (
    <LineChart
      lines={lines}
      rest={bias}
      summary={`Over ${sweep.steps} biases the output AIN never falls below ${lowest.toFixed(3)}, while the input AIN rises from 0 to 1 at bias 0.5 and falls again.`}
      xLabel="Bias"
      yLabel="AIN"
      xTicks={TICKS}
      yTicks={TICKS.filter(({ at }) => at % 0.5 === 0)}
    />
  )
}
