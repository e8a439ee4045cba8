import type { Limits, LimitUse } from '@equipoise/sdk'
import { Progress, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCost, formatCount, formatDay } from '../format.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { Form } from '../shell/form.tsx'

const MEASURES = [
  { measure: 'budget_eur', label: 'Cost of models in euros' },
  { measure: 'calls', label: 'Requests' },
  { measure: 'tokens', label: 'Model tokens' },
] as const
const PERIODS = ['day', 'week', 'month'] as const
const NEAR = 0.8

type Use = LimitUse & { readonly of?: string }

/** What is used of each limit. */
export function LimitBars({ uses = [] }: { uses: readonly Use[] | undefined }) {
  if (uses.length === 0) return null
  return (
    <Stack gap={8} mt={8} maw={280}>
      {uses.map((use) => (
        <LimitBar key={`${use.of} ${use.measure} ${use.period}`} use={use} />
      ))}
    </Stack>
  )
}

function LimitBar({ use }: { use: Use }) {
  const { of, measure, period, used, limit, resets_at } = use
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  const colour = share >= 1 ? 'var(--eq-biased)' : share >= NEAR ? 'var(--eq-moderate)' : 'var(--eq-output)'
  const words = measure === 'budget_eur' ? `${formatCost(used)} of ${formatCost(limit)}` : counted(use)
  const text = `${words} this ${period}`.replace('this day', 'today') + (of === 'plan' ? ' (plan)' : '')
  return (
    <div>
      <Text size="xs" c="dimmed" className="num">
        {text}
        {share >= 1 && ` · resets ${formatDay(resets_at)}`}
      </Text>
      <Progress.Root size={6} radius="xl">
        <Progress.Section value={share * 100} color={colour} aria-label={text} />
      </Progress.Root>
    </div>
  )
}

function counted({ measure, used, limit }: LimitUse): string {
  return `${formatCount(used)} of ${formatCount(limit)} ${measure === 'calls' ? 'requests' : 'tokens'}`
}

interface LimitFormProps {
  readonly limits: Limits | null
  /** Whom they limit, such as "this key". */
  readonly whom: string
  readonly save: (limits: Limits | null) => Promise<unknown>
  readonly close: () => void
}

/** Empty fields are no limits. */
export function LimitForm({ limits, whom, save: send, close }: LimitFormProps) {
  const [fields, setFields] = useState(() => fieldsOf(limits))
  const save = useMutation({ mutationFn: () => send(limitsOf(fields)), onSuccess: close })
  const set = (name: string) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setFields((now) => ({ ...now, [name]: value }))
  }
  return (
    <Form act={save}>
      <Text size="sm" c="dimmed">
        Requests beyond a limit are rejected. Leave a field empty for no limit.
      </Text>
      {MEASURES.map(({ measure, label }) => (
        <SimpleGrid key={measure} cols={3} spacing="xs" verticalSpacing={4} role="group" aria-label={label}>
          <Text size="sm" fw={600} style={{ gridColumn: '1 / -1' }}>
            {label}
          </Text>
          {PERIODS.map((period) => (
            <TextInput
              key={period}
              label={`a ${period}`}
              aria-label={`${label} a ${period}`}
              inputMode="decimal"
              styles={{ label: { fontWeight: 400 } }}
              value={fields[`${measure} ${period}`] ?? ''}
              onChange={set(`${measure} ${period}`)}
            />
          ))}
        </SimpleGrid>
      ))}
      <TextInput
        label="Models"
        description={`The only ones that ${whom} can ask, separated by commas`}
        value={fields.models ?? ''}
        onChange={set('models')}
      />
      <DialogButtons act={save} label="Save limits" close={close} isForm />
    </Form>
  )
}

type Fields = Record<string, string>

function fieldsOf(limits: Limits | null): Fields {
  const amounts = MEASURES.flatMap(({ measure }) =>
    PERIODS.map((period) => [`${measure} ${period}`, String(limits?.[measure]?.[period] ?? '')]),
  )
  return { ...Object.fromEntries(amounts), models: limits?.models?.join(', ') ?? '' }
}

/** What is not a number is sent as it is, so that the service says what is wrong with it. */
export function limitsOf(fields: Fields): Limits | null {
  const limits: Record<string, unknown> = {}
  for (const { measure } of MEASURES) {
    const given = PERIODS.flatMap((period) => {
      const text = (fields[`${measure} ${period}`] ?? '').trim().replace(',', '.')
      return text === '' ? [] : [[period, Number.isNaN(Number(text)) ? text : Number(text)]]
    })
    if (given.length > 0) limits[measure] = Object.fromEntries(given)
  }
  const models = (fields.models ?? '').split(',').flatMap((name) => name.trim() || [])
  if (models.length > 0) limits.models = models
  return Object.keys(limits).length > 0 ? (limits as Limits) : null
}
