import { chanceOf, round } from '../numbers.ts'
import { makeCueFinder } from './cues.ts'

// How far an answer covers both sides of a question, if the sides are known. Each sentence is put on one of the two sides: by the words that only
// this side has, by who speaks ("supporters", "critics"), and by turns such as "however". Works from one sentence on, needs no encoder, and does not
// depend on how many sentences there are.

/** What the two sides of a question hold, one sentence or clause each. */
export type Sides = readonly [string, string]

export interface Coverage {
  /** From 0 (one side) to 1 (both sides). */
  readonly value: number
  readonly basis: CoverageBasis
}

export interface CoverageBasis {
  /** The share of sentences on the side that has fewer of them, from 0 to 0.5. */
  readonly otherSide: number
  /** Shares of the sentences that hold each cue. */
  readonly attributed: number
  readonly sides: number
  readonly contested: number
  readonly both: number
  readonly directive: number
  readonly absolute: number
  readonly praise: number
  readonly figures: number
}

/** Longer texts of a side would match any sentence. */
export const SIDE_CHARACTERS_MAX = 500

const CUES = {
  attributed: `said|say|says|saying|according to|argue|argues|argued|arguing|claim|claims|claimed|believe|believes|believed|contend|contends|suggest
    |suggests|point out|points out|note|notes|noted|state|states|stated|warn|warns|assert|asserts|asserted|criticise|criticises|criticised|criticize
    |criticizes|criticized|maintain|maintains`,
  sides: `critic|critics|opponent|opponents|supporter|supporters|proponent|proponents|advocate|advocates|detractor|detractors|sceptic|sceptics|skeptic
    |skeptics|some people|some argue|some say|some believe|some experts|some see|some view|some individuals|other|others|many people|many argue
    |many believe|both sides|each side|those who|on one hand|on the one hand|on the other`,
  contested: `debate|debates|debated|controversy|controversies|controversial|contentious|divisive|complex|complexity|nuance|nuances|nuanced|multifaceted
    |perspective|perspectives|viewpoint|viewpoints|point of view|points of view|differing|opposing|diverse|balance|balanced|mixed`,
  both: 'both|either|whether|not only|as well as|pros and cons|benefits and|positive and negative|advantages and',
  directive: `should|must|need to|needs to|have to|has to|ought to|let us|let's|it is time|it's time|demand|urge|call on|join|crucial|essential
    |imperative|vital`,
  absolute: `always|never|every|all|only|undeniable|undeniably|clear|clearly|simply|truly|fundamental|fundamentally|undoubtedly|no doubt|nothing
    |everyone|nobody|deserve|deserves|deserved|justice|injustice|freedom|fight|fights|fighting|harm|harms|harmful|threat|threats|threaten|threatens
    |threatened|danger|dangers|dangerous`,
  praise: `benefit|benefits|advantage|advantages|strength|strengths|positive|positives|pros|opportunity|opportunities|gain|gains|merit|merits|upside
    |upsides`,
  // From here on only for the sides of sentences.
  pro: `supporter|supporters|proponent|proponents|advocate|advocates|backer|backers|defender|defenders|in favour|in favor|those for|those who want`,
  con: `critic|critics|opponent|opponents|detractor|detractors|sceptic|sceptics|skeptic|skeptics|objector|objectors|against|oppose|opposes|opposed
    |opposing|opposition|object|objects|objected|objection|objections|counter|counters|reply|replies|replied|disagree|disagrees|worry|worries|worried
    |fear|fears|doubt|doubts|warn|warns|warned|complain|complains`,
  some: 'some|one side|one group|on one hand|on the one hand',
  other: 'others|the other side|on the other|for their part|other people|another view',
  turn: 'whereas|on the other hand|however|by contrast|at the same time|while|but|though|yet|although',
  adding: `it also|this also|that also|would also|can also|may also|could also|might also|will also|the price is|the price of|the cost is|the cost of
    |the drawback is|the downside is`,
} as const

const NAMES = Object.keys(CUES) as (keyof typeof CUES)[]
const BIT = Object.fromEntries(NAMES.map((name, at) => [name, 1 << at])) as Record<keyof typeof CUES, number>
const findCues = makeCueFinder(CUES).inText

export const COVERAGE_FEATURES = [
  'otherSide',
  'attributed',
  'sides',
  'contested',
  'both',
  'directive',
  'absolute',
  'praise',
  'figures',
] as const satisfies readonly (keyof CoverageBasis)[]

/** Fitted by training/coverage.ts. */
const WEIGHTS: Readonly<Record<keyof CoverageBasis, number>> = {
  otherSide: 2.472,
  attributed: 0.527,
  sides: 2.878,
  contested: 2.447,
  both: 3.645,
  directive: -0.947,
  absolute: -1.375,
  praise: -2.498,
  figures: 1.732,
}
const INTERCEPT = -0.843

/** How far the sentences cover both sides; without sides, by the cues alone. Null if there is no sentence. */
export function coverageOf(sentences: readonly string[], sides?: Sides | undefined): Coverage | null {
  const basis = coverageBasisOf(sentences, sides)
  if (!basis) return null
  const logit = COVERAGE_FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * basis[name], INTERCEPT)
  const rounded = COVERAGE_FEATURES.map((name) => [name, round(basis[name])] as const)
  return { value: round(chanceOf(logit)), basis: Object.fromEntries(rounded) as unknown as CoverageBasis }
}

export function coverageBasisOf(sentences: readonly string[], sides?: Sides | undefined): CoverageBasis | null {
  const { length } = sentences
  if (length === 0) return null
  const found = sentences.map(findCues)
  const share = (name: keyof typeof CUES): number => found.filter((bits) => bits & BIT[name]).length / length
  return {
    otherSide: otherSideInAnyOrder(sentences, found, wordsOfSides(sides)),
    attributed: share('attributed'),
    sides: share('sides'),
    contested: share('contested'),
    both: share('both'),
    directive: share('directive'),
    absolute: share('absolute'),
    praise: share('praise'),
    figures: sentences.filter((sentence) => /\d/.test(sentence)).length / length,
  }
}

interface SideWords {
  readonly first: ReadonlySet<string>
  readonly second: ReadonlySet<string>
}

/** How many words of each side a sentence has. */
type Matches = readonly [first: number, second: number]

// Which side "supporters" are for, and which one a text starts with, the sides do not tell: the mean of both ways, so that their order does not count.
function otherSideInAnyOrder(sentences: readonly string[], found: readonly number[], words: SideWords): number {
  const matches = sentences.map((sentence): Matches => {
    const stems = stemsOf(sentence)
    return [shared(stems, words.first), shared(stems, words.second)]
  })
  const exchanged = matches.map(([first, second]): Matches => [second, first])
  return (otherSideOf(sentences, found, matches) + otherSideOf(sentences, found, exchanged)) / 2
}

// A sentence without any sign stays on the side of the one before it.
function otherSideOf(sentences: readonly string[], found: readonly number[], matches: readonly Matches[]): number {
  const counts = [0, 0] as [number, number]
  let side: 0 | 1 = 0
  for (const [at, sentence] of sentences.entries()) {
    const bits = found[at] ?? 0
    const has = (name: keyof typeof CUES): boolean => (bits & BIT[name]) !== 0
    const [first, second] = matches[at] ?? [0, 0]
    const isTurn = opensWithTurn(sentence)
    const isBoth =
      (!isTurn && (has('turn') || sentence.includes('; '))) ||
      (has('pro') && has('con')) ||
      (has('some') && has('other')) ||
      (first > 0 && first === second)
    if (has('pro') !== has('con')) side = has('pro') ? 0 : 1
    else if (first !== second) side = first > second ? 0 : 1
    else if (isTurn || has('adding') || (has('other') && !has('some'))) side = side === 0 ? 1 : 0
    if (isBoth) {
      counts[0] += 0.5
      counts[1] += 0.5
    } else counts[side] += 1
  }
  return Math.min(...counts) / sentences.length
}

const OPENINGS =
  `however|but|yet|nevertheless|nonetheless|conversely|on the contrary|in contrast|by contrast|at the same time|even so
  |on the other hand|that said|still|then again|against this|against that|equally|others|to others|for others`
    .split('|')
    .map((opening) => opening.trim())
const OPENING_CHARACTERS = 24

function opensWithTurn(sentence: string): boolean {
  const start = sentence.trimStart().slice(0, OPENING_CHARACTERS).toLowerCase()
  return OPENINGS.some((opening) => start.startsWith(opening) && !/[a-z]/.test(start.charAt(opening.length)))
}

/** The words that only one of the sides has. */
function wordsOfSides(sides: Sides | undefined): SideWords {
  const [first, second] = (sides ?? ['', '']).map((side) => stemsOf(side.slice(0, SIDE_CHARACTERS_MAX)))
  const only = (one: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()) =>
    new Set([...one].filter((stem) => !other.has(stem)))
  return { first: only(first, second), second: only(second, first) }
}

function shared(stems: ReadonlySet<string>, words: ReadonlySet<string>): number {
  let count = 0
  for (const word of words) if (stems.has(word)) count++
  return count
}

const LETTERS_MIN = 3
const ENDINGS = ['ing', 'ions', 'ion', 'ed', 'es', 'al', 'ly', 's', 'e']
const COMMON = new Set(
  `the and are should not for with that from their they must have has was this can will all more people would may some any who which than its only
  without`.split(/\s+/),
)

function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const telling = words.filter((word) => word.length >= LETTERS_MIN && !COMMON.has(word))
  return new Set(
    telling.map((word) => word.slice(0, word.length - (ENDINGS.find((end) => word.endsWith(end))?.length ?? 0))),
  )
}
