// A million dice and a shuffle of a million, compared with C with OpenSSL's AES.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawOutcome, type OutcomeSetting, readSequence } from '@equipoise/engine'
import type { Section } from './section.ts'

const COUNT = 1_000_000
const ROUNDS = 16
const DRAWS = 8
const SECONDS = 0.2
const SEED = 'bench'
const SETTINGS: Record<'dice' | 'shuffle', OutcomeSetting> = {
  dice: { kind: 'dice', dice: 1, sides: 6, count: COUNT },
  shuffle: { kind: 'shuffle', size: COUNT, count: COUNT },
}

export function benchOutcomes(): Section {
  const folder = mkdtempSync(join(tmpdir(), 'equipoise-bench-'))
  try {
    const floor = buildFloor(folder)
    const dice = measure('dice', floor)
    const shuffle = measure('shuffle', floor)
    return {
      title: 'Outcomes',
      intro: `Milliseconds of processor time for a million numbers, including garbage collection and page faults, best of ${ROUNDS} interleaved
rounds; both draw the same numbers, and the C program writes them to the same memory every time. Reading the longest
sequence (25,000 blocks of 64 bits and their mirrors, as text) took ${sequenceMs().toFixed(0)} ms in pieces of at most ${largestPiece()} bytes.`,
      table: [
        ['', '1,000,000 dice', 'shuffle of 1,000,000'],
        ["C with OpenSSL's AES (the floor)", cell(dice.floorMs), cell(shuffle.floorMs)],
        ['the engine', cell(dice.engineMs), cell(shuffle.engineMs)],
      ],
      targets: [
        { what: '1,000,000 dice, engine / C floor', value: dice.engineMs / (dice.floorMs ?? Number.NaN), most: 3 },
        {
          what: 'shuffle of 1,000,000, engine / C floor',
          value: shuffle.engineMs / (shuffle.floorMs ?? Number.NaN),
          most: 3,
        },
      ],
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function measure(
  kind: 'dice' | 'shuffle',
  floor: string | undefined,
): { engineMs: number; floorMs: number | undefined } {
  let engineMs = Number.POSITIVE_INFINITY
  let floorMs: number | undefined
  for (let round = 0; round < ROUNDS; round++) {
    let drawn = drawOutcome(SETTINGS[kind], SEED)
    for (let draw = 0; draw < DRAWS; draw++) {
      const start = process.cpuUsage()
      drawn = drawOutcome(SETTINGS[kind], SEED)
      const { user, system } = process.cpuUsage(start)
      engineMs = Math.min(engineMs, (user + system) / 1_000)
    }
    if (floor === undefined) continue
    const output = execFileSync(floor, [kind, SEED, String(SECONDS)], { encoding: 'utf8' })
    const [ms, sum] = output.trim().split(' ').map(Number)
    if (sum !== checksumOf(drawn)) throw new Error('the floor drew other numbers than the engine')
    floorMs = Math.min(floorMs ?? Number.POSITIVE_INFINITY, ms ?? Number.NaN)
  }
  return { engineMs, floorMs }
}

function checksumOf(numbers: Float64Array | Uint32Array): number {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum = (sum + Math.imul(i + 1, numbers[i] ?? 0)) >>> 0
  return sum
}

function buildFloor(folder: string): string | undefined {
  const source = fileURLToPath(new URL('./outcomes-floor.c', import.meta.url))
  const binary = join(folder, 'outcomes-floor')
  const built = spawnSync('cc', ['-O3', '-march=native', source, '-o', binary, '-lcrypto'])
  return built.status === 0 ? binary : undefined
}

const pieces = () =>
  readSequence({ bias: 0.3, N: 64, samples: 50_000, seed: 1 }, { offset: 0, limit: 50_000, format: 'text' })

function sequenceMs(): number {
  const times = Array.from({ length: 3 }, () => {
    const startMs = performance.now()
    for (const _ of pieces());
    return performance.now() - startMs
  })
  return Math.min(...times)
}

function largestPiece(): string {
  return Math.max(...[...pieces()].map((piece) => piece.length)).toLocaleString('en')
}

function cell(ms: number | undefined): string {
  return ms === undefined ? 'not on this machine' : ms.toFixed(1)
}
