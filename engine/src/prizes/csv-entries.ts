// The entries of a prize draw from a CSV file as people export it from a shop or a spreadsheet.
import type { Route } from './pool.ts'

export interface CsvEntries {
  readonly entries: string[]
  readonly free_entries: string[]
}

const CELL = /(?:^|[,;\t])(?:"((?:[^"]|"")*)"|([^,;\t]*))/g
const ROUTE_NAMES: ReadonlyMap<string, Route> = new Map([
  ['paid', 'paid'],
  ['free', 'free'],
  ['post', 'free'],
  ['postal', 'free'],
])
const HEADINGS = /^(?:name|entry|entrant|email|ticket|participant)s?$/i

/**
 * One entry a line. If a cell says `free` or `paid`, it is the route and not part of the entry; without one, an entry is paid. A heading
 * such as "name,route" is left out.
 * @example entriesOfCsv('name,route\nAda,free\nGrace,paid') // => { entries: ['Grace'], free_entries: ['Ada'] }
 */
export function entriesOfCsv(text: string): CsvEntries {
  const found: CsvEntries = { entries: [], free_entries: [] }
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  for (const [at, line] of lines.entries()) {
    const cells = Array.from(line.matchAll(CELL), ([, quoted, plain]) =>
      (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
    )
    if (at === 0 && HEADINGS.test(cells[0] ?? '')) continue
    const routes = cells.flatMap((cell) => ROUTE_NAMES.get(cell.toLowerCase()) ?? [])
    const entry = cells.filter((cell) => cell !== '' && !ROUTE_NAMES.has(cell.toLowerCase())).join(', ')
    if (entry !== '') (routes[0] === 'free' ? found.free_entries : found.entries).push(entry)
  }
  return found
}
