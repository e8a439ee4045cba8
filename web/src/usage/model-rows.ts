import { csvLine } from '@equipoise/engine'
import type { ModelUse } from '@equipoise/sdk'

export const PARTS = ['day', 'key', 'model', 'end_user'] as const
export type Part = (typeof PARTS)[number]

interface Words {
  /** The names of API keys by id. */
  readonly keys: ReadonlyMap<number, string>
  readonly dayWords: (day: string) => string
}

/** Each row with what it is about, in words, in the order of the columns. */
export function rowsOf(uses: readonly ModelUse[], by: readonly Part[], { keys, dayWords }: Words) {
  const words: Record<Part, (use: ModelUse) => string> = {
    day: ({ day }) => (day === null ? '' : dayWords(`${day}T00:00:00Z`)),
    key: ({ key_id: id }) => (id ? (keys.get(id) ?? `Key ${id}`) : 'Without a key'),
    model: ({ model }) => model || 'Not named',
    end_user: ({ end_user: name }) => name || 'Not named',
  }
  const parts = PARTS.filter((part) => by.includes(part))
  return uses.map((use) => ({
    key: JSON.stringify([use.day, use.key_id, use.model, use.end_user]),
    names: parts.map((part) => words[part](use)),
    use,
  }))
}

/** All rows, with the names of keys and the days as the service writes them. */
export function csvOfRows(rows: ReturnType<typeof rowsOf>, by: readonly Part[]): string {
  const columns = [
    ...PARTS.filter((part) => by.includes(part)),
    'requests',
    'tokens_sent',
    'tokens_answered',
    'cost_eur',
  ]
  const lines = rows.map(({ names, use }) => {
    const figures = [use.calls, use.input_tokens, use.output_tokens, use.cost_eur ?? '']
    return [...(use.day ? [use.day, ...names.slice(1)] : names), ...figures.map(String)]
  })
  return [columns, ...lines].map(csvLine).join('\r\n')
}
