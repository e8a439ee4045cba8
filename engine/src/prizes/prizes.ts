// Prize draws, `prize/1`: a pool of salted entries whose root is published before a beacon's round decides, and what anybody can check
// afterwards. docs/reference/outcomes-1.md defines it; docs/verify_prize.py is a second implementation.

export type { PrizeCheck, PrizeEvidence, PrizeFile } from './checks.ts'
export { type CsvEntries, entriesOfCsv } from './csv-entries.ts'
export {
  codeOf,
  type Entrant,
  entrySalt,
  entrySeal,
  isInPool,
  type PoolEntry,
  parseCode,
  poolLeaf,
  poolProof,
  poolTree,
  proofPlaces,
  type Route,
} from './pool.ts'
export { type PrizeOutcome, prizeOrder, prizeOutcome, prizeSeed } from './prize.ts'
export {
  type Exclusion,
  type InstantLock,
  PRIZE_LIMITS,
  PRIZE_TYPE,
  type PrizeLock,
  type PrizeResult,
  prizeProblem,
} from './prize-shape.ts'
export { PRIZE_FILE_BYTES_MAX, PRIZE_PARTS, type PrizeParts, readPrizeParts, readPrizeZip } from './prize-zip.ts'
export { type Stamp, stampOf } from './stamp.ts'
export {
  prizeVerdict,
  type Standing,
  verifyEntrant,
  verifyPrize,
} from './verify-prize.ts'
