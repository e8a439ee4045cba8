// Keeps what was measured in gateway.md, between the marks of its part.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>

const PAGE = new URL('gateway.md', import.meta.url)

/** Shows the tables as well. */
export function keepTables(part: string, words: string, tables: readonly Table[]): void {
  for (const table of tables) console.table(table)
  console.log(words)
  const [begin, end] = [`<!-- ${part}: written by gateway.ts -->`, `<!-- end of ${part} -->`]
  const page = readFileSync(PAGE, 'utf8')
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`gateway.md has no part "${part}"`)
  const where = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${cpus()[0]?.model}.`
  const text = [begin, `${where} ${words}`, ...tables.map(markdown)].join('\n\n')
  writeFileSync(PAGE, `${page.slice(0, from)}${text}\n\n${page.slice(to)}`)
}

function markdown(table: Table): string {
  const columns = Object.keys(Object.values(table)[0] ?? {})
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = Object.entries(table).map(([name, row]) => line([name, ...columns.map((column) => row[column] ?? '')]))
  return [line(['', ...columns]), line(['---', ...columns.map(() => '---')]), ...rows].join('\n')
}
