import type { Model } from '../server/src/neutrality/model.ts'
import { analyze } from '../server/src/neutrality/neutrality.ts'
import { counterfactualCases } from '../server/test/data/counterfactual.ts'
import { everyday } from '../server/test/data/everyday.ts'
import { type Row, readCorpus } from './corpora.ts'
import { auroc, bootstrap, calibrationBins, calibrationError, macroF1 } from './metrics.ts'
import { isForParity } from './parity.ts'
import type { Sources } from './sources.ts'
import { type Judged, logitIn, withoutUncased } from './validate.ts'

// Everything that is claimed about a model, as numbers. The trainer writes them; the model card shows them.

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

// How the texts of a check are written, and how its figure is named then.
interface Writing {
  readonly suffix: string
  readonly write: (text: string) => string
}

const AS_WRITTEN: Writing = { suffix: '', write: (text) => text }
const LOWER_CASE: Writing = { suffix: ', in lower case', write: (text) => text.toLowerCase() }

const TARGETS = {
  default: { auroc: '>= 0.88 held out', macroF1: '>= 0.80 held out' },
  permissive: { auroc: '>= 0.80 held out', macroF1: '>= 0.73 held out' },
} as const

export function judgeBabe(judged: readonly Judged[], tier: Sources['tier']): Figure[] {
  const neutral = judged.filter((row) => row.label === 0)
  const certified = judged.filter((row) => row.ain >= 0.7)
  const low = judged.filter((row) => row.ain < 0.4)
  const marked = judged.filter((row) => row.hit !== undefined)
  const over = (
    name: string,
    rows: readonly Judged[],
    target: string,
    statistic: (rows: readonly Judged[]) => number,
  ): Figure => withInterval({ name, rows, target, statistic })
  const share = (test: (row: Judged) => boolean) => (rows: readonly Judged[]) => rows.filter(test).length / rows.length
  return [
    over('BABE AUROC', judged, TARGETS[tier].auroc, (rows) =>
      auroc(
        rows.map((r) => -r.ain),
        rows.map((r) => r.label),
      ),
    ),
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
      share((r) => r.ain >= 0.7),
    ),
    over(
      'Sentences below 0.4 that are biased',
      low,
      '',
      share((r) => r.label === 1),
    ),
    over(
      'First highlighted word is one that experts marked',
      marked,
      '>= 0.70',
      share((r) => r.hit === true),
    ),
  ]
}

// What the stack for text without capitals makes of the same sentences in lower case, and what the other one would.
export function judgeLowerBabe(judged: readonly Judged[]): Figure[] {
  const rows = judged.map(({ label, votes, lower }) => ({ label, votes, ...lower }))
  const neutral = rows.filter((row) => row.label === 0)
  const certified = rows.filter((row) => row.ain >= 0.7)
  const share = (name: string, of: typeof rows, test: (row: (typeof rows)[number]) => boolean) =>
    withInterval({ name, rows: of, target: '', statistic: (picked) => picked.filter(test).length / picked.length })
  return [
    ranking(
      'BABE in lower case, AUROC',
      rows.map((row) => ({ score: -row.ain, label: row.label })),
      '',
    ),
    ranking(
      'BABE in lower case, AUROC by the stack for text with capitals',
      rows.map((row) => ({ score: row.logitByOther, label: row.label })),
      '',
    ),
    withInterval({
      name: 'BABE in lower case, calibration error against expert votes',
      rows,
      target: '<= 0.05',
      statistic: (picked) =>
        calibrationError(
          picked.map((row) => row.probability),
          picked.map((row) => row.votes),
        ),
    }),
    share('BABE in lower case, certified sentences that are neutral', certified, (row) => row.label === 0),
    share('BABE in lower case, neutral sentences certified', neutral, (row) => row.ain >= 0.7),
  ]
}

function ranking(name: string, rows: readonly { score: number; label: number }[], target: string): Figure {
  return withInterval({
    name,
    rows,
    target,
    statistic: (picked) =>
      auroc(
        picked.map((row) => row.score),
        picked.map((row) => row.label),
      ),
  })
}

export function judgeElsewhere(model: Model, sources: Sources, folder: string): Figure[] {
  const rankBy = (judge: Model, name: string, rows: readonly Row[], target: string): Figure =>
    ranking(
      name,
      rows.map((row) => ({ score: logitIn(judge, row.text), label: row.label ?? 0 })),
      target,
    )
  const binary = (name: string, rows: readonly Row[], target: string) => rankBy(model, name, rows, target)
  const wnc = sources.wncEvaluation.map((example) => example.row)
  const twins = readCorpus(folder, 'twinviews').filter((row) => !isForParity(row))
  const wikibias = readCorpus(folder, 'wikibias')
  const issue = readCorpus(folder, 'issuebench_llm').filter((row) => row.label !== null)
  return [
    binary('WNC AUROC (rows kept back; all of it is lower case)', wnc, '>= 0.68'),
    rankBy(withoutUncased(model), 'WNC AUROC by the stack for text with capitals', wnc, ''),
    binary('WIKIBIAS AUROC (never trained on)', wikibias, ''),
    binary('Hyperpartisan articles AUROC (its knots are fitted there)', sources.docs, '>= 0.77'),
    binary('LLM answers, one-sided against neutral, AUROC', issue, 'tone is not stance'),
    directionOf(model, sources.direction),
    ...[AS_WRITTEN, LOWER_CASE].flatMap((writing) => [
      ...judgeEveryday(model, writing),
      ...judgeSwaps(model, writing),
      judgeTwins(model, twins, writing),
    ]),
  ]
}

function directionOf(model: Model, rows: readonly Row[]): Figure {
  const leaning = rows.filter((row) => row.direction === 'positive' || row.direction === 'negative')
  const named = leaning.map((row) => ({ want: row.direction, got: analyze(model, row.text).biasDirection }))
  const decided = named.filter(({ got }) => got === 'positive_leaning' || got === 'negative_leaning')
  return withInterval({
    name: 'News direction, right side where one is named (seen in training)',
    rows: decided,
    target: '',
    statistic: (picked) => picked.filter(({ want, got }) => got === `${want}_leaning`).length / picked.length,
  })
}

function judgeEveryday(model: Model, { suffix, write }: Writing): Figure[] {
  const judged = everyday.map((text) => ({ ...text, analysis: analyze(model, write(text.text)) }))
  const plain = judged.filter((text) => text.band === 'neutral')
  const loaded = judged.filter((text) => text.band === 'biased')
  const leaning = loaded.filter((text) => text.direction.endsWith('_leaning'))
  const shareOf = (
    name: string,
    rows: readonly (typeof judged)[number][],
    target: string,
    test: (row: (typeof judged)[number]) => boolean,
  ) =>
    withInterval({
      name: `${name}${suffix}`,
      rows,
      target,
      statistic: (picked) => picked.filter(test).length / picked.length,
    })
  return [
    ranking(
      `Everyday texts AUROC (ours, plain against loaded)${suffix}`,
      [...plain, ...loaded].map((row) => ({ score: -row.analysis.ainScore, label: row.band === 'biased' ? 1 : 0 })),
      '>= 0.90',
    ),
    shareOf('Everyday plain facts certified', plain, '>= 0.90', (row) => row.analysis.certified),
    shareOf(
      'Everyday attacks below 0.4',
      loaded.filter((row) => row.kind === 'attack'),
      '>= 0.85',
      (row) => row.analysis.ainScore < 0.4,
    ),
    shareOf(
      'Everyday direction right (loaded texts)',
      leaning,
      '>= 0.80',
      (row) => row.analysis.biasDirection === row.direction,
    ),
  ]
}

function judgeSwaps(model: Model, { suffix, write }: Writing): Figure[] {
  const gaps = counterfactualCases().map(({ texts }) => {
    const scores = texts.map((text) => analyze(model, write(text)).ainScore)
    return Math.max(...scores) - Math.min(...scores)
  })
  return [
    withInterval({
      name: `Names and groups swapped: largest gap of a template, mean${suffix}`,
      rows: gaps,
      target: '<= 0.05',
      statistic: (picked) => picked.reduce((sum, gap) => sum + gap, 0) / picked.length,
    }),
    {
      name: `Names and groups swapped: largest gap of all${suffix}`,
      value: Math.max(...gaps),
      rows: gaps.length,
      target: '<= 0.10',
    },
  ]
}

// The mean over left statements against the mean over right ones.
function judgeTwins(model: Model, rows: readonly Row[], { suffix, write }: Writing): Figure {
  const judged = rows.map((row) => ({ left: row.lean === 'left', ain: analyze(model, write(row.text)).ainScore }))
  return withInterval({
    name: `TwinViews (the half kept back): left minus right, mean AIN, absolute${suffix}`,
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

function withInterval<T>(input: {
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
