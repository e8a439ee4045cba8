import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'
import { analyze, loadModel } from '../server/src/neutrality/neutrality.ts'
import { readModel, weightsPath } from '../server/src/neutrality/weights.ts'
import { everyday } from '../server/test/data/everyday.ts'
import type { Section, Target } from './section.ts'

// Throughput of the neutrality score, evidence included, beside two word-list scorers in the same process on the same texts.

const TEXT_UNITS = 10_000
const TEXTS = 200
const WARM_UP_TEXTS = 20
const ROUND_MS = 600
const ROUNDS = 5

export async function benchNeutrality(): Promise<Section> {
  const model = readModel()
  const texts = Array.from({ length: TEXTS }, (_, i) => prose(TEXT_UNITS, i))
  const peers = readPeers()
  const ours = medianRate((text) => analyze(model, text), texts)
  const sentiment = medianRate(peers.sentiment, texts)
  const vader = medianRate(peers.vader, texts)
  const bytes = readFileSync(weightsPath('default'))
  const loads = Array.from({ length: 9 }, () => timeOf(() => loadModel(bytes))).sort((a, b) => a - b)
  const rate = (name: string, value: number) => [name, value.toFixed(2), (value / ours).toFixed(3)]
  return {
    title: 'Neutrality score',
    intro: `Megabytes of text a second of one core, evidence included, median of ${ROUNDS} rounds, over ${TEXTS} texts of ${TEXT_UNITS.toLocaleString('en')}
characters each; the word-list scorers run in the same process on the same texts. The weights are ${(bytes.length / 1e6).toFixed(2)} MB.`,
    table: [
      ['', 'MB/s', 'as a share of ours'],
      rate('Equipoise', ours),
      rate('sentiment (AFINN word list)', sentiment),
      rate('vader-sentiment', vader),
    ],
    targets: [
      { what: 'times `sentiment`', value: ours / sentiment, least: 3 },
      { what: 'times `vader-sentiment`', value: ours / vader, least: 30 },
      { what: 'megabytes a second', value: ours, least: 5 },
      { what: '10,000 characters, ms', value: TEXT_UNITS / ours / 1000, most: 3 },
      { what: 'model loaded, ms', value: loads[4] ?? Number.NaN, most: 50 },
      ...cornerCases(model),
    ],
  }
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
    const times = Array.from({ length: 7 }, () => timeOf(() => analyze(model, text))).sort((a, b) => a - b)
    return { what: `${name}, ms`, value: times[3] ?? Number.NaN, most: 10 }
  })
}

// Flat strings, as they come out of a request; each text its own, so that no engine cache answers for a scorer.
function prose(units: number, seed: number): string {
  let text = ''
  for (let i = seed; text.length < units; i = (i * 31 + seed * 17 + 7) % everyday.length)
    text += `${everyday[i % everyday.length]?.text ?? ''} `
  return Buffer.from(text.slice(0, units)).toString()
}

// Per second of processor time, not of the clock: the ratio then holds on a busy machine too.
function medianRate(work: (text: string) => unknown, texts: readonly string[]): number {
  for (const text of texts.slice(0, WARM_UP_TEXTS)) work(text)
  const rates = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    const start = performance.now()
    let bytes = 0
    for (let run = 0; performance.now() - start < ROUND_MS; run++) {
      const text = texts[run % texts.length] ?? ''
      work(text)
      bytes += text.length
    }
    const { user, system } = process.cpuUsage(before)
    return bytes / (user + system)
  })
  return rates.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
}

function timeOf(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function readPeers(): { sentiment: (text: string) => unknown; vader: (text: string) => unknown } {
  const require = createRequire(import.meta.url)
  const Sentiment = require('sentiment') as new () => { analyze(text: string): unknown }
  const vader = require('vader-sentiment') as {
    SentimentIntensityAnalyzer: { polarity_scores(text: string): unknown }
  }
  const analyzer = new Sentiment()
  return {
    sentiment: (text) => analyzer.analyze(text),
    vader: (text) => vader.SentimentIntensityAnalyzer.polarity_scores(text),
  }
}
