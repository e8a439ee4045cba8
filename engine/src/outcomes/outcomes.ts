// Draws: dice, numbers, winners, shuffles, loot and cards (`outcomes/1`), the arms of a trial (`allocation/1`), and seeds that nobody
// chooses alone.

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
  type PlanWish,
  planAllocation,
  STRATA_MAX,
  WEIGHT_MAX,
} from './allocation.ts'
export { CLIENT_SEED_LENGTH_MAX, commitmentOf, fairSeed, isClientSeed, SERVER_SEED_BYTES } from './fair.ts'
export { type DrawnSettings, KINDS, type Kind, namesIn, OUTCOME_KINDS, outcomeSettingOf } from './kinds.ts'
export {
  CARDS_MAX,
  checkLoot,
  DECK_SIZE_MAX,
  deckLeft,
  LOOT_ITEMS_MAX,
  PITY_AFTER_MAX,
  PITY_AFTER_MIN,
  PITY_BOOST_MAX,
  PITY_RULES_MAX,
  type PityRule,
  stateAfter,
} from './loot.ts'
export {
  type LootOdds,
  type LootTable,
  type LootTest,
  lootOdds,
  ODDS_PULLS_MAX,
  oddsSteps,
  testLoot,
} from './loot-odds.ts'
export {
  FACTOR_WEIGHT_MAX,
  FACTORS_MAX,
  type Factor,
  isProfiles,
  LEVELS_MAX,
  LIMIT_MAX,
  levelCounts,
  MINIMISED_MAX,
  type MinimisationPlan,
  minimisedArm,
  minimisedArms,
  profileOf,
} from './minimisation.ts'
export {
  checkOutcome,
  DICE_MAX,
  DRAW_NUMBERS_MAX,
  drawOutcome,
  drawParts,
  ENTRIES_MAX,
  entriesHash,
  lootStateAfter,
  OPTIONS_MAX,
  OUTCOMES_MAX,
  type OutcomeSetting,
  outcomeBits,
  outcomeDigest,
} from './outcome.ts'
