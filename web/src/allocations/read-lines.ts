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
