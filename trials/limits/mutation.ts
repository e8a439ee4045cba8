// Changes one number in the source of a file. Nothing on disk changes: the test runner loads the changed text instead.

/** The place of a number: `NAME`, `NAME.field` of an object on one line, or `NAME.row.2`: a field of the row that starts with 'row'. */
export interface NumberAt {
  readonly file: string
  readonly name: string
}

interface Expression {
  /** The expression as written, such as `24 * 3_600_000`. */
  readonly text: string
  readonly start: number
}

/** The expression of a constant; undefined if the file has no such constant. */
export function findNumber(source: string, name: string): Expression | undefined {
  const [constant = '', field, place] = name.split('.')
  const declared = new RegExp(`^(?:export )?const ${constant}\\b[^=\\n]* = `, 'm').exec(source)
  if (!declared) return undefined
  const start = declared.index + declared[0].length
  if (field === undefined) return expressionAt(source, start, /.+?(?=(?: as const)?$)/my)
  if (place === undefined) return fieldAt(source, start, field)
  return cellAt(source, start, { row: field, place: Number(place) })
}

function expressionAt(source: string, start: number, pattern: RegExp): Expression | undefined {
  pattern.lastIndex = start
  const text = pattern.exec(source)?.[0]
  return text === undefined ? undefined : { text, start }
}

function fieldAt(source: string, start: number, field: string): Expression | undefined {
  const named = new RegExp(`\\b${field}: `, 'g')
  named.lastIndex = start
  const found = named.exec(source)
  return found ? expressionAt(source, found.index + found[0].length, /[^,}\n]*[^,}\n\s]/y) : undefined
}

function cellAt(source: string, start: number, { row, place }: { row: string; place: number }): Expression | undefined {
  let at = source.indexOf(`['${row}'`, start) + 1
  if (at === 0) return undefined
  for (let passed = 0; passed < place; passed++) at = source.indexOf(', ', at) + 2
  return expressionAt(source, at, /[^,\]]+/y)
}

/** The value, if the expression is a product of numbers and other constants of the file. */
export function valueIn(source: string, { text }: Expression): number | undefined {
  const factors = text.split(' * ').map((factor) => {
    if (/^-?[\d_.]+$/.test(factor)) return Number(factor.replaceAll('_', ''))
    const other = /^[A-Z][A-Z0-9_]*$/.test(factor) ? findNumber(source, factor) : undefined
    return (other && valueIn(source, other)) ?? Number.NaN
  })
  const product = factors.reduce((value, factor) => value * factor, 1)
  return Number.isNaN(product) ? undefined : product
}

export function changeNumbers(source: string, changes: readonly { name: string; by: number }[]): string {
  const found = changes.map(({ name, by }) => {
    const at = findNumber(source, name)
    if (!at) throw new Error(`There is no constant ${name}`)
    return { ...at, by }
  })
  return found
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, text: old, by }) => `${text.slice(0, start)}((${old}) + ${by})${text.slice(start + old.length)}`,
      source,
    )
}
