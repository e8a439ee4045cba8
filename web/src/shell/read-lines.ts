/** Names, one per line, without empty lines. */
export function namesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

interface Pasted {
  /** Asks whether the text is a list of this kind. */
  readonly question: string
  readonly names: readonly string[]
}

const SEPARATORS = [
  ['\t', 'tabs'],
  [';', 'semicolons'],
  [',', 'commas'],
] as const
const NAME_COLUMN = /^(full |user ?|display ?)?names?$|^(participants?|students?|persons?)$/i
const FIRST_COLUMN = /^(first|given) ?names?$/i
const LAST_COLUMN = /^(last|family) ?names?$|^surnames?$/i

/** A list pasted in one line, or as a table with a heading; undefined if there already is one name per line. */
export function pastedIn(text: string): Pasted | undefined {
  const lines = namesOf(text)
  const [first = ''] = lines
  const [separator, word] = SEPARATORS.find(([mark]) => first.includes(mark)) ?? []
  if (separator === undefined) return undefined
  const cells = (line: string) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  if (lines.length === 1) {
    const names = cells(first).filter(Boolean)
    return names.length > 1 ? { question: `${names.length} names in one line. Split at ${word}?`, names } : undefined
  }
  const heads = cells(first)
  const whole = heads.findIndex((head) => NAME_COLUMN.test(head))
  const parts = [heads.findIndex((head) => FIRST_COLUMN.test(head)), heads.findIndex((head) => LAST_COLUMN.test(head))]
  const columns = whole >= 0 ? [whole] : parts.filter((at) => at >= 0)
  if (columns.length === 0) return undefined
  const names = lines
    .slice(1)
    .map(cells)
    .map((row) =>
      columns
        .map((at) => row[at] ?? '')
        .join(' ')
        .trim(),
    )
    .filter(Boolean)
  const titles = columns.map((at) => `“${heads[at]}”`).join(' and ')
  const column = columns.length === 1 ? 'column' : 'columns'
  const rows = names.length === 1 ? 'row' : 'rows'
  return { question: `A table with ${names.length} ${rows}. Use the ${column} ${titles}?`, names }
}

export function numbered(names: readonly string[]): { names: readonly string[]; twice: readonly string[] } {
  const keyOf = (name: string) => name.normalize('NFC')
  const counts = new Map<string, number>()
  for (const name of names) counts.set(keyOf(name), (counts.get(keyOf(name)) ?? 0) + 1)
  const twice = [...counts].filter(([, count]) => count > 1).map(([name]) => name)
  if (twice.length === 0) return { names, twice }
  const last = new Map<string, number>()
  return {
    twice,
    names: names.map((name) => {
      if (counts.get(keyOf(name)) === 1) return name
      let number = (last.get(keyOf(name)) ?? 0) + 1
      while (counts.has(keyOf(`${name} ${number}`))) number++
      last.set(keyOf(name), number)
      return `${name} ${number}`
    }),
  }
}

/** A number at the end of a line is the weight: "Treatment 2". */
export function armsOf(text: string): { name: string; weight: number }[] {
  return namesOf(text).map((line) => {
    const [, name, weight] = /^(.*\S)\s+(\d{1,4})$/.exec(line) ?? []
    return name === undefined ? { name: line, weight: 1 } : { name, weight: Number(weight) }
  })
}

/** One factor per line: "Sex: female, male". */
export function factorsOf(text: string): { name: string; levels: string[] }[] {
  return namesOf(text).map((line) => {
    const [name = '', ...rest] = line.split(':')
    const levels = rest
      .join(':')
      .split(',')
      .map((level) => level.trim())
      .filter(Boolean)
    return { name: name.trim(), levels }
  })
}

/** One participant per line: a code and, after semicolons or tabs, the stratum or the level of each factor in order. */
export function participantsOf(
  text: string,
  factors: readonly { readonly name: string }[] | null,
): { participant: string; stratum?: string; levels?: Record<string, string> }[] {
  return namesOf(text).map((line) => {
    const [participant = '', ...rest] = line.split(/[;\t]/).map((part) => part.trim())
    if (factors) {
      return { participant, levels: Object.fromEntries(factors.map(({ name }, i) => [name, rest[i] ?? ''])) }
    }
    return rest[0] ? { participant, stratum: rest[0] } : { participant }
  })
}
