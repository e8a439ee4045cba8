import { type Analysis, analyze } from '@equipoise/score'
import { CERTIFIED_MIN, MODERATE_MIN } from '@equipoise/score/analysis'
import type { Model } from '@equipoise/score/scoring'
import { counterfactualCases } from '../score/test/data/counterfactual.ts'
import { everyday } from '../score/test/data/everyday.ts'
import { type Row, readCorpus } from './corpora.ts'
import { auroc, bootstrap, calibrationBins, calibrationError, macroF1 } from './metrics.ts'
import { isForParity } from './parity.ts'
import type { Sources } from './sources.ts'
import type { Judged } from './validate.ts'

// Everything that is claimed about a model, as numbers. The trainer writes them; the model card shows them. All are taken on the
// score as callers get it.

/** A text → what a caller would get. */
export type Analyst = (text: string) => Analysis

export interface Figure {
  readonly name: string
  readonly value: number
  readonly interval?: readonly [number, number]
  readonly rows: number
  readonly target?: string
}

export interface Evaluation {
  readonly version: string
  readonly tier: string
  readonly bytes: number
  // How BABE was judged: cross-validated, or by a model that never saw it.
  readonly protocol: string
  readonly figures: readonly Figure[]
  readonly calibration: readonly { count: number; expected: number; observed: number }[]
  readonly histogram: readonly { from: number; neutral: number; biased: number }[]
}

const TARGETS = {
  default: { auroc: '>= 0.88 held out', macroF1: '>= 0.80 held out' },
  permissive: { auroc: '>= 0.80 held out', macroF1: '>= 0.73 held out' },
} as const

export function judgeBabe(judged: readonly Judged[], tier: Sources['tier']): Figure[] {
  return [
    over('BABE AUROC', judged, TARGETS[tier].auroc, (rows) =>
      auroc(
        rows.map((r) => -r.ain),
        rows.map((r) => r.label),
      ),
    ),
    ...(judged.some((row) => row.ainLower === undefined)
      ? []
      : [
          over('BABE AUROC, all in lower case', judged, '', (rows) =>
            auroc(
              rows.map((r) => -(r.ainLower ?? 0)),
              rows.map((r) => r.label),
            ),
          ),
        ]),
    over('BABE macro-F1 (expected share above one half)', judged, TARGETS[tier].macroF1, (rows) =>
      macroF1(
        rows.map((r) => r.probability > 0.5),
        rows.map((r) => r.label),
      ),
    ),
    over('Calibration error against expert votes', judged, '<= 0.05', (rows) =>
      calibrationError(
        rows.map((r) => r.probability),
        rows.map((r) => r.votes),
      ),
    ),
    ...judgeBands(judged),
  ]
}

function judgeBands(judged: readonly Judged[]): Figure[] {
  const neutral = judged.filter((row) => row.label === 0)
  const certified = judged.filter((row) => row.ain >= CERTIFIED_MIN)
  const low = judged.filter((row) => row.ain < MODERATE_MIN)
  const marked = judged.filter((row) => row.hit !== undefined)
  const share = (test: (row: Judged) => boolean) => (rows: readonly Judged[]) => rows.filter(test).length / rows.length
  return [
    over(
      'Certified sentences that are neutral',
      certified,
      '>= 0.83',
      share((r) => r.label === 0),
    ),
    over(
      'Neutral sentences certified',
      neutral,
      '>= 0.60',
      share((r) => r.ain >= CERTIFIED_MIN),
    ),
    over(
      'Sentences below 0.4 that are biased',
      low,
      '',
      share((r) => r.label === 1),
    ),
    over(
      'Sentences with a clear score (0.7 and more, or below 0.4)',
      judged,
      '',
      share((r) => r.ain >= CERTIFIED_MIN || r.ain < MODERATE_MIN),
    ),
    over(
      'Clear scores that agree with the experts',
      [...certified, ...low],
      '',
      share((r) => r.label === (r.ain < MODERATE_MIN ? 1 : 0)),
    ),
    over(
      'First highlighted word is one that experts marked',
      marked,
      '>= 0.70',
      share((r) => r.hit === true),
    ),
  ]
}

function over(
  name: string,
  rows: readonly Judged[],
  target: string,
  statistic: (rows: readonly Judged[]) => number,
): Figure {
  return withInterval({ name, rows, target, statistic })
}

export function judgeElsewhere(model: Model, sources: Sources, folder: string): Figure[] {
  const analyst: Analyst = (text) => analyze(model, text)
  const binary = (name: string, rows: readonly Row[], target: string) => judgeLabels(analyst, { name, rows, target })
  const wikibias = readCorpus(folder, 'wikibias')
  const issue = readCorpus(folder, 'issuebench_llm').filter((row) => row.label !== null)
  return [
    binary(
      'WNC AUROC (held-out rows)',
      sources.wncEvaluation.map((e) => e.row),
      '>= 0.68',
    ),
    binary('WIKIBIAS AUROC (never trained on)', wikibias, ''),
    binary('Hyperpartisan articles AUROC (also used to fit the document knots)', sources.docs, '>= 0.77'),
    binary('LLM answers: AUROC, one-sided or neutral', issue, 'none: tone is not stance'),
    directionOf(analyst, sources.direction),
    ...judgeEveryday(analyst),
    ...judgeSwaps(analyst),
    judgeTwins(
      analyst,
      readCorpus(folder, 'twinviews').filter((row) => !isForParity(row)),
    ),
  ]
}

/** How well the score tells the rows with label 1 from the others. */
export function judgeLabels(
  analyst: Analyst,
  { name, rows, target }: { name: string; rows: readonly Row[]; target: string },
): Figure {
  const scored = rows.map((row) => ({ ain: analyst(row.text).ainScore, label: row.label ?? 0 }))
  return withInterval({
    name,
    rows: scored,
    target,
    statistic: (picked) =>
      auroc(
        picked.map((r) => -r.ain),
        picked.map((r) => r.label),
      ),
  })
}

export function directionOf(analyst: Analyst, rows: readonly Row[]): Figure {
  const leaning = rows.filter((row) => row.direction === 'positive' || row.direction === 'negative')
  const named = leaning.map((row) => ({ want: row.direction, got: analyst(row.text).biasDirection }))
  const decided = named.filter(({ got }) => got === 'positive_leaning' || got === 'negative_leaning')
  return withInterval({
    name: 'News direction: correct, if the text names a side (rows seen in training)',
    rows: decided,
    target: '',
    statistic: (picked) => picked.filter(({ want, got }) => got === `${want}_leaning`).length / picked.length,
  })
}

export function judgeEveryday(analyst: Analyst): Figure[] {
  const judged = everyday.map((text) => ({ ...text, analysis: analyst(text.text) }))
  const plain = judged.filter((text) => text.band === 'neutral')
  const loaded = judged.filter((text) => text.band === 'biased')
  const leaning = loaded.filter((text) => text.direction.endsWith('_leaning'))
  const shareOf = (
    name: string,
    rows: readonly (typeof judged)[number][],
    target: string,
    test: (row: (typeof judged)[number]) => boolean,
  ) => withInterval({ name, rows, target, statistic: (picked) => picked.filter(test).length / picked.length })
  return [
    withInterval({
      name: 'Everyday texts AUROC (our own, plain or loaded)',
      rows: [...plain, ...loaded],
      target: '>= 0.90',
      statistic: (rows) =>
        auroc(
          rows.map((row) => -row.analysis.ainScore),
          rows.map((row) => (row.band === 'biased' ? 1 : 0)),
        ),
    }),
    shareOf('Everyday plain facts certified', plain, '>= 0.90', (row) => row.analysis.certified),
    shareOf(
      'Everyday attacks below 0.4',
      loaded.filter((row) => row.kind === 'attack'),
      '>= 0.85',
      (row) => row.analysis.ainScore < MODERATE_MIN,
    ),
    shareOf(
      'Everyday direction right (loaded texts)',
      leaning,
      '>= 0.80',
      (row) => row.analysis.biasDirection === row.direction,
    ),
  ]
}

export function judgeSwaps(analyst: Analyst): Figure[] {
  const gaps = counterfactualCases().map(({ texts }) => {
    const scores = texts.map((text) => analyst(text).ainScore)
    return Math.max(...scores) - Math.min(...scores)
  })
  return [
    withInterval({
      name: 'Names and groups swapped: mean of the largest gap of each template',
      rows: gaps,
      target: '<= 0.05',
      statistic: (picked) => picked.reduce((sum, gap) => sum + gap, 0) / picked.length,
    }),
    {
      name: 'Names and groups swapped: largest gap overall',
      value: Math.max(...gaps),
      rows: gaps.length,
      target: '<= 0.10',
    },
  ]
}

// The mean over left statements against the mean over right ones.
export function judgeTwins(analyst: Analyst, rows: readonly Row[]): Figure {
  const judged = rows.map((row) => ({ left: row.lean === 'left', ain: analyst(row.text).ainScore }))
  return withInterval({
    name: 'TwinViews (held-out half): absolute difference of the mean AIN, left and right',
    rows: judged,
    target: '<= 0.02',
    statistic: (picked) => {
      const mean = (isLeft: boolean) => {
        const side = picked.filter((row) => row.left === isLeft)
        return side.reduce((sum, row) => sum + row.ain, 0) / side.length
      }
      return Math.abs(mean(true) - mean(false))
    },
  })
}

export function withInterval<T>(input: {
  name: string
  rows: readonly T[]
  target: string
  statistic: (rows: readonly T[]) => number
}): Figure {
  const { name, rows, target, statistic } = input
  const interval = bootstrap(rows.length, (picked) => statistic(Array.from(picked, (i) => rows[i] as T)))
  return {
    name,
    value: round(statistic(rows)),
    interval: [round(interval[0]), round(interval[1])],
    rows: rows.length,
    ...(target ? { target } : {}),
  }
}

export function histogramOf(judged: readonly Judged[]): Evaluation['histogram'] {
  return Array.from({ length: 20 }, (_, i) => {
    const inside = judged.filter((row) => Math.min(19, Math.floor(row.ain * 20)) === i)
    return {
      from: i / 20,
      neutral: inside.filter((r) => r.label === 0).length,
      biased: inside.filter((r) => r.label === 1).length,
    }
  })
}

export function calibrationOf(judged: readonly Judged[]): Evaluation['calibration'] {
  return calibrationBins(
    judged.map((row) => row.probability),
    judged.map((row) => row.votes),
  ).map((bin) => ({ count: bin.count, expected: round(bin.expected), observed: round(bin.observed) }))
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
