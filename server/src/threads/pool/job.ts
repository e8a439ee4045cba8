import {
  type Composition,
  compositionChance,
  compositionSteps,
  compute,
  computeWithBattery,
  isDrandRound,
  type LootOdds,
  type LootTable,
  type LootTest,
  lootOdds,
  oddsSteps,
  reportCompute,
  reportSweep,
  type Setting,
  type SweepSetting,
  sweep,
  testLoot,
} from '@equipoise/engine'

export type Computation =
  | { kind: 'compute'; setting: Setting; withReport?: boolean }
  | { kind: 'sweep'; setting: SweepSetting }

/** The work that callers request; the answer is JSON text. */
export type Job =
  | Computation
  /** Whether this is drand's signature of the round: `true` or `false`. */
  | { kind: 'round'; round: number; signature: string }
  /** The odds of a loot table, and whether given counts of its items are plausible. */
  | { kind: 'odds'; table: LootTable; pulls: number; counts: readonly number[] | undefined }
  /** Whether given counts of cards are plausible. */
  | { kind: 'cards'; copies: readonly number[]; counts: readonly number[] }

/** The answer to the last two, as JSON. */
export interface OddsFound {
  readonly odds: LootOdds
  readonly test?: LootTest
}
export type CardsFound = Composition

export interface Json {
  readonly json: string
}

// The cost of one result on the reference machine, in microseconds: fixed, per sample, per bit of output.
const COST_US = { round: 20_000, perStep: 0.005, fixed: 40, perSample: 0.0072, perBit: 0.00081, perReportedBit: 0.02 }
const CALIBRATION: Setting = { bias: 0.1, N: 64, samples: 10_000, seed: 0 }
const CALIBRATION_CALLS = 5

export function runJob(job: Job): string {
  if (job.kind === 'round') return String(isDrandRound(job.round, job.signature))
  if (job.kind === 'odds') return JSON.stringify(oddsFor(job))
  if (job.kind === 'cards') return JSON.stringify(compositionChance(job) satisfies CardsFound)
  if (job.kind === 'sweep') return reportSweep(sweep(job.setting))
  if (!job.withReport) return reportCompute(compute(job.setting))
  const { result, battery } = computeWithBattery(job.setting)
  return reportCompute(result, battery)
}

function oddsFor({ table, pulls, counts }: Extract<Job, { kind: 'odds' }>): OddsFound {
  const odds = lootOdds(table, pulls)
  return counts ? { odds, test: testLoot(table, counts) } : { odds }
}

/** How long a job takes on a machine that is `slowness` times as slow as the reference machine. */
export function predictUs(job: Job, slowness: number): number {
  if (job.kind === 'round') return slowness * COST_US.round
  if (job.kind === 'odds') return slowness * COST_US.perStep * oddsSteps(job.table, job.pulls, job.counts)
  if (job.kind === 'cards') return slowness * COST_US.perStep * compositionSteps(job.counts)
  const { N, samples } = job.setting
  const steps = job.kind === 'sweep' ? job.setting.steps : 1
  const perBit = COST_US.perBit + (job.kind === 'compute' && job.withReport ? COST_US.perReportedBit : 0)
  return slowness * steps * (COST_US.fixed + COST_US.perSample * samples + perBit * N * samples)
}

/** Measures this machine: the best of a few calls, because the first ones are not compiled yet. */
export function measureSlowness(nowMs: () => number): number {
  let bestMs = Number.POSITIVE_INFINITY
  for (let i = 0; i < CALIBRATION_CALLS; i++) {
    const startMs = nowMs()
    compute(CALIBRATION)
    bestMs = Math.min(bestMs, nowMs() - startMs)
  }
  return (bestMs * 1000) / predictUs({ kind: 'compute', setting: CALIBRATION }, 1)
}
