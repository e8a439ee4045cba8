// What people draw: dice, numbers, winners and shuffles (`outcomes/1`), the arms of a trial (`allocation/1`), and the seeds that
// nobody chooses alone.

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
  PARTICIPANTS_MAX,
  planAllocation,
  STRATA_MAX,
  WEIGHT_MAX,
} from './allocation.ts'
export { CLIENT_SEED_LENGTH_MAX, commitmentOf, fairSeed, isClientSeed, SERVER_SEED_BYTES } from './fair.ts'
export {
  checkOutcome,
  DICE_MAX,
  DRAW_NUMBERS_MAX,
  drawOutcome,
  ENTRIES_MAX,
  entriesHash,
  OPTIONS_MAX,
  OUTCOME_KINDS,
  OUTCOMES_MAX,
  type OutcomeSetting,
  outcomeBits,
  outcomeDigest,
} from './outcome.ts'
