import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api.ts'
import { DAY_MS, formatCost, formatCount, formatUtcDay } from '../format.ts'
import { numeric, RowTable } from '../shell/row-table.tsx'
import { saveText } from '../shell/save-file.ts'
import { Section } from '../shell/section.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { csvOfRows, PARTS, type Part, rowsOf } from './model-rows.ts'

/** Rows on the screen; the file has all. */
const SHOWN_MAX = 50
const SPANS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 12 months' },
]
const SUMS = [
  { value: 'model', label: 'By model' },
  { value: 'key', label: 'By key' },
  { value: 'end_user', label: 'By end user' },
  { value: 'day', label: 'By day' },
  { value: 'key,model', label: 'By key and model' },
  { value: 'model,end_user', label: 'By model and end user' },
  { value: 'day,model', label: 'By day and model' },
  { value: 'day,key,model,end_user', label: 'By all of these' },
]

/** Tokens and cost of models, summed by what the person chooses. */
export function ByModel({ keys }: { keys: ReadonlyMap<number, string> }) {
  const client = useClient()
  const [sum, setSum] = useState('model')
  const [days, setDays] = useState('30')
  const by = PARTS.filter((part) => sum.split(',').includes(part))
  const from = new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10)
  const { data, error, refetch } = useQuery({
    queryKey: ['usage', 'models', from, sum],
    queryFn: ({ signal }) => client.usageByModel({ from, by: sum }, { signal }),
  })
  const rows = data && rowsOf(data, by, { keys, dayWords: formatUtcDay })
  return (
    <Section
      title="What models cost"
      action={
        <Button
          size="xs"
          variant="default"
          disabled={!rows?.length}
          onClick={() => rows && saveText('models.csv', csvOfRows(rows, by), 'text/csv')}
        >
          Save as CSV
        </Button>
      }
    >
      <Picking label="Sum" options={SUMS} picked={sum} pick={setSum} />
      <Picking label="Time" options={SPANS} picked={days} pick={setDays} />
      <Trouble error={error} retry={() => refetch()} />
      {rows === undefined ? (
        !error && <Skeleton h={80} />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          No model was used in this period.
        </Text>
      ) : (
        <RowTable
          columns={[
            ...by.map((part) => PART_WORDS[part]),
            numeric('Requests'),
            numeric('Tokens sent'),
            numeric('Tokens received'),
            numeric('Cost'),
          ]}
          rows={rows.slice(0, SHOWN_MAX).map(({ key, names, use }) => ({
            key,
            cells: [
              ...names,
              formatCount(use.calls),
              formatCount(use.input_tokens),
              formatCount(use.output_tokens),
              formatCost(use.cost_eur),
            ],
          }))}
        />
      )}
      {rows && rows.length > SHOWN_MAX && (
        <Text size="sm" c="dimmed" mt="sm" className="num">
          {formatCount(rows.length - SHOWN_MAX)} more are in the CSV file.
        </Text>
      )}
    </Section>
  )
}

interface PickingProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly picked: string
  readonly pick: (value: string) => void
}

/** Buttons, because a select would move code of the editor into more files. */
function Picking({ label, options, picked, pick }: PickingProps) {
  return (
    <Group role="group" aria-label={label} mb="sm" gap={6}>
      {options.map((one) => (
        <Button
          key={one.value}
          size="compact-xs"
          variant={one.value === picked ? 'filled' : 'default'}
          aria-pressed={one.value === picked}
          onClick={() => pick(one.value)}
        >
          {one.label}
        </Button>
      ))}
    </Group>
  )
}

const PART_WORDS: Readonly<Record<Part, string>> = { day: 'Day', key: 'Key', model: 'Model', end_user: 'End user' }
