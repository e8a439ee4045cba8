// Runs the engine off the main thread: the same package as on the server, so with the same results.
import {
  compute,
  drawBits,
  reportCompute,
  reportSweep,
  type Setting,
  type SweepSetting,
  sweep,
} from '@equipoise/engine'

export type EngineJob =
  | { readonly kind: 'compute'; readonly setting: Setting }
  | { readonly kind: 'sweep'; readonly setting: SweepSetting }
  | { readonly kind: 'bits'; readonly setting: Setting }

self.onmessage = ({ data: { id, job } }: MessageEvent<{ id: number; job: EngineJob }>) => {
  try {
    self.postMessage({ id, answer: run(job) })
  } catch (error) {
    self.postMessage({ id, error: String(error) })
  }
}

function run(job: EngineJob): unknown {
  if (job.kind === 'compute') return JSON.parse(reportCompute(compute(job.setting)))
  if (job.kind === 'sweep') return JSON.parse(reportSweep(sweep(job.setting)))
  return drawBits(job.setting).output
}
