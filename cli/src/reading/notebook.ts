import { readMarkdown } from './markdown.ts'

// Jupyter notebooks: Markdown cells and the texts that code printed, at their positions in the file.

/** The decoded characters of a JSON string, each with its position in the file. */
interface Written {
  readonly text: string
  readonly positions: readonly number[]
  readonly end: number
}
type Value = Written | string | readonly Value[] | ReadonlyMap<string, Value>

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
/** Notebooks need seven. */
const DEPTH_MAX = 50
const TEXTS = ['text/markdown', 'text/plain']

/** What is not a notebook is left as it is. */
export function readNotebook(text: string): string {
  const cells = listIn(parsed(text), 'cells')
  if (cells.length === 0) return text
  const prose = new Array<string>(text.length).fill(' ')
  for (const cell of cells) {
    const isMarkdown = wordIn(cell, 'cell_type') === 'markdown'
    if (isMarkdown) write(prose, writtenIn(cell, 'source'), readMarkdown)
    for (const output of listIn(cell, 'outputs')) {
      const data = output instanceof Map ? output.get('data') : undefined
      const shown = TEXTS.map((name) => writtenIn(data, name)).find(({ length }) => length > 0)
      write(prose, shown ?? writtenIn(output, 'text'), (printed) => printed)
    }
  }
  return prose.join('')
}

/** The lines of a cell are one text, and two cells are two paragraphs. */
function write(prose: string[], lines: readonly Written[], read: (text: string) => string): void {
  const positions = lines.flatMap((line) => line.positions)
  const text = read(lines.map((line) => line.text).join(''))
  positions.forEach((position, at) => {
    prose[position] = text[at] ?? ' '
  })
  const end = lines.at(-1)?.end
  // The marks that close a string and its list or object.
  if (end !== undefined) prose.fill('\n', end - 1, end + 1)
}

function listIn(value: Value | undefined, name: string): readonly Value[] {
  const found = value instanceof Map ? value.get(name) : undefined
  return Array.isArray(found) ? found : []
}

function wordIn(value: Value | undefined, name: string): string | undefined {
  const [word] = writtenIn(value, name)
  return word?.text
}

/** A string, or a list with a string for each line. */
function writtenIn(value: Value | undefined, name: string): Written[] {
  const found = value instanceof Map ? value.get(name) : undefined
  return (Array.isArray(found) ? found : [found]).filter((one): one is Written => isWritten(one))
}

function isWritten(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && 'positions' in value
}

/** JSON whose strings know where they are; undefined if the text is not JSON. */
function parsed(text: string): Value | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const tokens = text.matchAll(TOKEN)
  const valueAt = (token: RegExpExecArray, depth: number): Value => {
    const [mark] = token
    if (mark.startsWith('"')) return decoded(mark, token.index)
    if (mark !== '{' && mark !== '[') return mark
    if (depth > DEPTH_MAX) throw new RangeError('nested too deeply')
    const [fields, items] = [new Map<string, Value>(), [] as Value[]]
    for (let key = '', next = tokens.next(); next.value !== undefined; next = tokens.next()) {
      const [inner] = next.value
      if (inner === '}') return fields
      if (inner === ']') return items
      if (inner === ',' || inner === ':') continue
      const value = valueAt(next.value, depth + 1)
      if (mark === '[') items.push(value)
      else if (key === '') key = `.${isWritten(value) ? value.text : ''}`
      else {
        fields.set(key.slice(1), value)
        key = ''
      }
    }
    return items
  }
  const first = tokens.next().value
  try {
    return first && valueAt(first, 0)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function decoded(literal: string, start: number): Written {
  const positions: number[] = []
  const pieces: string[] = []
  for (const { 0: piece, index } of literal.slice(1, -1).matchAll(/\\u[0-9a-fA-F]{4}|\\.|[^\\]/gs)) {
    pieces.push(piece.startsWith('\\') ? (JSON.parse(`"${piece}"`) as string) : piece)
    positions.push(start + 1 + index)
  }
  return { text: pieces.join(''), positions, end: start + literal.length }
}
