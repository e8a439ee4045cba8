// What a score with the encoder costs compared with one by words alone, in one process and one run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { analyze } from '@equipoise/score'
import { encoderPath, readDeep, readModel } from '@equipoise/score/weights'
import { joinTexts, makeSentences } from './neutrality-texts.ts'
import type { Section } from './section.ts'

const SENTENCES = 100
const WORDS = 15
const TEXT_UNITS = 10_000
const ROUNDS = 12
/** Enough that the first changes, which include compiling the code, do not decide. */
const CHANGES = 15
const STARTS = 3

export async function benchEncoder(): Promise<Section> {
  const model = readModel('default')
  const deep = readDeep('default')
  // Different sentences in every round, because the encoder caches what it has read.
  const sentences = makeSentences(SENTENCES * (2 * ROUNDS + 1))
  const longs = joinTexts(sentences.slice(SENTENCES * (ROUNDS + 1)), TEXT_UNITS).slice(0, ROUNDS)
  const tiers = {
    'default (encoder)': (given: string) => analyze(model, given, { deep }),
    'fast (words alone)': (given: string) => analyze(model, given),
  }
  const rows = Object.entries(tiers).map(([name, work]) => {
    const of = (round: number) => sentences.slice(round * SENTENCES, (round + 1) * SENTENCES)
    of(ROUNDS).forEach(work)
    const long = least((round) => cpuMsOf(() => work(longs[round] ?? '')))
    const changed = least(
      (round) => cpuMsOf(() => work(`${longs[0] ?? ''} One sentence was added in round ${round}.`)),
      CHANGES,
    )
    const sentence = least((round) => cpuMsOf(() => of(round).forEach(work)) / SENTENCES)
    const short = least((round) => cpuMsOf(() => of(round).map(shorten).forEach(work)) / SENTENCES)
    return { name, short, sentence, long, changed }
  })
  const starts = []
  for (let start = 0; start < STARTS; start++) starts.push(await startAnew())
  const readyMs = Math.min(...starts.map((one) => one.readyMs))
  const memoryMb = Math.min(...starts.map((one) => one.memoryMb))
  const [encoder] = rows
  const bytes = statSync(encoderPath('default')).size
  return {
    title: 'Encoder',
    intro: `Processor time of one core with Node ${process.version}, the shortest of ${ROUNDS} rounds, over ${SENTENCES} sentences one by one (made as for the section above; about 150 characters each, and
their first ${WORDS} words) and over one text of ${TEXT_UNITS.toLocaleString('en')} characters, then changed ${CHANGES} times. Ready: the time in which a process that has loaded Node and our code reads the weights and scores its first
sentence, the shortest of ${STARTS}. Memory: what that process uses afterwards, compared with a process that scores the words alone. The file has ${(bytes / 1e6).toFixed(1)} MB.
Model 2.5.0 multiplies by relaxed SIMD where the engine has it: Node from 22 on, Chromium; not Node 20. [Decision 0012](../docs/decisions.md) compares it with 2.4.0 in one process.
\`npx tsx bench/same-bits.ts\`, 18 November 2026: Node 20.20, 22.23, 24.21 and 26.10, Chromium 156 and Firefox ESR on x86 give 500 scores the same bits; so does Node 24.22 for ARM under qemu-aarch64 for six sentences.`,
    table: [
      ['tier', `${WORDS} words, ms`, '150 characters, ms', '10,000 characters, ms', 'the same after one change, ms'],
      ...rows.map(({ name, short, sentence, long, changed }) => [
        ...[name, short.toFixed(3), sentence.toFixed(3)],
        ...[long.toFixed(1), changed.toFixed(1)],
      ]),
    ],
    targets: [
      { what: `a sentence of ${WORDS} words, ms of one core`, value: encoder?.short ?? Number.NaN, most: 3.5 },
      { what: '10,000 characters, ms of one core', value: encoder?.long ?? Number.NaN, most: 350 },
      { what: 'the same after one change, ms of one core', value: encoder?.changed ?? Number.NaN, most: 10 },
      { what: 'ready, ms', value: readyMs, most: 273 },
      { what: 'memory beyond the words alone, MB', value: memoryMb, most: 110 },
      { what: 'weights file, MB', value: bytes / 1e6, most: 13.6 },
    ],
  }
}

function shorten(sentence: string): string {
  return `${sentence.split(' ').slice(0, WORDS).join(' ')}.`
}

function least(measure: (round: number) => number, rounds = ROUNDS): number {
  return Math.min(...Array.from({ length: rounds }, (_, round) => measure(round)))
}

function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

interface Start {
  readonly readyMs: number
  readonly memoryMb: number
}

async function startAnew(): Promise<Start> {
  const script = fileURLToPath(new URL('./encoder-start.ts', import.meta.url))
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(said) as Start
}
