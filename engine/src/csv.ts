// CSV (RFC 4180) that a spreadsheet opens without running anything.

/** Wide signs too: spreadsheets in Japanese and Chinese read them as formulas. */
const FORMULA = /^(?:[=+@\t\r＝＋－＠]|-(?!\d+(?:\.\d+)?$))/

/**
 * One line. A leading apostrophe keeps spreadsheets from running a text as a formula.
 * @example csvLine(['a, b', 1, '=A1', '＝A1', null]) // => '"a, b",1,\'=A1,\'＝A1,'
 */
export function csvLine(cells: readonly unknown[]): string {
  return cells.map(cellOf).join(',')
}

/**
 * A line for each object, after a line of names: of a report, for each of its results or quotas. The fields of an object in an object are
 * columns, and a list is JSON.
 * @example csvOf({ plan: 'free', endpoints: { compute: { used: 3 } } }) // => 'name,used\r\ncompute,3'
 * @example csvOf([{ id: 1, used: { ai: 2 } }, { id: 2, tags: ['a'] }]) // => 'id,used.ai,tags\r\n1,2,\r\n2,,"[""a""]"'
 */
export function csvOf(value: object): string {
  const rows = rowsOf(value).map((row) => new Map(fieldsOf(row, '')))
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return [csvLine(names), ...rows.map((row) => csvLine(names.map((name) => row.get(name))))].join('\r\n')
}

function rowsOf(value: object): readonly unknown[] {
  if (Array.isArray(value)) return value
  const { results, endpoints } = value as { results?: unknown; endpoints?: unknown }
  if (Array.isArray(results)) return results
  if (typeof endpoints !== 'object' || endpoints === null) return [value]
  return Object.entries(endpoints).map(([name, use]) => ({ name, ...use }))
}

function fieldsOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path || 'value', value]]
  return Object.entries(value).flatMap(([name, one]) => fieldsOf(one, path === '' ? name : `${path}.${name}`))
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return quoted(typeof value === 'object' ? JSON.stringify(value) : String(value))
  return quoted(FORMULA.test(value) ? `'${value}` : value)
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
