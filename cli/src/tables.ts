// Responses of the service for people: lists as tables, everything else as lines. Programs get JSON.

const CELL_CHARACTERS_MAX = 60

export function forPeople(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : tableOf(value)
  if (isObject(value)) return linesOf(value).join('\n')
  return String(value)
}

function tableOf(rows: readonly unknown[]): string {
  if (!rows.every(isObject)) return rows.map(cellOf).join('\n')
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [columns, ...rows.map((row) => columns.map((column) => cellOf(row[column])))]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)))
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function linesOf(value: Readonly<Record<string, unknown>>, indent = ''): string[] {
  const names = Object.keys(value)
  const width = Math.max(...names.map((name) => name.length), 0)
  return names.flatMap((name) => {
    const one = value[name]
    if (isObject(one)) return [`${indent}${name}`, ...linesOf(one, `${indent}  `)]
    if (Array.isArray(one) && one.some(isObject)) {
      return [
        `${indent}${name}`,
        ...tableOf(one)
          .split('\n')
          .map((line) => `${indent}  ${line}`),
      ]
    }
    return [`${indent}${name.padEnd(width)}  ${cellOf(one)}`]
  })
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '-'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const line = text.replace(/\s+/g, ' ')
  return line.length <= CELL_CHARACTERS_MAX ? line : `${line.slice(0, CELL_CHARACTERS_MAX - 1)}…`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
