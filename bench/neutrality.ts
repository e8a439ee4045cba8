import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'
import { analyze, loadModel } from '../server/src/neutrality/neutrality.ts'
import { readModel, weightsPath } from '../server/src/neutrality/weights.ts'
import { everyday } from '../server/test/data/everyday.ts'

// Throughput of the neutrality score, evidence included, beside two word-list scorers in the same process on the same texts.

export interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly note?: string
}

const TEXT_UNITS = 10_000
const TEXTS = 200
const WARM_UP_TEXTS = 20
const ROUND_MS = 600
const ROUNDS = 5

export async function benchNeutrality(): Promise<{ title: string; rows: BenchRow[] }> {
  const model = readModel()
  const texts = Array.from({ length: TEXTS }, (_, i) => prose(TEXT_UNITS, i))
  const peers = readPeers()
  const ours = medianRate((text) => analyze(model, text), texts)
  const sentiment = medianRate(peers.sentiment, texts)
  const vader = medianRate(peers.vader, texts)
  const bytes = readFileSync(weightsPath('default'))
  const loads = Array.from({ length: 9 }, () => timeOf(() => loadModel(bytes))).sort((a, b) => a - b)
  return {
    title: 'Neutrality score of a text (evidence included)',
    rows: [
      { name: 'equipoise', value: ours, unit: 'MB/s' },
      { name: 'sentiment', value: sentiment, unit: 'MB/s' },
      { name: 'vader-sentiment', value: vader, unit: 'MB/s' },
      { name: 'times sentiment', value: ours / sentiment, unit: 'x', note: 'at least 3' },
      { name: 'times vader-sentiment', value: ours / vader, unit: 'x', note: 'at least 30' },
      { name: '10,000 characters', value: TEXT_UNITS / ours / 1000, unit: 'ms', note: 'at most 3' },
      { name: 'model loaded', value: loads[4] ?? 0, unit: 'ms', note: 'at most 50' },
      { name: 'weights', value: bytes.length / 1e6, unit: 'MB', note: 'at most 2' },
      ...cornerCases(model),
    ],
  }
}

function cornerCases(model: ReturnType<typeof readModel>): BenchRow[] {
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
    return { name, value: times[3] ?? 0, unit: 'ms', note: 'at most 10' }
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
