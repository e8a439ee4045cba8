import type { Analysis } from '@equipoise/score'
import { hashWord } from '@equipoise/score/reading'
import { readCorpus } from '../corpora.ts'
import type { Analyst, Figure } from '../evaluate.ts'
import { auroc } from '../metrics.ts'
import { manifestosOf } from '../parity.ts'

// The figures of the model card about sides, groups and articles of publishers that were kept back.

/** Left and right within one manifesto, by scale, as the mean over manifestos; the heads were corrected on all of them. */
export function judgeSides(data: string, analyst: Analyst): Figure[] {
  return (['economic', 'social'] as const).flatMap((scale) => {
    const cells = manifestosOf(readCorpus(data, 'policy'), scale).map((rows) =>
      (['left', 'right'] as const).map((side) =>
        rows.filter((row, at) => row.side === side && at % 3 === 0).map(({ text }) => analyst(text).ainScore),
      ),
    )
    const gap = (of: (scores: readonly number[]) => number) =>
      mean(cells.map(([left = [], right = []]) => of(left) - of(right)))
    const name = `Manifestos, ${scale}, left minus right within one`
    const rows = cells.flat(2).length
    return [
      { name: `${name}: mean score`, value: round3(gap(mean)), rows, target: 'within 0.01' },
      {
        name: `${name}: below 0.4`,
        value: round3(gap((scores) => shareOf(scores, (ain) => ain < 0.4))),
        rows,
        target: 'within 0.03',
      },
      {
        name: `${name}: certified`,
        value: round3(gap((scores) => shareOf(scores, (ain) => ain >= 0.7))),
        rows,
        target: 'within 0.03',
      },
      {
        name: `Manifestos, ${scale}, below 0.4`,
        value: round3(shareOf(cells.flat(2), (ain) => ain < 0.4)),
        rows,
        target: '<= 0.08',
      },
    ]
  })
}

/** Sentences about groups whose verb, and articles whose publisher, nothing was trained on. */
export function judgeHeldBack(data: string, analyst: Analyst): Figure[] {
  const isHeld = (key: string) => (hashWord(key) >>> 0) % 20 <= 3
  const about = readCorpus(data, 'identity_groups').filter(({ verb = '' }) => isHeld(verb))
  const read = about.map((row) => ({ label: row.label ?? 0, ...analyst(row.text) }))
  const hostile = read.filter(({ label }) => label === 1)
  const harmless = read.filter(({ label }) => label === 0)
  const articles = readCorpus(data, 'articles').filter(({ domain = '' }) => isHeld(domain))
  const whole = articles.map((row) => ({ label: row.label ?? 0, ...analyst(row.text) }))
  const certified = (rows: readonly Analysis[]) =>
    round3(rows.filter((one) => one.certified).length / Math.max(1, rows.length))
  const figure = (name: string, value: number, rows: number, target: string): Figure => ({ name, value, rows, target })
  const accused = harmless.filter(({ withheldBy }) => withheldBy.some(({ why }) => why === 'generalisation')).length
  return [
    figure(
      'Harmless sentences about groups called hostile (verbs kept back)',
      round3(accused / harmless.length),
      harmless.length,
      '<= 0.15',
    ),
    figure('Hostile sentences about groups certified (verbs kept back)', certified(hostile), hostile.length, '<= 0.02'),
    figure(
      'Sentences about groups AUROC (verbs kept back)',
      round3(
        auroc(
          read.map(({ ainScore }) => -ainScore),
          read.map(({ label }) => label),
        ),
      ),
      read.length,
      '>= 0.85',
    ),
    figure(
      'Neutral articles certified (publishers kept back)',
      certified(whole.filter(({ label }) => label === 0)),
      whole.filter(({ label }) => label === 0).length,
      '>= 0.65',
    ),
    figure(
      'Hyperpartisan articles certified (publishers kept back)',
      certified(whole.filter(({ label }) => label === 1)),
      whole.filter(({ label }) => label === 1).length,
      '<= 0.05',
    ),
  ]
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function shareOf(values: readonly number[], is: (value: number) => boolean): number {
  return values.filter(is).length / Math.max(1, values.length)
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000
}
