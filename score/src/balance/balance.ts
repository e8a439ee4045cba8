import { chanceOf, log, round } from '../numbers.ts'
import { type Basis, CUE_NAMES, cues } from './cues.ts'

// How balanced a text is, which its tone does not tell: whose views it reports, whether several sides are heard, whether it tells the
// reader what to do. Experimental; it rests on cues in the wording and never changes the score.

export interface Balance {
  /** From 0 (one-sided) to 1 (balanced). */
  readonly value: number
  /** Shares of the sentences that hold each cue. */
  readonly basis: Basis
}

export const BALANCE_SENTENCES_MIN = 3

/** Fitted by training/balance.ts on answers of language models whose stance people labelled. */
const WEIGHTS: Readonly<Record<keyof Basis, number>> = {
  attributed: 0.154,
  sides: 0.797,
  directive: -0.167,
  absolute: -0.507,
  we: -0.028,
}
const INTERCEPT = 0.589

export {
  COVERAGE_FEATURES,
  type Coverage,
  type CoverageBasis,
  coverageBasisOf,
  coverageOf,
  SIDE_CHARACTERS_MAX,
  type Sides,
} from './coverage.ts'
export { CUE_NAMES, cues } from './cues.ts'

/** A share of sentences that are not plainly worded from which something is taken to be disputed. */
export const DISPUTED_SHARE_MIN = 0.1

/**
 * How balanced a text is, or null if it is too short to tell or if nothing in it is disputed: all is plainly worded, and nobody is said to hold
 * a view beside others. `loaded`: the share of its sentences that are not plainly worded.
 */
export function balanceOf(sentences: readonly string[], loaded = 1): Balance | null {
  return balanceOfCues(sentences.map(cues.inText), loaded)
}

/** The same by the cues of each sentence. */
export function balanceOfCues(found: readonly number[], loaded: number): Balance | null {
  if (found.length < BALANCE_SENTENCES_MIN) return null
  const basis = basisOfCues(found)
  const isDisputed = loaded >= DISPUTED_SHARE_MIN || (basis.sides > 0 && basis.attributed > 0)
  return isDisputed ? weigh(basis, found.length) : null
}

/** The balance of a text that was read in parts. */
export function joinBalances(
  parts: readonly { balance: Balance | null; sentences: readonly unknown[] }[],
): Balance | null {
  const read = parts.flatMap(({ balance, sentences }) =>
    balance ? [{ basis: balance.basis, count: sentences.length }] : [],
  )
  const total = read.reduce((sum, { count }) => sum + count, 0)
  const mean = (name: keyof Basis) => read.reduce((sum, { basis, count }) => sum + basis[name] * count, 0) / total
  return weigh(fromNames(mean), total)
}

function weigh(basis: Basis, sentences: number): Balance | null {
  if (sentences < BALANCE_SENTENCES_MIN) return null
  return { value: balanceValue(basis, sentences), basis: fromNames((name) => round(basis[name])) }
}

function balanceValue(basis: Basis, sentences: number): number {
  const logit = CUE_NAMES.reduce((sum, name) => sum + WEIGHTS[name] * cueValue(basis[name], sentences), INTERCEPT)
  return round(chanceOf(logit))
}

export function basisOf(sentences: readonly string[]): Basis {
  return basisOfCues(sentences.map(cues.inText))
}

function basisOfCues(found: readonly number[]): Basis {
  return fromNames((name) => {
    const bit = 1 << CUE_NAMES.indexOf(name)
    return found.filter((bits) => bits & bit).length / found.length
  })
}

function fromNames(value: (name: keyof Basis) => number): Basis {
  return {
    attributed: value('attributed'),
    sides: value('sides'),
    directive: value('directive'),
    absolute: value('absolute'),
    we: value('we'),
  }
}

/** What a share counts in the sum: its logarithm, so that the first few sentences matter most. */
export function cueValue(share: number, sentences: number): number {
  return log(share + 0.5 / sentences)
}
