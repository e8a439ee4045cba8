/** Names, one a line; empty lines do not count. */
export function namesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** A number at the end of a line is the weight: "Treatment 2". */
export function armsOf(text: string): { name: string; weight: number }[] {
  return namesOf(text).map((line) => {
    const [, name, weight] = /^(.*\S)\s+(\d{1,4})$/.exec(line) ?? []
    return name === undefined ? { name: line, weight: 1 } : { name, weight: Number(weight) }
  })
}

/** One factor a line: "Sex: female, male". */
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

/** Participants as lines: a code, and after semicolons or tabs its stratum, or its level of each factor in their order. */
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
