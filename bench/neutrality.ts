import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'
import { analyze, loadModel } from '@equipoise/score'
import { readModel, weightsPath } from '@equipoise/score/weights'
import { joinTexts, makeSentences } from './neutrality-texts.ts'
import type { Section, Target } from './section.ts'

// Throughput of the neutrality score, evidence included, compared with two word-list scorers in the same process on the same texts.

const SENTENCES = 5_000
const TEXT_UNITS = 10_000
const ROUND_MS = 150
const ROUNDS = 21

type Work = (text: string) => unknown
type Works = readonly [ours: Work, sentiment: Work, vader: Work]

// Megabytes per second, and ours as a multiple of each, round by round.
interface Rate {
  readonly megabytes: number
  readonly oursTimes: number
}

type Rates = readonly [ours: Rate, sentiment: Rate, vader: Rate]

export async function benchNeutrality(): Promise<Section> {
  const model = readModel('default')
  const work: Works = [(text) => analyze(model, text), ...readPeers()]
  const sentences = makeSentences(SENTENCES)
  const texts = joinTexts(sentences, TEXT_UNITS)
  const short = measureRates(work, sentences)
  const long = measureRates(work, texts)
  const bytes = readFileSync(weightsPath('default'))
  const loads = Array.from({ length: 9 }, () => timeOf(() => loadModel(bytes)))
  return {
    title: 'Neutrality score',
    intro: `Megabytes of text per second on one core, including evidence, and in brackets our rate divided by theirs: medians of ${ROUNDS} rounds in turn, over
${SENTENCES.toLocaleString('en')} different sentences one by one, and over the same sentences as ${texts.length} texts of ${TEXT_UNITS.toLocaleString('en')} characters. They are made from our
everyday check set by exchanging words, so that length, vocabulary and the share of loaded words are close to those of news. Scoring a few texts
again and again would make every scorer look better than it is. The word-list scorers run in the same process on the same texts; they return
a sum and its words, but no offsets, sentences or suggestions. Seconds are processor time, including garbage collection.
On 18 November 2026, at a load of 30 on two cores, what is known of a word came to lie together and cues of balance to use the words that were read.
In turn in one process, medians of 7 rounds of processor time, 10,000 characters took 4.19 ms before and 2.91 ms after in the texts of this section (0.70 of the time), sentence by sentence 4.63
and 3.63 ms (0.78), README files 3.71 and 3.11 ms (0.84), and \`sentiment\` 0.71 ms for long texts. 17,640 comparisons over 8,820 texts found no difference in any field.
What limits the rate: the profile is flat, and most of it is reading single characters and numbers out of strings and arrays, some fifteen passes over
the words of a text. Of the time for long texts, suggestions that are scored again take 16 to 20 %, the tables and sums 15 %, listing evidence and
judging sentences 12 %, disguises 9 %, words 8 %, units 7 %, cues of balance 4 %, the language 3 %.
The weights are ${(bytes.length / 1e6).toFixed(2)} MB.`,
    table: [
      ['', 'one sentence a call', '10,000 characters a call'],
      ...['Equipoise', 'sentiment (AFINN word list)', 'vader-sentiment'].map((name, who) => [
        name,
        ...[short, long].map((rates) => rateText(rates[who])),
      ]),
    ],
    targets: [
      { what: 'times `sentiment`, one sentence', value: short[1].oursTimes, least: 3 },
      { what: 'times `sentiment`, 10,000 characters', value: long[1].oursTimes, least: 3 },
      { what: 'times `vader-sentiment`, one sentence', value: short[2].oursTimes, least: 30 },
      { what: 'times `vader-sentiment`, 10,000 characters', value: long[2].oursTimes, least: 30 },
      { what: 'megabytes a second, one sentence', value: short[0].megabytes, least: 10 },
      { what: 'megabytes a second, 10,000 characters', value: long[0].megabytes, least: 10 },
      { what: '10,000 characters, ms', value: TEXT_UNITS / long[0].megabytes / 1000, most: 0.6 },
      { what: 'model loaded, ms', value: median(loads), most: 50 },
      ...cornerCases(model),
    ],
  }
}

function rateText(rate: Rate | undefined): string {
  return rate ? `${rate.megabytes.toFixed(2)} (${rate.oursTimes.toFixed(2)})` : ''
}

function cornerCases(model: ReturnType<typeof readModel>): Target[] {
  const corners: [string, string][] = [
    ['10,000 emoji', '\u{1f600}'.repeat(10_000)],
    ['10,000 quotation marks', '"'.repeat(10_000)],
    ['one word of 10,000 letters', 'a'.repeat(10_000)],
    ['10,000 zero-width joiners', `a${'\u200d'.repeat(9_999)}`],
    ['10,000 combining marks', `e${'\u0301'.repeat(9_999)}`],
    ['5,000 quoted words', '"a" '.repeat(2_500)],
    ['10,000 angle brackets', '<a'.repeat(5_000)],
    ['10,000 at signs', '@a'.repeat(5_000)],
  ]
  return corners.map(([name, text]) => {
    for (let warm = 0; warm < 20; warm++) analyze(model, text)
    const times = Array.from({ length: 7 }, () => timeOf(() => analyze(model, text)))
    return { what: `${name}, ms`, value: median(times), most: 10 }
  })
}

// In alternating rounds; each continues in the texts where it stopped. Ratios are taken within a round, because a shared machine changes
// its speed between rounds.
function measureRates(works: Works, texts: readonly string[]): Rates {
  const runs = works.map((work) => ({ work, at: 0 }))
  for (const { work } of runs) for (const text of texts) work(text)
  const rounds = Array.from({ length: ROUNDS }, () => runs.map((run) => runRound(run, texts)))
  const rateOf = (who: number): Rate => ({
    megabytes: median(rounds.map((rates) => rates[who] ?? Number.NaN)),
    oursTimes: median(rounds.map((rates) => (rates[0] ?? Number.NaN) / (rates[who] ?? Number.NaN))),
  })
  return [rateOf(0), rateOf(1), rateOf(2)]
}

// Per second of processor time, so that the ratio also holds on a busy machine.
function runRound(run: { work: Work; at: number }, texts: readonly string[]): number {
  const before = process.cpuUsage()
  const start = performance.now()
  let units = 0
  while (performance.now() - start < ROUND_MS) {
    const text = texts[run.at++ % texts.length] ?? ''
    run.work(text)
    units += text.length
  }
  const { user, system } = process.cpuUsage(before)
  return units / (user + system)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function timeOf(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function readPeers(): [sentiment: Work, vader: Work] {
  const require = createRequire(import.meta.url)
  const Sentiment = require('sentiment') as new () => { analyze(text: string): unknown }
  const vader = require('vader-sentiment') as {
    SentimentIntensityAnalyzer: { polarity_scores(text: string): unknown }
  }
  const analyzer = new Sentiment()
  return [(text) => analyzer.analyze(text), (text) => vader.SentimentIntensityAnalyzer.polarity_scores(text)]
}
