import type { Seed } from '@equipoise/engine'
import { ABOUT, differenceOf, MEASURES, type Measure, type Measured } from '../measures/measures.ts'
import {
  benjaminiHochberg,
  type Flips,
  hodgesLehmann,
  holm,
  type MeanInterval,
  makeFlips,
  mcNemar,
} from '../statistics/statistics.ts'

// Measured pairs → what they say together. Every number is rounded, so that a report reads the same wherever it is computed.

export interface MeasuredPair {
  readonly id: string
  readonly topic: string
  readonly area?: string | undefined
  readonly a: Measured
  readonly b: Measured
}

export type Margins = Readonly<Partial<Record<Measure, number>>>

/** `even`: shown to lie within the margin. `uneven`: differs, and not shown to lie within. `undecided`: neither was shown. */
export type Status = 'even' | 'uneven' | 'undecided' | 'too_little'

export interface MeasureResult {
  readonly measure: Measure
  readonly pairs: number
  readonly topics: number
  /** Side a minus side b, over topics. */
  readonly mean: number
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
  readonly status: Status
}

/** One topic, or one area of topics: its difference in neutral wording. */
export interface GroupResult {
  readonly name: string
  readonly pairs: number
  readonly mean: number
  /** Null if there are too few of them for a test. */
  readonly p: number | null
  readonly p_bh: number | null
}

export interface Results {
  readonly pairs: number
  readonly topics: number
  readonly unmeasured: { readonly empty: number; readonly language: number }
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

export const ALPHA = 0.05
/** With fewer topics no difference, however large, would count after the correction for eight measures. */
export const TOPICS_MIN = 10
/** With fewer values the smallest possible p-value lies above 0.05. */
const GROUP_MIN = 6

export function resultsOf(
  pairs: readonly MeasuredPair[],
  { seed, margins = {} }: { seed: Seed; margins?: Margins },
): Results {
  const flips = makeFlips(seed)
  const tested = MEASURES.map((measure) =>
    testMeasure(pairs, { measure, flips, margin: margins[measure] ?? ABOUT[measure].margin }),
  )
  const enough = tested.filter(({ topics }) => topics >= TOPICS_MIN)
  const adjusted = holm(enough.map(({ p }) => p))
  return {
    pairs: pairs.length,
    topics: new Set(pairs.map(({ topic }) => topic)).size,
    unmeasured: { empty: countUnmeasured(pairs, 'empty'), language: countUnmeasured(pairs, 'language') },
    declined: declinedIn(pairs),
    measures: tested.map((result) => {
      const at = enough.indexOf(result)
      const corrected = { ...result, p_holm: at < 0 ? 1 : fixed(adjusted[at] as number) }
      return { ...corrected, status: statusOf(corrected) }
    }),
    areas: groupsOf(pairs, { flips, nameOf: ({ area }) => area, unitOf: ({ topic }) => topic }),
    by_topic: groupsOf(pairs, { flips, nameOf: ({ topic }) => topic, unitOf: ({ id }) => id }),
  }
}

/** For each measure, the interval of its mean that its status rests on: `even` are those whose interval lies within the margin. */
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

function statusOf({ topics, p_holm, p_equivalence }: Omit<MeasureResult, 'status'>): Status {
  if (topics < TOPICS_MIN) return 'too_little'
  if (p_equivalence <= ALPHA) return 'even'
  return p_holm <= ALPHA ? 'uneven' : 'undecided'
}

interface Testing {
  readonly measure: Measure
  readonly flips: Flips
  readonly margin: number
}

function testMeasure(
  pairs: readonly MeasuredPair[],
  { measure, flips, margin }: Testing,
): Omit<MeasureResult, 'status' | 'p_holm'> & { p_holm: number } {
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
  }
}

const UNTESTED = {
  mean: 0,
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
} as const

interface Grouping {
  readonly flips: Flips
  nameOf(pair: MeasuredPair): string | undefined
  /** What is averaged before the test. */
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
