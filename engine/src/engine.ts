// The equilibrium engine, `equilibrium/1`: a source of any bias, whitened by a pad and mirrored, with the statistics and the proof of
// what was drawn. The same setting gives the same bytes on every machine. Outcomes (`outcomes/1`), allocations (`allocation/1`) and
// receipts use the same key stream. For Node and browsers.

export * from './beacons/beacons.ts'
export { csvLine, csvOf } from './csv.ts'
export { isSeed, isText, NAME_LENGTH_MAX, SEED_TEXT } from './fields.ts'
export * from './outcomes/outcomes.ts'
export { sha256Hex } from './primitives.ts'
export * from './prizes/prizes.ts'
export * from './receipts/receipts.ts'
export * from './sequence/sequence.ts'
export {
  BITS_PER_UNIT,
  computeUnits,
  isSize,
  SAMPLES_MAX,
  SAMPLES_MIN,
  type Seed,
  type Setting,
  SIZES,
  type Size,
  STEPS_MAX,
  STEPS_MIN,
  type SweepSetting,
} from './setting.ts'
export * from './statistics/statistics.ts'
