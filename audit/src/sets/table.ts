// Rows of a CSV file (RFC 4180) or of JSON lines.

type Row = Readonly<Record<string, string>>

/** Rows by column name. A quoted field can contain commas, quotes and line breaks. */
export function readCsv(text: string): Row[] {
  const [header, ...lines] = splitCsv(text.replace(/^\uFEFF/, ''))
  if (!header) return []
  const names = header.map((name) => name.trim().toLowerCase())
  return lines
    .filter((fields) => fields.length > 1 || fields[0] !== '')
    .map((fields) => Object.fromEntries(names.map((name, at) => [name, fields[at] ?? ''])))
}

function splitCsv(text: string): string[][] {
  const lines: string[][] = [[]]
  let field = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (isQuoted) {
      if (character !== '"') field += character
      else if (text[at + 1] === '"') field += text[++at]
      else isQuoted = false
    } else if (character === '"' && field === '') isQuoted = true
    else if (character === ',' || character === '\n') {
      lines.at(-1)?.push(field.replace(/\r$/, ''))
      field = ''
      if (character === '\n') lines.push([])
    } else field += character
  }
  lines.at(-1)?.push(field.replace(/\r$/, ''))
  return lines
}

/**
 * One JSON object per line. An incomplete last line, as an interrupted write leaves it, is ignored.
 * @example readJsonLines('{"a":1}\n{"a":2}\n{"a"') // => [ { a: 1 }, { a: 2 } ]
 */
export function readJsonLines(text: string): Record<string, unknown>[] {
  const lines = text.split('\n')
  const rows: Record<string, unknown>[] = []
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const row = parsed(line)
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) rows.push(row as Record<string, unknown>)
    else if (at < lines.length - 1) throw new Error(`line ${at + 1} is not a JSON object`)
  }
  return rows
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
