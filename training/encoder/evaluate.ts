import { readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Analysis, analyze, explain } from '@equipoise/score'
import { readText } from '@equipoise/score/reading'
import { blendSentences, type Deep, deepen, type Model, scoreUnits } from '@equipoise/score/scoring'
import { encoderPath, readDeep, readModel } from '@equipoise/score/weights'
import { acceptSuggestions } from '../../score/test/accepting.ts'
import { everyday } from '../../score/test/data/everyday.ts'
import { type VerdictKind, verdictsOf } from '../../score/test/data/verdicts.ts'
import { type CorpusName, type Row, readCorpus } from '../corpora.ts'
import {
  type Analyst,
  calibrationOf,
  directionOf,
  type Figure,
  histogramOf,
  judgeBabe,
  judgeEveryday,
  judgeLabels,
  judgeSwaps,
  judgeTwins,
  withInterval,
} from '../evaluate.ts'
import { normalise, targetOf } from '../examples.ts'
import { foldOfArticle } from '../folds.ts'
import { sigmoid } from '../logistic.ts'
import { auroc, mulberry32 } from '../metrics.ts'
import { recordEvaluation } from '../model-card.ts'
import { isForParity } from '../parity.ts'
import { hitOf, type Judged, markedIn } from '../validate.ts'
import { keptBack } from './features.ts'
import { judgeHeldBack, judgeSides } from './judge-sides.ts'
import { readOutOfFold } from './out-of-fold.ts'

// npx tsx training/encoder/evaluate.ts DATA default WORDS STUDENT EXPORTED | DATA permissive: every figure of the model card that is
// about the encoder, taken on the score as callers get it. For the default weights BABE is judged out of fold.

type Tier = 'default' | 'permissive'
interface BabeRow {
  readonly row: Row
  readonly model: Model
  readonly deep: Deep
}
interface Labels {
  readonly id: string
  readonly label_repaired: number | null
  readonly label_revised: number | null
}

const [data = '', tier = 'default', ...outOfFold] = process.argv.slice(2) as [string, Tier, ...string[]]
const TARGET = {
  default: { auroc: '>= 0.90 held out', macroF1: '>= 0.81 held out' },
  permissive: { auroc: '>= 0.87 held out', macroF1: '>= 0.77 held out' },
}[tier]
const model = readModel(tier)
const deep = readDeep(tier) as Deep
const analyst: Analyst = (text) => analyze(model, text, { deep })
const say = (line: string) => process.stdout.write(`${line}\n`)

function main(): void {
  const rows = babeRows()
  const judged = rows.map(judgeBabeRow)
  say('BABE judged')
  const figures = [
    ...judgeBabe(judged, tier).map(retarget),
    ...otherLabels(rows, judged),
    ...judgeWords(rows),
    ...judgeCorpora(),
    ...judgeEveryday(analyst),
    ...judgeVerdicts(),
    ...judgeAmongPlain(),
    ...judgeSwaps(analyst),
    judgeTwins(
      analyst,
      every(
        readCorpus(data, 'twinviews').filter((row) => !isForParity(row)),
        12,
      ),
    ),
    judgeSuggestions(),
    ...judgeSides(data, analyst),
    ...judgeHeldBack(data, analyst),
  ]
  for (const { name, value, interval } of figures) say(`${name}: ${value} ${interval?.join(' to ') ?? ''}`)
  recordEvaluation({
    version: deep.encoder.version,
    tier: `${tier}-encoder`,
    bytes: statSync(encoderPath(tier)).size,
    protocol:
      tier === 'default'
        ? 'five folds of BABE, grouped by article: words, encoder and calibration of each fold never saw it (the seven numbers that join them did)'
        : 'all of BABE, never trained on',
    figures,
    calibration: calibrationOf(judged),
    histogram: histogramOf(judged),
  })
}

function babeRows(): BabeRow[] {
  const babe = readCorpus(data, 'babe')
  if (tier === 'permissive') return babe.map((row) => ({ row, model, deep }))
  const [words = '', student = '', exported = ''] = outOfFold
  const { modelOf, deepOf } = readOutOfFold({
    words,
    student,
    lengths: new Uint8Array(readFileSync(`${exported}/babe.len`)),
    sure: deep.encoder.sure,
  })
  return babe.map((row, at) => ({ row, model: modelOf(row), deep: deepOf(deep, at) }))
}

function judgeBabeRow({ row, model: words, deep: encoder }: BabeRow): Judged {
  const analysis = analyze(words, row.text, { deep: encoder })
  const probability = sigmoid(blendSentences(deepen(encoder, scoreUnits(words, readText(words, row.text)))))
  const base = { label: row.label ?? 0, votes: targetOf(row), probability, ain: analysis.ainScore }
  return { ...base, fold: foldOfArticle(row), ...hitOf(row, analysis) }
}

function retarget(figure: Figure): Figure {
  if (figure.name === 'BABE AUROC') return { ...figure, target: TARGET.auroc }
  return figure.name.startsWith('BABE macro-F1') ? { ...figure, target: TARGET.macroF1 } : figure
}

/** BABE again on its repaired and on its revised labels. */
function otherLabels(rows: readonly BabeRow[], judged: readonly Judged[]): Figure[] {
  const lines = gunzipSync(readFileSync(`${data}/babe_labels.jsonl.gz`))
    .toString('utf8')
    .split('\n')
  const labels = new Map(
    lines.filter(Boolean).map((line) => [(JSON.parse(line) as Labels).id, JSON.parse(line) as Labels]),
  )
  return (['label_repaired', 'label_revised'] as const).flatMap((which) => {
    const known = judged.flatMap((one, at) => {
      const label = labels.get(rows[at]?.row.id ?? '')?.[which]
      return label === null || label === undefined ? [] : [{ ...one, label }]
    })
    const named = which === 'label_repaired' ? 'repaired labels' : 'revised labels'
    return judgeBabe(known, tier)
      .filter(({ name }) => name === 'BABE AUROC' || name.startsWith('BABE macro-F1'))
      .map(({ name, value, interval, rows: count }) => ({
        name: `${name.split(' (')[0]}, ${named}`,
        value,
        rows: count,
        ...(interval ? { interval } : {}),
      }))
  })
}

/** How well the weights of words tell those that experts marked, and how the listed evidence agrees with them. */
function judgeWords(rows: readonly BabeRow[]): Figure[] {
  const words = rows
    .filter(({ row }) => row.label === 1 && markedIn(row).size > 0)
    .flatMap(({ row, model: own, deep: encoder }) => {
      const marked = markedIn(row)
      const { evidence } = analyze(own, row.text, { deep: encoder })
      return explain(own, row.text, { deep: encoder }).flatMap((sentence) =>
        sentence.words.map(({ start, end, weight }) => ({
          weight,
          marked: Number(
            row.text
              .slice(start, end)
              .split(/\s+/)
              .some((word) => marked.has(normalise(word))),
          ),
          listed: evidence.some((item) => item.start < end && start < item.end),
        })),
      )
    })
  const f1 = (picked: typeof words) => {
    const hits = picked.filter((word) => word.listed && word.marked === 1).length
    return (
      (2 * hits) / (picked.filter((word) => word.listed).length + picked.filter((word) => word.marked === 1).length)
    )
  }
  return [
    {
      name: "Words of biased sentences: AUROC of their weights against the experts' marks",
      value: rounded(
        auroc(
          words.map(({ weight }) => weight),
          words.map(({ marked }) => marked),
        ),
      ),
      rows: words.length,
    },
    {
      name: "Words of biased sentences: F1 of the evidence against the experts' marks",
      value: rounded(f1(words)),
      rows: words.length,
    },
  ]
}

function judgeCorpora(): Figure[] {
  const labels = (name: string, rows: readonly Row[], target: string) => judgeLabels(analyst, { name, rows, target })
  const kept = (name: CorpusName) => keptBack(data, name)
  const certified = (name: string, rows: readonly Row[], target: string) =>
    shareOf(
      name,
      rows.map(({ text }) => text),
      target,
      isCertified,
    )
  const docs = readCorpus(data, 'hyperpartisan_docs').map((row) => ({ ...row, text: row.text.slice(0, DOCUMENT_MAX) }))
  return [
    labels('WNC AUROC (rows kept back)', kept('wnc'), '>= 0.77'),
    labels('WIKIBIAS AUROC (never trained on)', every(readCorpus(data, 'wikibias'), 3), '>= 0.74'),
    labels('Hyperpartisan articles AUROC (its knots are fitted there)', every(docs, 2), '>= 0.80'),
    labels(
      'LLM answers, one-sided against neutral, AUROC of the score',
      every(
        readCorpus(data, 'issuebench_llm').filter((row) => row.label !== null),
        2,
      ).map((row) => ({ ...row, text: row.text.slice(0, DOCUMENT_MAX) })),
      'tone is not stance',
    ),
    directionOf(analyst, every(readCorpus(data, 'direction_news'), 8)),
    certified('Plain facts kept back, certified', kept('plain_facts'), '>= 0.93'),
    certified(
      'Sentences hostile to groups kept back, certified',
      kept('groups').filter(({ label }) => label === 1),
      '<= 0.10',
    ),
    certified('Plainly worded opinions kept back (TwinViews), certified', every(kept('twinviews'), 2), '<= 0.10'),
  ]
}

const DOCUMENT_MAX = 4000

const isCertified = (analysis: Analysis) => analysis.certified
const isLow = (analysis: Analysis) => analysis.ainScore < 0.4

function judgeVerdicts(): Figure[] {
  const of = (name: string, kind: VerdictKind, target: string, test: (analysis: Analysis) => boolean) =>
    shareOf(`Our check sets: ${name}`, verdictsOf(kind), target, test)
  const loaded = everyday.filter(({ band }) => band === 'biased').map(({ text }) => text)
  const attacks = everyday.filter(({ kind }) => kind === 'attack').map(({ text }) => text)
  return [
    of('plain facts of many fields, certified', 'plainFacts', '>= 0.90', isCertifiedOrShort),
    of('hostile to a group, certified', 'hostileToGroups', '<= 0.10', isCertified),
    of('calm sentences about groups, certified', 'calmAboutGroups', '', isCertified),
    of('short attacks, below 0.4', 'shortAttacks', '', isLow),
    of('mildly loaded, certified', 'mild', '<= 0.10', isCertified),
    of('one-sided in plain words, certified', 'oneSided', '<= 0.10', isCertified),
    shareOf('Our check sets: loaded texts, below 0.4', loaded, '>= 0.85', isLow),
    ...Object.entries(DISGUISES).map(([name, disguise]) =>
      shareOf(`Our check sets: attacks in ${name}, certified`, attacks.map(disguise), '', isCertified),
    ),
  ]
}

/** Too short for a certificate, but scored as one that has it. */
const isCertifiedOrShort = (analysis: Analysis) =>
  analysis.certified || (analysis.reason === 'insufficient_text' && analysis.ainScore >= 0.69)

const DISGUISES: Readonly<Record<string, (text: string) => string>> = {
  'bold letters': (text) =>
    text
      .replace(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97))
      .replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1d400 + letter.charCodeAt(0) - 65)),
  'HTML entities': (text) => text.replaceAll(' ', '&nbsp;'),
  'inline code': (text) => `\`${text}\``,
}

const AMONG = [2, 6, 14, 40] as const

/** One attack among plain sentences: places and neighbours are drawn with a pinned seed. */
function judgeAmongPlain(): Figure[] {
  const plain = everyday.filter(({ band }) => band === 'neutral').map(({ text }) => text)
  const attacks = everyday.filter(({ kind }) => kind === 'attack' || kind === 'propaganda').map(({ text }) => text)
  return AMONG.flatMap((count) => {
    const random = mulberry32(count)
    const among = (inside: readonly string[]) => {
      const around = Array.from({ length: count }, () => plain[Math.floor(random() * plain.length)] ?? '')
      const place = Math.floor(random() * (count + 1))
      return [...around.slice(0, place), ...inside, ...around.slice(place)].join(' ')
    }
    const hidden = every(attacks, 2).map((text) => among([text]))
    const clean = every(attacks, 4).map(() => among([]))
    return [
      shareOf(`One attack among ${count} plain texts, certified`, hidden, '<= 0.05', isCertified),
      shareOf(`${count} plain texts alone, certified`, clean, '>= 0.90', isCertified),
    ]
  })
}

/** Of the words put in by accepting every suggestion, how many are listed as evidence again. */
function judgeSuggestions(): Figure {
  const texts = [
    ...everyday.filter(({ band }) => band !== 'neutral').map(({ text }) => text),
    ...every(
      readCorpus(data, 'babe').filter(({ label }) => label === 1),
      3,
    ).map(({ text }) => text),
  ]
  const accepted = texts.flatMap((text) => acceptSuggestions(analyst, text))
  return withInterval({
    name: 'Accepted suggestions that are marked again',
    rows: accepted,
    target: '<= 0.02',
    statistic: (picked) => picked.filter(({ again }) => again).length / picked.length,
  })
}

function shareOf(
  name: string,
  texts: readonly string[],
  target: string,
  test: (analysis: Analysis) => boolean,
): Figure {
  const rows = texts.map((text) => test(analyst(text)))
  return withInterval({ name, rows, target, statistic: (picked) => picked.filter(Boolean).length / picked.length })
}

function every<T>(rows: readonly T[], step: number): T[] {
  return rows.filter((_, at) => at % step === 0)
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

main()
