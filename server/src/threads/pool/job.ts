import {
  compute,
  computeWithBattery,
  isDrandRound,
  reportCompute,
  reportSweep,
  type Setting,
  type SweepSetting,
  sweep,
} from '@equipoise/engine'

/** What a caller asks for; the answer is JSON text. */
export type Job =
  | { kind: 'compute'; setting: Setting; withReport?: boolean }
  | { kind: 'sweep'; setting: SweepSetting }
  /** Whether this is drand's signature of the round: `true` or `false`. */
  | { kind: 'round'; round: number; signature: string }

/** What a thread answers. */
export interface Json {
  readonly json: string
}

// The cost of one result on the reference machine, in microseconds: fixed, per sample, per bit of output.
const COST_US = { round: 20_000, fixed: 40, perSample: 0.0072, perBit: 0.00081, perReportedBit: 0.02 }
const CALIBRATION: Setting = { bias: 0.1, N: 64, samples: 10_000, seed: 0 }
const CALIBRATION_CALLS = 5

export function runJob(job: Job): string {
  if (job.kind === 'round') return String(isDrandRound(job.round, job.signature))
  if (job.kind === 'sweep') return reportSweep(sweep(job.setting))
  if (!job.withReport) return reportCompute(compute(job.setting))
  const { result, battery } = computeWithBattery(job.setting)
  return reportCompute(result, battery)
}

/** How long a job takes on a machine that is `slowness` times as slow as the reference. */
export function predictUs(job: Job, slowness: number): number {
  if (job.kind === 'round') return slowness * COST_US.round
  const { N, samples } = job.setting
  const steps = job.kind === 'sweep' ? job.setting.steps : 1
  const perBit = COST_US.perBit + (job.kind === 'compute' && job.withReport ? COST_US.perReportedBit : 0)
  return slowness * steps * (COST_US.fixed + COST_US.perSample * samples + perBit * N * samples)
}

/** Times this machine: the best of a few calls, since the first ones are still being compiled. */
export function measureSlowness(nowMs: () => number): number {
  let bestMs = Number.POSITIVE_INFINITY
  for (let i = 0; i < CALIBRATION_CALLS; i++) {
    const startMs = nowMs()
    compute(CALIBRATION)
    bestMs = Math.min(bestMs, nowMs() - startMs)
  }
  return (bestMs * 1000) / predictUs({ kind: 'compute', setting: CALIBRATION }, 1)
}
