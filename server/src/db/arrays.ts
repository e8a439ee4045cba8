/** One array type for the driver: how it is written for the server and read from it. */
interface ArrayType {
  readonly to: number
  readonly from: number[]
  readonly serialize: (list: unknown) => unknown
  readonly parse: (text: string) => unknown[]
}

type Element = unknown

const asText = (text: string): Element => text

/** Array types by their number in PostgreSQL's catalogue, with the reader of one element. Others arrive as text. */
const READERS: Readonly<Record<string, { oids: number[]; read: (text: string) => Element }>> = {
  texts: { oids: [1009, 1015, 1002, 2951], read: asText },
  numbers: { oids: [1007, 1005, 1016, 1021, 1022], read: Number },
  booleans: { oids: [1000], read: (text) => text === 't' },
  dates: { oids: [1185, 1115, 1182], read: (text) => new Date(text) },
}

/**
 * The driver can ask the server for the array types on each new connection, but a connection lost during that question ends the
 * process (postgres 3.4.9); so the few that are used stand here, and connecting takes one round trip less.
 */
export const ARRAY_TYPES: Readonly<Record<string, ArrayType>> = Object.fromEntries(
  Object.values(READERS).flatMap(({ oids, read }) =>
    oids.map((oid) => [
      `array${oid}`,
      { to: oid, from: [oid], serialize: writeArray, parse: (text: string) => readArray(text, read) },
    ]),
  ),
)

export function writeArray(list: unknown): unknown {
  return Array.isArray(list) ? `{${list.map(writeElement).join(',')}}` : list
}

function writeElement(element: unknown): string {
  if (element === null) return 'NULL'
  if (element === undefined) throw new TypeError('an array for the database holds undefined')
  if (Array.isArray(element)) return String(writeArray(element))
  const text = element instanceof Date ? element.toISOString() : String(element)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** One dimension, which is all that our tables hold: quoted elements with backslashes, bare ones, and NULL. */
const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs

export function readArray(text: string, read: (text: string) => Element): Element[] {
  return Array.from(text.matchAll(ELEMENT), ([, quoted, bare]) => {
    if (quoted !== undefined) return read(quoted.replace(/\\(.)/gs, '$1'))
    return bare === 'NULL' ? null : read(bare ?? '')
  })
}
