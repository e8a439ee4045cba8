// The equilibrium engine, `equilibrium/1`: a source of any bias, whitened by a pad and mirrored, with the statistics and the
// proof of what was drawn. The same setting gives the same bytes on every machine. Outcomes (`outcomes/1`), allocations
// (`allocation/1`) and receipts build on the same key stream. Node and browsers.

export {
  type AllocationPlan,
  ARMS_MAX,
  ARMS_MIN,
  allocationArms,
  allocationBlock,
  allocationDigest,
  BLOCK_KINDS,
  BLOCK_SIZE_MAX,
  BLOCK_SIZES_MAX,
  type BlockKind,
  imbalanceMax,
  planAllocation,
  WEIGHT_MAX,
} from './allocation.ts'
export { type Battery, type BatteryTest, computeWithBattery } from './battery.ts'
export { twoSidedBinomial } from './binomial.ts'
export { drawBits } from './draw.ts'
export { compute, type Result, sweep } from './equilibrium.ts'
export { CLIENT_SEED_LENGTH_MAX, commitmentOf, fairSeed, isClientSeed, SERVER_SEED_BYTES } from './fair.ts'
export { chanceAbove, combineByFisher } from './fit.ts'
export {
  checkOutcome,
  DICE_MAX,
  drawOutcome,
  ENTRIES_MAX,
  entriesHash,
  OPTIONS_MAX,
  OUTCOME_KINDS,
  OUTCOMES_MAX,
  type OutcomeSetting,
  outcomeBits,
  outcomeDigest,
} from './outcomes.ts'
export { sha256Hex } from './primitives.ts'
export { type Check, type Evidence, receiptMessage, type Verification, verifyReceipt } from './receipt.ts'
export { outcomeSettingOf } from './receipt-settings.ts'
export {
  type AllocationReceipt,
  type AllocationSettings,
  type AssignmentReceipt,
  type CommitmentReceipt,
  type DrawnSettings,
  type DrawReceipt,
  isReceipt,
  type Origin,
  RECEIPT_TYPE,
  type Receipt,
} from './receipt-shape.ts'
export { reportCompute, reportSweep } from './report.ts'
export { readSequence, SEQUENCE_FORMATS, type SequenceFormat, type SequencePart } from './sequence.ts'
export {
  computeUnits,
  isSeed,
  isSize,
  SAMPLES_MAX,
  SAMPLES_MIN,
  SEED_TEXT,
  type Seed,
  type Setting,
  SIZES,
  type Size,
  STEPS_MAX,
  STEPS_MIN,
  type SweepSetting,
} from './setting.ts'
