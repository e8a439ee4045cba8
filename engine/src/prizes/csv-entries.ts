// The entries of a prize draw from a CSV file as people export it from a shop or a spreadsheet.
import type { Route } from './pool.ts'

export interface CsvEntries {
  readonly entries: string[]
  readonly free_entries: string[]
}

const QUOTED = /"([^"]*(?:""[^"]*)*)"/y
const ROUTE_NAMES: ReadonlyMap<string, Route> = new Map([
  ['paid', 'paid'],
  ['free', 'free'],
  ['post', 'free'],
  ['postal', 'free'],
])
const ENTRY_HEADING =
  /^(?:(?:first|last|full|billing)[ _])?name$|^surname$|^e-?mail(?:[ _]address)?$|^(?:entry|entrant|ticket|participant)s?(?:[ _](?:id|no\.?|number|name))?$/i
const ROUTE_HEADING = /^(?:entry[ _])?route$/i

/**
 * One entry a line. If the first line has headings, such as "name,route" or those of a shop's export, the columns that they call a name,
 * email or ticket are the entry, and the route is in its own column. Otherwise all cells are the entry, but for one that says `free` or
 * `paid`: that is the route. Without a route, an entry is paid.
 * @example entriesOfCsv('name,route\nAda,free\nGrace,paid') // => { entries: ['Grace'], free_entries: ['Ada'] }
 */
export function entriesOfCsv(text: string): CsvEntries {
  const found: CsvEntries = { entries: [], free_entries: [] }
  let rowOf = anyRow
  let isFirst = true
  for (const cells of linesOf(text.replace(/^\ufeff/, ''))) {
    if (!cells.some(Boolean)) continue
    const isHeading = isFirst && cells.some((cell) => ENTRY_HEADING.test(cell))
    if (isHeading) rowOf = rowBelow(cells)
    isFirst = false
    if (isHeading) continue
    const { cells: named, route } = rowOf(cells)
    const entry = named.filter(Boolean).join(', ')
    if (entry !== '') (route === 'free' ? found.free_entries : found.entries).push(entry)
  }
  return found
}

interface Row {
  readonly cells: readonly string[]
  readonly route: Route | undefined
}

function anyRow(cells: readonly string[]): Row {
  const isRoute = (cell: string) => ROUTE_NAMES.has(cell.toLowerCase())
  return { cells: cells.filter((cell) => !isRoute(cell)), route: routeIn(cells.find(isRoute)) }
}

function rowBelow(headings: readonly string[]): (cells: readonly string[]) => Row {
  const routeAt = headings.findIndex((heading) => ROUTE_HEADING.test(heading))
  return (cells) => ({
    cells: cells.filter((_, i) => ENTRY_HEADING.test(headings[i] ?? '')),
    route: routeIn(cells[routeAt]),
  })
}

function routeIn(cell = ''): Route | undefined {
  return ROUTE_NAMES.get(cell.toLowerCase())
}

/** The cells of each line. A cell in quotation marks can contain separators and line breaks. */
function* linesOf(text: string): Generator<string[]> {
  const separator = separatorOf(text)
  const plain = new RegExp(`[^\\r\\n${separator}]*`, 'y')
  let cells: string[] = []
  for (let at = 0; at <= text.length; at++) {
    QUOTED.lastIndex = at
    const [all = '', quoted] = (text[at] === '"' && QUOTED.exec(text)) || []
    at += all.length
    plain.lastIndex = at
    const [rest = ''] = plain.exec(text) ?? []
    at += rest.length
    cells.push(((quoted?.replaceAll('""', '"') ?? '') + rest).replaceAll(/\s+/g, ' ').trim())
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r') continue
    yield cells
    cells = []
  }
}

/** What the first line has most of; any of them if it has none. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1)
  const counts = [',', ';', '\t'].map((one) => ({ one, count: line.split(one).length }))
  const most = counts.reduce((best, next) => (next.count > best.count ? next : best))
  return most.count === 1 ? ',;\t' : most.one
}
