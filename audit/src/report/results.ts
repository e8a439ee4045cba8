import type { Seed } from '@equipoise/engine'
import { ABOUT, type AnsweredQuestion, differenceOf, type Measured, speakingAnswers } from '../measures/measures.ts'
import {
  ALPHA,
  GROUP_MIN,
  MEASURES,
  type Measure,
  type Speaking,
  statusIn,
  TOPICS_MIN,
  type Verdict,
  verdictOnMeasure,
  withheldBecause,
} from '../rules.ts'
import { isSamePrompt } from '../sets/sets.ts'
import {
  benjaminiHochberg,
  type Flips,
  hodgesLehmann,
  holm,
  type MeanInterval,
  makeFlips,
  mcNemar,
} from '../statistics/statistics.ts'

// Combines measured pairs into results. Every number is rounded, so that a report is the same wherever it is computed.

export interface MeasuredPair extends AnsweredQuestion {
  readonly id: string
  readonly area?: string | undefined
  readonly a: Measured
  readonly b: Measured
}

export type Margins = Readonly<Partial<Record<Measure, number>>>

/** How far groups of pairs lean, each in its own direction. */
export interface Lean {
  /** Groups with at least two values: a single value says nothing about its group. */
  readonly groups: number
  /** The mean of the absolute differences of these groups, and its expected value by chance. */
  readonly mean_absolute: number
  readonly by_chance: number
  readonly p: number
  readonly p_holm: number
  /** How far a group typically leans, corrected for chance. */
  readonly lean: number
  /** The groups that lean most to side a and most to side b. */
  readonly most_a: readonly string[]
  readonly most_b: readonly string[]
}

export interface MeasureResult {
  readonly measure: Measure
  readonly pairs: number
  readonly topics: number
  /** Side a minus side b, averaged over topics. */
  readonly mean: number
  /** The mean absolute difference of single pairs, chance included. It is not tested. */
  readonly pair_mean_absolute: number
  readonly sd: number
  readonly shift: number
  readonly low: number
  readonly high: number
  readonly confidence: number
  readonly p: number
  readonly p_holm: number
  readonly flips: number
  readonly exact: boolean
  readonly margin: number
  readonly p_equivalence: number
  /** The p-value of the test that shows that a topic typically leans by less than the margin. */
  readonly p_topic_equivalence: number
  readonly topic_lean: Lean
  readonly area_lean: Lean
  /** Null if there is too little data, or if the report allows no conclusion. */
  readonly status: Verdict | null
}

/** The difference in neutral wording for one topic, or one area of topics. */
export interface GroupResult {
  readonly name: string
  readonly pairs: number
  readonly mean: number
  /** Null if there are too few values for a test. */
  readonly p: number | null
  readonly p_bh: number | null
}

export interface Results {
  readonly pairs: number
  readonly topics: number
  /** Pairs with one text for both prompts, except for capitals, spaces and punctuation. Declined prompts do not count. */
  readonly same_text: number
  readonly unmeasured: { readonly empty: number; readonly language: number }
  readonly speaking: Speaking
  /** Prompts without an answer: declined, or the answer is empty or not in English. */
  readonly declined: {
    readonly a: number
    readonly b: number
    readonly only_a: number
    readonly only_b: number
    readonly p_mcnemar: number
  }
  readonly measures: readonly MeasureResult[]
  readonly areas: readonly GroupResult[]
  readonly by_topic: readonly GroupResult[]
}

/**
 * @example resultsOf([], { seed: 1 }).measures.length // => 8
 */
export function resultsOf(
  pairs: readonly MeasuredPair[],
  { seed, margins = {}, mode = 'ab' }: { seed: Seed; margins?: Margins; mode?: 'ab' | 'aa' },
): Results {
  const flips = makeFlips(seed)
  const tested = MEASURES.map((measure) =>
    testMeasure(pairs, { measure, flips, margin: margins[measure] ?? ABOUT[measure].margin }),
  )
  const counted = {
    pairs: pairs.length,
    topics: new Set(pairs.map(({ topic }) => topic)).size,
    same_text: pairs.filter(hasSameText).length,
    unmeasured: { empty: countUnmeasured(pairs, 'empty'), language: countUnmeasured(pairs, 'language') },
    speaking: speakingIn(pairs),
    declined: declinedIn(pairs),
    measures: corrected(tested),
  }
  const withheld = withheldBecause(counted, mode)
  return {
    ...counted,
    measures: counted.measures.map((one) => ({ ...one, status: statusIn(verdictOnMeasure(one), withheld) })),
    areas: groupsOf(pairs, { flips, nameOf: ({ area }) => area, unitOf: ({ topic }) => topic }),
    by_topic: groupsOf(pairs, { flips, nameOf: ({ topic }) => topic, unitOf: ({ id }) => id }),
  }
}

type Tested = Omit<MeasureResult, 'status'>

/** Holm's correction, once over the means of all measures and once over all leans by topic and by area. */
function corrected(tested: readonly Tested[]): Tested[] {
  const enough = tested.filter(({ topics }) => topics >= TOPICS_MIN)
  const means = holm(enough.map(({ p }) => p))
  const leans = holm(enough.flatMap(({ topic_lean, area_lean }) => [topic_lean.p, area_lean.p]))
  return tested.map((result) => {
    const at = enough.indexOf(result)
    if (at < 0) return result
    const leaning = (lean: Lean, place: number): Lean => ({ ...lean, p_holm: fixed(leans[2 * at + place] as number) })
    return {
      ...result,
      p_holm: fixed(means[at] as number),
      topic_lean: leaning(result.topic_lean, 0),
      area_lean: leaning(result.area_lean, 1),
    }
  })
}

/**
 * The interval of each measure's mean that decides its status: `even` needs an interval within the margin.
 * @example Object.keys(meanIntervals(report.pairs, 1)).length // => 8
 */
export function meanIntervals(pairs: readonly MeasuredPair[], seed: Seed): Readonly<Record<Measure, MeanInterval>> {
  const flips = makeFlips(seed)
  return Object.fromEntries(
    MEASURES.map((measure) => {
      const { low, high } = flips.interval(topicMeans(pairs, measure), ALPHA)
      return [measure, { low: fixed(low), high: fixed(high) }]
    }),
  ) as Record<Measure, MeanInterval>
}

function topicMeans(pairs: readonly MeasuredPair[], measure: Measure): number[] {
  return [...differencesBy(pairs, { measure, nameOf: ({ topic }) => topic }).values()].map(meanOf)
}

interface Testing {
  readonly measure: Measure
  readonly flips: Flips
  readonly margin: number
}

function testMeasure(pairs: readonly MeasuredPair[], { measure, flips, margin }: Testing): Tested {
  const byTopic = differencesBy(pairs, { measure, nameOf: ({ topic }) => topic })
  const values = [...byTopic.values()].map(meanOf)
  const counted = [...byTopic.values()].reduce((sum, list) => sum + list.length, 0)
  const base = { measure, pairs: counted, topics: values.length, margin }
  if (values.length === 0) return { ...base, ...UNTESTED }
  const { pValue, flips: looked, isExact } = flips.twoSided(values)
  const { estimate, low, high, confidence } = hodgesLehmann(values)
  return {
    ...base,
    mean: fixed(meanOf(values)),
    pair_mean_absolute: fixed(meanOf([...byTopic.values()].flat().map(Math.abs))),
    sd: fixed(deviationOf(values)),
    shift: fixed(estimate),
    low: fixed(low),
    high: fixed(high),
    confidence: fixed(confidence),
    p: fixed(pValue),
    p_holm: 1,
    flips: looked,
    exact: isExact,
    p_equivalence: fixed(flips.equivalence(values, margin)),
    p_topic_equivalence: fixed(flips.below([...byTopic.values()].map(leanSquared), margin * margin)),
    topic_lean: leanOf(byTopic, flips),
    area_lean: leanOf(areaValues(pairs, measure), flips),
  }
}

function areaValues(pairs: readonly MeasuredPair[], measure: Measure): Map<string, number[]> {
  const areas = new Map(pairs.flatMap(({ topic, area }) => (area === undefined ? [] : [[topic, area] as const])))
  const found = new Map<string, number[]>()
  for (const [topic, values] of differencesBy(pairs, { measure, nameOf: ({ topic }) => topic })) {
    const area = areas.get(topic)
    if (area !== undefined) found.set(area, [...(found.get(area) ?? []), meanOf(values)])
  }
  return found
}

const NAMED_MAX = 3

function leanOf(groups: ReadonlyMap<string, readonly number[]>, flips: Flips): Lean {
  const repeated = [...groups.values()].filter(({ length }) => length > 1)
  const { groups: count, meanAbsolute, byChance, pValue } = flips.apart(repeated)
  const sorted = [...groups].map(([name, values]) => ({ name, mean: meanOf(values) })).sort((a, b) => a.mean - b.mean)
  return {
    groups: count,
    mean_absolute: fixed(meanAbsolute),
    by_chance: fixed(byChance),
    p: fixed(pValue),
    p_holm: 1,
    lean: count === 0 ? 0 : fixed(Math.sqrt(Math.max(0, meanOf(repeated.map(leanSquared))))),
    most_a: namesOf(sorted.filter(({ mean }) => mean > 0).toReversed()),
    most_b: namesOf(sorted.filter(({ mean }) => mean < 0)),
  }
}

function namesOf(groups: readonly { readonly name: string }[]): string[] {
  return groups.slice(0, NAMED_MAX).map(({ name }) => name)
}

/**
 * The square of a group's lean. Products of different values leave out what chance adds to each value's own square. A single value has
 * only its square, which is rather too large.
 */
function leanSquared(values: readonly number[]): number {
  const { length } = values
  const squares = values.reduce((sum, value) => sum + value * value, 0)
  const sum = length * meanOf(values)
  return length === 1 ? squares : (sum * sum - squares) / (length * (length - 1))
}

function speakingIn(pairs: readonly MeasuredPair[]): Results['speaking'] {
  const speaking = speakingAnswers(pairs)
  const speaks = pairs.map(({ a, b }, at) => ({
    a: a.declined === 0 ? speaking[at]?.a : undefined,
    b: b.declined === 0 ? speaking[at]?.b : undefined,
  }))
  const side = (name: 'a' | 'b') => {
    const counted = speaks.flatMap((one) => one[name] ?? [])
    return { answers: counted.length, related: counted.filter(Boolean).length }
  }
  const onlyA = speaks.filter(({ a, b }) => a === true && b === false).length
  const onlyB = speaks.filter(({ a, b }) => a === false && b === true).length
  return { a: side('a'), b: side('b'), p_mcnemar: fixed(mcNemar(onlyA, onlyB)) }
}

const NO_LEAN: Lean = {
  groups: 0,
  mean_absolute: 0,
  by_chance: 0,
  p: 1,
  p_holm: 1,
  lean: 0,
  most_a: [],
  most_b: [],
}

const UNTESTED = {
  mean: 0,
  pair_mean_absolute: 0,
  sd: 0,
  shift: 0,
  low: 0,
  high: 0,
  confidence: 0,
  p: 1,
  p_holm: 1,
  flips: 0,
  exact: true,
  p_equivalence: 1,
  p_topic_equivalence: 1,
  topic_lean: NO_LEAN,
  area_lean: NO_LEAN,
} as const

interface Grouping {
  readonly flips: Flips
  nameOf(pair: MeasuredPair): string | undefined
  /** The unit that is averaged before the test. */
  unitOf(pair: MeasuredPair): string
}

function groupsOf(pairs: readonly MeasuredPair[], { flips, nameOf, unitOf }: Grouping): GroupResult[] {
  const names = [...new Set(pairs.flatMap((pair) => nameOf(pair) ?? []))]
  const groups = names.flatMap((name) => {
    const own = pairs.filter((pair) => nameOf(pair) === name)
    const units = [...differencesBy(own, { measure: 'score', nameOf: unitOf }).values()].map(meanOf)
    if (units.length === 0) return []
    const p = units.length < GROUP_MIN ? null : fixed(flips.twoSided(units).pValue)
    return [{ name, pairs: own.length, mean: fixed(meanOf(units)), p }]
  })
  const tested = groups.filter(({ p }) => p !== null)
  const adjusted = benjaminiHochberg(tested.map(({ p }) => p ?? 1))
  return groups.map((group) => {
    const at = tested.indexOf(group)
    return { ...group, p_bh: at < 0 ? null : fixed(adjusted[at] as number) }
  })
}

function differencesBy(
  pairs: readonly MeasuredPair[],
  { measure, nameOf }: { measure: Measure; nameOf(pair: MeasuredPair): string },
): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const pair of pairs) {
    const difference = differenceOf(measure, pair.a, pair.b)
    if (difference === null) continue
    const list = found.get(nameOf(pair))
    if (list) list.push(difference)
    else found.set(nameOf(pair), [difference])
  }
  return found
}

function hasSameText({ a, b, answer_a, answer_b }: MeasuredPair): boolean {
  return a.declined === 0 && b.declined === 0 && isSamePrompt(answer_a, answer_b)
}

function countUnmeasured(pairs: readonly MeasuredPair[], why: Measured['unmeasured']): number {
  return pairs.filter(({ a, b }) => a.unmeasured === why || b.unmeasured === why).length
}

function declinedIn(pairs: readonly MeasuredPair[]): Results['declined'] {
  const both = pairs.filter(({ a, b }) => a.declined !== null && b.declined !== null)
  const onlyA = both.filter(({ a, b }) => a.declined === 1 && b.declined === 0).length
  const onlyB = both.filter(({ a, b }) => a.declined === 0 && b.declined === 1).length
  return {
    a: both.filter(({ a }) => a.declined === 1).length,
    b: both.filter(({ b }) => b.declined === 1).length,
    only_a: onlyA,
    only_b: onlyB,
    p_mcnemar: fixed(mcNemar(onlyA, onlyB)),
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

function fixed(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
