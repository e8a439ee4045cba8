// What the engine takes for a call, by itself and with its JSON.
import { compute, reportCompute, type Setting, sweep } from '@equipoise/engine'
import type { Section } from './section.ts'

const SECONDS = 0.15
const ROUNDS = 12
const CPU_CALLS = 50_000

const SETTINGS: Setting[] = [
  { bias: 0.1, N: 9, samples: 1_000, seed: 42 },
  { bias: 0.1, N: 64, samples: 50_000, seed: 6 },
]
const CONTENDERS: Record<string, (setting: Setting) => unknown> = {
  'the engine: complete result with digest': compute,
  'the engine and its JSON': (setting) => reportCompute(compute(setting)),
}

export function benchEngine(): Section {
  const figures = measureAll()
  const sweepMs = Math.min(
    ...Array.from({ length: ROUNDS }, () => elapsedMs(() => sweep({ N: 64, samples: 50_000, steps: 50, seed: 1 }))),
  )
  return {
    title: 'Engine',
    intro: `Microseconds per call on one core, best of ${ROUNDS} interleaved rounds.
The largest sweep (64, 50,000, 50 steps) took ${sweepMs.toFixed(0)} ms. An average default call took ${defaultCallCpuUs().toFixed(1)} µs of processor time with its share of
garbage collection, which the best of a few calls does not include.`,
    table: [
      ['', '(N = 9, 1,000 samples)', '(N = 64, 50,000 samples)'],
      ...Object.entries(figures).map(([name, times]) => [name, ...times.map((us) => us.toFixed(us < 100 ? 1 : 0))]),
    ],
    targets: [],
  }
}

/** Rounds alternate between all contenders, so that a busy moment affects all of them. */
function measureAll(): Record<string, number[]> {
  const best: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(CONTENDERS)) {
      const times = SETTINGS.map((setting) => bestUs(() => run(setting)))
      best[name] = times.map((us, i) => Math.min(us, best[name]?.[i] ?? us))
    }
  }
  return best
}

/** Calls in batches of about two milliseconds; returns the best batch. */
function bestUs(call: () => unknown): number {
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

/** Processor time of an average default call. */
function defaultCallCpuUs(): number {
  const before = process.cpuUsage()
  for (let seed = 0; seed < CPU_CALLS; seed++) compute({ bias: 0.1, N: 9, samples: 1_000, seed })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / CPU_CALLS
}
