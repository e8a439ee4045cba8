// The engine compared with its floor: C with the processor's own instructions.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compute, reportCompute, type Setting, sweep } from '@equipoise/engine'
import type { Section, Target } from './section.ts'

interface Contender {
  name: string
  /** Measures for about a tenth of a second: the best microseconds per call, or undefined if it cannot run. */
  measure(setting: Setting): number | undefined
}

const SECONDS = 0.15
const ROUNDS = 12
const CPU_CALLS = 50_000

const SETTINGS: Setting[] = [
  { bias: 0.1, N: 9, samples: 1_000, seed: 42 },
  { bias: 0.1, N: 64, samples: 50_000, seed: 6 },
]
const FLOOR = 'C with AES, SHA and vector instructions, same bytes (the floor)'
const ENGINE = 'the engine: complete result with digest'

/** The floor of the reference machine at the default call, in microseconds; figures "on the reference's scale" are scaled by it. */
const REFERENCE_FLOOR_US = 5.6

export function benchEngine(): Section {
  const folder = mkdtempSync(join(tmpdir(), 'equipoise-bench-'))
  try {
    const contenders = contendersWith(buildFloor(folder))
    const [small, large] = SETTINGS.map((setting) => measureAll(contenders, setting))
    if (small === undefined || large === undefined) throw new Error('two settings')
    const cpuUs = defaultCallCpuUs()
    return {
      title: 'Engine',
      intro: `Microseconds per call on one core, best of ${ROUNDS} interleaved rounds. In brackets: multiples of the engine's time.
The largest sweep (64, 50,000, 50 steps) took ${sweepMs().toFixed(0)} ms. An average default call took ${cpuUs.toFixed(1)} µs of processor time with its share of
garbage collection; the best of a few calls does not include that, so the target in microseconds refers to this average.`,
      table: [
        ['', '(N = 9, 1,000 samples)', '(N = 64, 50,000 samples)'],
        ...contenders.map(({ name }) => [name, cellOf(small, name), cellOf(large, name)]),
      ],
      targets: targetsOf(small, large, cpuUs),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Figures = Map<string, number>

function contendersWith(floor: string | undefined): Contender[] {
  return [
    { name: FLOOR, measure: (setting) => measureFloor(floor, setting) },
    { name: ENGINE, measure: (setting) => best(() => compute(setting)) },
    { name: 'the engine and its JSON', measure: (setting) => best(() => reportCompute(compute(setting))) },
  ]
}

// Rounds alternate between all contenders, so that a busy moment affects all of them; all get the same number of rounds, because the best
// of fewer is a worse figure.
function measureAll(contenders: Contender[], setting: Setting): Figures {
  const figures: Figures = new Map()
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, measure } of contenders) {
      const known = figures.get(name)
      const figure = measure(setting)
      if (figure !== undefined) figures.set(name, Math.min(figure, known ?? figure))
    }
  }
  return figures
}

/** Calls in batches of about two milliseconds; returns the best batch. */
function best(call: () => unknown): number {
  const onceMs = elapsedMs(call)
  const calls = Math.max(1, Math.round(2 / onceMs))
  let bestMs = Number.POSITIVE_INFINITY
  const startMs = performance.now()
  do {
    const batchMs = elapsedMs(() => {
      for (let i = 0; i < calls; i++) call()
    })
    bestMs = Math.min(bestMs, batchMs / calls)
  } while (performance.now() - startMs < SECONDS * 1000)
  return bestMs * 1000
}

function elapsedMs(run: () => unknown): number {
  const startMs = performance.now()
  run()
  return performance.now() - startMs
}

function buildFloor(folder: string): string | undefined {
  const source = fileURLToPath(new URL('./floor.c', import.meta.url))
  const binary = join(folder, 'floor')
  const built = spawnSync('cc', ['-O3', '-march=native', source, '-o', binary, '-lm'])
  return built.status === 0 ? binary : undefined
}

function measureFloor(floor: string | undefined, { N, samples, bias, seed }: Setting): number | undefined {
  if (floor === undefined) return undefined
  const output = execFileSync(floor, [N, samples, bias, seed, SECONDS].map(String), { encoding: 'utf8' })
  const [microseconds, digest] = output.trim().split(' ')
  if (digest !== compute({ N, samples, bias, seed }).digest)
    throw new Error('the floor drew other bits than the engine')
  return Number(microseconds)
}

function sweepMs(): number {
  const rounds = Array.from({ length: ROUNDS }, () =>
    elapsedMs(() => sweep({ N: 64, samples: 50_000, steps: 50, seed: 1 })),
  )
  return Math.min(...rounds)
}

/** Processor time of an average default call, including the garbage collection that the best of a few calls does not show. */
function defaultCallCpuUs(): number {
  const [setting] = SETTINGS
  if (setting === undefined) throw new Error('a default call')
  const before = process.cpuUsage()
  for (let seed = 0; seed < CPU_CALLS; seed++) compute({ ...setting, seed })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / CPU_CALLS
}

function cellOf(figures: Figures, name: string): string {
  const figure = figures.get(name)
  const engine = figures.get(ENGINE)
  if (figure === undefined || engine === undefined) return 'not on this machine'
  const digits = figure < 100 ? 1 : 0
  return `${figure.toLocaleString('en', { maximumFractionDigits: digits })} (${(figure / engine).toFixed(2)})`
}

function targetsOf(small: Figures, large: Figures, cpuUs: number): Target[] {
  const floorUs = (figures: Figures) => figures.get(FLOOR) ?? Number.NaN
  return [
    { what: 'largest call, engine / C floor', value: (large.get(ENGINE) ?? Number.NaN) / floorUs(large), most: 2 },
    {
      what: "default call, average processor time on the reference's scale (× 5.6 / C floor), µs",
      value: (cpuUs * REFERENCE_FLOOR_US) / floorUs(small),
      most: 60,
    },
  ]
}
