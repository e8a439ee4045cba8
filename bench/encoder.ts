// What a score by the encoder costs beside one by the words alone, in one process and one run.
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
const TEXT_UNITS = 10_000
const ROUNDS = 3
const STARTS = 3

export async function benchEncoder(): Promise<Section> {
  const model = readModel('default')
  const deep = readDeep('default')
  // Other sentences in every round: the encoder remembers what it has read.
  const sentences = makeSentences(SENTENCES * (ROUNDS + 3))
  const longs = joinTexts(sentences.slice(SENTENCES * (ROUNDS + 1)), TEXT_UNITS).slice(0, ROUNDS)
  const tiers = {
    'default (encoder)': (given: string) => analyze(model, given, { deep }),
    'fast (words alone)': (given: string) => analyze(model, given),
  }
  const rows = Object.entries(tiers).map(([name, work]) => {
    const of = (round: number) => sentences.slice(round * SENTENCES, (round + 1) * SENTENCES)
    of(ROUNDS).forEach(work)
    const long = least((round) => cpuMsOf(() => work(longs[round] ?? '')))
    const changed = least((round) =>
      cpuMsOf(() => work(`${longs[round] ?? ''} One sentence was added in round ${round}.`)),
    )
    const sentence = least((round) => cpuMsOf(() => of(round).forEach(work)) / SENTENCES)
    return { name, sentence, long, changed }
  })
  const starts = []
  for (let start = 0; start < STARTS; start++) starts.push(await startAnew())
  const readyMs = Math.min(...starts.map((one) => one.readyMs))
  const memoryMb = Math.min(...starts.map((one) => one.memoryMb))
  const [encoder] = rows
  const bytes = statSync(encoderPath('default')).size
  return {
    title: 'Encoder',
    intro: `Processor time of one core, the shortest of ${ROUNDS} rounds, over ${SENTENCES} sentences one by one (made as for the section above; about 150 characters each) and
over one text of ${TEXT_UNITS.toLocaleString('en')} characters. Ready: the time in which a process that has loaded Node and our code reads the weights and scores its first
sentence, the shortest of ${STARTS}. Memory: what that process uses afterwards, compared with a process that scores the words alone. The file has ${(bytes / 1e6).toFixed(1)} MB.
Model 2.4.0 beside 2.3.0 and 2.2.0, measured in turn in one process (17 November 2026, 2 cores shared with others at a load of 15, best of 6 rounds): one sentence of 155 characters
14.6 (2.2.0), 12.0 (2.3.0) and 11.6 ms (2.4.0); a short plain sentence 7.1, 3.1 and 5.3 ms. In a second run, at a load of 9, one sentence 15.1, 10.6 and 12.1 ms, a short plain one 7.7, 3.0 and
4.8 ms, 10,000 characters 963, 659 and 682 ms, the same after one change 16, 11 and 18 ms. Such a load makes every time two to four times as long.
The table is from the evening of 17 November, with our other jobs paused and a load of 6 to 8 from before. In an earlier run, at a load of 14, the text took 13 ms after one change: 6 for the new
sentence, 4 for the words and 3 for pieces, shares and evidence. A shorter first reading would need a smaller network: sentences are read in batches of 64 rows without padding, and the product does 20 G multiply-adds
a second, one instruction of eight in each cycle at 2.5 GHz.
Weights kept as int16 instead of int8 that is widened for every product: no difference (19.8 and 20.0 G multiply-adds a second at 22 rows), so they stay int8. Relaxed SIMD takes 2.0 to 2.3 times as
long ([decision 0012](../docs/decisions/0012-encoder.md)).
\`npx tsx bench/same-bits.ts\`, 17 November 2026: Node 20.20, 22.23, 24.21 and 26.10, Chromium 156 and Firefox ESR on x86 give 500 scores the same bits with both weights, and so does Node 24.22 for ARM under qemu-aarch64 with the default weights (it takes a quarter of an hour).`,
    table: [
      ['tier', 'one sentence, ms', '10,000 characters, ms', 'the same after one change, ms'],
      ...rows.map((row) => [row.name, row.sentence.toFixed(3), row.long.toFixed(1), row.changed.toFixed(1)]),
    ],
    targets: [
      { what: 'one sentence, ms of one core', value: encoder?.sentence ?? Number.NaN, most: 3.5 },
      { what: '10,000 characters, ms of one core', value: encoder?.long ?? Number.NaN, most: 350 },
      { what: 'the same after one change, ms of one core', value: encoder?.changed ?? Number.NaN, most: 10 },
      { what: 'ready, ms', value: readyMs, most: 273 },
      { what: 'memory beyond the words alone, MB', value: memoryMb, most: 110 },
      { what: 'weights file, MB', value: bytes / 1e6, most: 13.6 },
    ],
  }
}

function least(measure: (round: number) => number): number {
  return Math.min(...Array.from({ length: ROUNDS }, (_, round) => measure(round)))
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
