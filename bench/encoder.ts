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

const SENTENCES = 300
const TEXT_UNITS = 10_000
const ROUNDS = 5
const STARTS = 5

export async function benchEncoder(): Promise<Section> {
  const model = readModel('default')
  const deep = readDeep('default')
  const sentences = makeSentences(SENTENCES)
  const [long = ''] = joinTexts(makeSentences(SENTENCES), TEXT_UNITS)
  const tiers = {
    'default (encoder)': (given: string) => analyze(model, given, { deep }),
    'fast (words alone)': (given: string) => analyze(model, given),
  }
  const rows = Object.entries(tiers).map(([name, work]) => {
    for (const sentence of sentences) work(sentence)
    const sentence = least(() => cpuMsOf(() => sentences.forEach(work)) / sentences.length)
    return { name, sentence, long: least(() => cpuMsOf(() => work(long))) }
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
Before and after the arithmetic moved into the kernel, measured in turn in one process (16 November 2026, 2 shared cores, best of 4 rounds): one sentence of
71 characters 10.3 → 5.5 ms (0.53), 10,000 characters 1,417 → 728 ms (0.51), with the same bits; 100 million additions took 131 ms.`,
    table: [
      ['tier', 'one sentence, ms', '10,000 characters, ms'],
      ...rows.map((row) => [row.name, row.sentence.toFixed(3), row.long.toFixed(1)]),
    ],
    targets: [
      { what: 'one sentence, ms of one core', value: encoder?.sentence ?? Number.NaN, most: 10 },
      { what: '10,000 characters, ms of one core', value: encoder?.long ?? Number.NaN, most: 500 },
      { what: 'ready, ms', value: readyMs, most: 300 },
      { what: 'memory beyond the words alone, MB', value: memoryMb, most: 150 },
      { what: 'weights file, MB', value: bytes / 1e6, most: 16 },
    ],
  }
}

function least(measure: () => number): number {
  return Math.min(...Array.from({ length: ROUNDS }, measure))
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
