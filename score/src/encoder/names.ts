import { hashWord, type Units } from '../reading/reading.ts'

// Which people a sentence speaks of.

const hashesOf = (words: string): ReadonlySet<number> => new Set(words.split(' ').map(hashWord))
const SEXES = hashesOf('<men> <man>')
const GROUPS = hashesOf('<group> <groups> <faith> <creed> <clerics> foreigners gypsies foreigner')
const PEOPLE = hashesOf('they them people')
// Who can be joined and left: blame of parties and callings is quarrel, not hatred.
const JOINED = hashesOf(
  'police protesters protestors demonstrators hunters republicans republican democrats democrat liberals liberal conservatives conservative progressives progressive socialists socialist communists communist libertarians libertarian tories tory greens centrists pro-lifers activists',
)

export type Names = 'group' | 'sex' | 'people' | undefined

/** Whether a sentence speaks of a group of people by name, of men or women, or only of "they" or "people". */
export function namesIn(units: Units, index: number): Names {
  const { from, to } = units.sentences[index] ?? { from: 0, to: 0 }
  const hashes = units.hash.subarray(from, to)
  const isJoined = (hash: number, at: number): boolean =>
    GROUPS.has(hash) && JOINED.has(units.words.hash[units.first[from + at] ?? 0] ?? 0)
  if (hashes.some((hash, at) => GROUPS.has(hash) && !isJoined(hash, at))) return 'group'
  if (hashes.some((hash) => SEXES.has(hash))) return 'sex'
  return hashes.some((hash, at) => PEOPLE.has(hash) || isJoined(hash, at)) ? 'people' : undefined
}
