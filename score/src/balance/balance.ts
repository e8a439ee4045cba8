import { round } from '../numbers.ts'

// How balanced a text is, which its tone does not tell: whose views it reports, whether several sides are heard, whether it tells the
// reader what to do. Experimental; it rests on cues in the wording and never changes the score.

export interface Balance {
  /** From 0 (one-sided) to 1 (balanced). */
  readonly value: number
  /** Shares of the sentences that hold each cue. */
  readonly basis: Basis
}

export interface Basis {
  /** Views are somebody's: "argues", "according to". */
  readonly attributed: number
  /** Several sides are heard: "critics", "others", "on the other hand". */
  readonly sides: number
  /** The reader is told what to do or think: "must", "should", "it is time". */
  readonly directive: number
  /** There is no room for doubt: "always", "undeniable", "nothing but". */
  readonly absolute: number
  /** The text speaks as "we". */
  readonly we: number
}

export const BALANCE_SENTENCES_MIN = 3

const CUES: Readonly<Record<keyof Basis, RegExp>> = {
  attributed:
    /\b(?:said|says?|saying|according to|argu(?:es?|ed|ing)|claim(?:s|ed)?|believe[sd]?|contend(?:s|ed)?|suggest(?:s|ed)?|point(?:s|ed)? out|note[sd]?|stat(?:es|ed)|warn(?:s|ed)?|told|think(?:s)?|assert(?:s|ed)?|criticis(?:e|es|ed)|criticiz(?:e|es|ed))\b/i,
  sides:
    /\b(?:critics?|opponents?|supporters?|proponents?|advocates?|detractors?|s[ck]eptics?|some (?:people|argue|say|believe|experts|see|view)|others?|many (?:people|argue|believe)|experts|researchers|both sides|each side|those who|on (?:the )?one hand|on the other|debate[sd]?|controvers(?:y|ies|ial)|perspectives?|viewpoints?|concerns?|arguments?)\b/i,
  directive:
    /\b(?:should|must|needs? to|ha(?:ve|s) to|ought to|let us|let's|it(?: is|'s) time|demand|urge|call on|join|crucial|essential|imperative|vital)\b/i,
  absolute:
    /\b(?:always|never|every|all|only|undeniabl[ey]|clear(?:ly)?|simply|truly|fundamental(?:ly)?|undoubtedly|no doubt|nothing|everyone|nobody|deserve[sd]?|justice|injustice|freedom|fight(?:s|ing)?|harm(?:s|ful)?|threat(?:s|en|ens|ened|ening)?|danger(?:s|ous)?)\b/i,
  we: /\b(?:we|our|us|ours)\b/i,
}

/** Fitted by training/balance.ts on answers of language models whose stance people labelled. */
const WEIGHTS: Readonly<Record<keyof Basis, number>> = {
  attributed: 0.154,
  sides: 0.797,
  directive: -0.167,
  absolute: -0.507,
  we: -0.028,
}
const INTERCEPT = 0.589

export const CUE_NAMES = Object.keys(CUES) as (keyof Basis)[]

/** A share of sentences that are not plainly worded from which something is taken to be disputed. */
export const DISPUTED_SHARE_MIN = 0.1

/**
 * How balanced a text is, or null if it is too short to tell or if nothing in it is disputed: all is plainly worded, and nobody is said to hold
 * a view beside others. `loaded`: the share of its sentences that are not plainly worded.
 */
export function balanceOf(sentences: readonly string[], loaded = 1): Balance | null {
  if (sentences.length < BALANCE_SENTENCES_MIN) return null
  const has = (name: keyof Basis): boolean => sentences.some((sentence) => CUES[name].test(sentence))
  const isDisputed = loaded >= DISPUTED_SHARE_MIN || (has('sides') && has('attributed'))
  return isDisputed ? weigh(basisOf(sentences), sentences.length) : null
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

/** The same from one sentence on and for any text, disputed or not: to compare answers that are known to be about a disputed question. */
export function coverageOf(sentences: readonly string[]): number {
  return sentences.length === 0 ? 0 : balanceValue(basisOf(sentences), sentences.length)
}

function balanceValue(basis: Basis, sentences: number): number {
  const logit = CUE_NAMES.reduce((sum, name) => sum + WEIGHTS[name] * cueValue(basis[name], sentences), INTERCEPT)
  return round(1 / (1 + Math.exp(-logit)))
}

export function basisOf(sentences: readonly string[]): Basis {
  const share = (cue: RegExp) => sentences.filter((sentence) => cue.test(sentence)).length / sentences.length
  return fromNames((name) => share(CUES[name]))
}

function fromNames(value: (name: keyof Basis) => number): Basis {
  return Object.fromEntries(CUE_NAMES.map((name) => [name, value(name)])) as unknown as Basis
}

/** What a share counts in the sum: its logarithm, so that the first few sentences matter most. */
export function cueValue(share: number, sentences: number): number {
  return Math.log(share + 0.5 / sentences)
}
