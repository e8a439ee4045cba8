// How much of a text comes from another one: the share of its runs of three words. Two texts about different things have few in common.

const WORDS_A_RUN = 3
const WORD = /[\p{L}\p{N}]+/gu

export function runsIn(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? []
  const length = Math.min(WORDS_A_RUN, words.length)
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '))
}

/** From 0 to 1. */
export function shareIn(text: string, runs: ReadonlySet<string>): number {
  const own = runsIn(text)
  return own.length === 0 ? 0 : own.filter((run) => runs.has(run)).length / own.length
}
