// A prepared statement on one connection: parsed and described once, afterwards only values are sent and only rows come back. The driver's
// own query asks for the description each time, copies its options and makes an emitter of each query.
import type pg from 'pg'
import { parserOf } from './client.ts'
import type { Rows } from './statement.ts'

export interface PreparedQuery {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

type Done = (error: Error | null, rows?: Rows) => void

interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}

/** What the driver's connection has beside its published methods: the text of each statement that it has parsed. */
type Connection = pg.Connection & { readonly parsedStatements: Readonly<Record<string, string>> }

const described = new WeakMap<Connection, Map<string, readonly Column[]>>()

/** For `client.query`, which calls these methods. Values are texts, numbers, booleans or null: no lists, no dates. */
export function preparedQuery({ name, text, values }: PreparedQuery, done: Done): pg.Submittable {
  let known: Map<string, readonly Column[]>
  let columns: readonly Column[] = []
  let failure: Error | undefined
  const texts = values.map(textOf)
  const rows: Record<string, unknown>[] = []
  const query = {
    name,
    text,
    /** The client replaces it by one that also stops its timer. */
    callback: done,
    submit(connection: Connection) {
      known = described.get(connection) ?? new Map()
      described.set(connection, known)
      columns = known.get(name) ?? []
      connection.stream.cork()
      if (connection.parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true)
      connection.bind({ statement: name, values: texts }, true)
      if (!known.has(name)) connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
      connection.sync()
      connection.stream.uncork()
    },
    handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }) {
      columns = fields.map((field) => ({ name: field.name, parse: parserOf(field.dataTypeID, 'text') }))
      known.set(name, columns)
    },
    handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }) {
      try {
        rows.push(rowOf(columns, fields))
      } catch (error) {
        failure ??= error as Error
      }
    },
    handleCommandComplete({ text: told }: { readonly text: string }) {
      Object.defineProperty(rows, 'count', { value: Number(told.slice(told.lastIndexOf(' ') + 1)) || 0 })
    },
    handleReadyForQuery() {
      if (failure) query.callback(failure)
      else query.callback(null, rows as Rows)
    },
    handleError: (error: Error) => query.callback(failure ?? error),
  }
  return query as unknown as pg.Submittable
}

function textOf(value: unknown): string | null {
  if (value === null) return null
  if (typeof value === 'object') throw new TypeError('a prepared statement takes no lists and no dates')
  return String(value)
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [at, { name, parse }] of columns.entries()) {
    const field = fields[at] ?? null
    row[name] = field === null ? null : parse(field)
  }
  return row
}
