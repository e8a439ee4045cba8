// Our figures in the units of a public benchmark (GetBusbar/benchmarking): what a gateway adds at one caller, how many calls it takes while
// 99 % of them stay below a bound, what a call costs, and memory.
import { memoryMb } from './gateway-large.ts'
import { type Figures, load, type Target } from './gateway-load.ts'

const CALLERS = [1, 2, 4, 8, 16, 32, 64]
const BOUNDS_MS = [1, 5, 10]
const CALLS = Number(process.env.BENCH_CALLS ?? 2_000)
const WARM_CALLS = 5_000

/** One row for each gateway. */
export async function measureUnits(direct: Target, gateways: readonly Target[]): Promise<Record<string, Row>> {
  const table: Record<string, Row> = {}
  for (const gateway of gateways) {
    const restMb = memoryMb(gateway, 'VmRSS')
    await load(gateway, { concurrency: 16, calls: WARM_CALLS })
    const [alone, bare] = await inTurn(gateway, direct, { concurrency: 1, calls: CALLS / 4 })
    const [stream, bareStream] = await inTurn(gateway, direct, { concurrency: 1, calls: CALLS / 10, streamed: true })
    const sweep: Figures[] = []
    for (const concurrency of CALLERS) sweep.push(await load(gateway, { concurrency, calls: CALLS }))
    const below = (boundMs: number) => Math.max(0, ...sweep.filter((f) => f.p99Ms < boundMs).map((f) => f.perSecond))
    table[gateway.name] = {
      'added p50, µs': us(alone.p50Ms - bare.p50Ms),
      'added p99, µs': us(alone.p99Ms - bare.p99Ms),
      'added first token, µs': us(stream.p50Ms - bareStream.p50Ms),
      'processor time a call, µs': (sweep[CALLERS.indexOf(16)]?.cpuUs ?? Number.NaN).toFixed(0),
      ...Object.fromEntries(BOUNDS_MS.map((ms) => [`calls/s, p99 < ${ms} ms`, below(ms).toFixed(0)])),
      'memory at rest, MB': restMb.toFixed(0),
      'memory at peak, MB': memoryMb(gateway, 'VmHWM').toFixed(0),
    }
  }
  return table
}

type Row = Record<string, string>

/** The best of three rounds each. */
async function inTurn(
  one: Target,
  other: Target,
  options: { concurrency: number; calls: number; streamed?: boolean },
): Promise<[Figures, Figures]> {
  const rounds: [Figures, Figures][] = []
  for (let round = 0; round < 3; round++) rounds.push([await load(one, options), await load(other, options)])
  const best = (at: 0 | 1) => rounds.map((round) => round[at]).reduce((a, b) => (b.p50Ms < a.p50Ms ? b : a))
  return [best(0), best(1)]
}

function us(ms: number): string {
  return (ms * 1_000).toFixed(0)
}
