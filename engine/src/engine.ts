// The equilibrium engine, `equilibrium/1`: a source of any bias, whitened by a pad and mirrored, with the statistics and the
// proof of what was drawn. The same setting gives the same bytes on every machine.

export { compute, type Result, sweep } from './equilibrium.ts'
export { combineByFisher } from './fit.ts'
export { reportCompute, reportSweep } from './report.ts'
export {
  computeUnits,
  isSeed,
  isSize,
  SAMPLES_MAX,
  SAMPLES_MIN,
  SEED_TEXT,
  type Setting,
  SIZES,
  type Size,
  STEPS_MAX,
  STEPS_MIN,
  type SweepSetting,
} from './setting.ts'
