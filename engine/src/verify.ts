// The part of the engine that checks receipts, without the kernel: small enough for a page that does nothing else.

export {
  commitmentOf,
  drawOutcome,
  entriesHash,
  fairSeed,
  outcomeDigest,
  outcomeSettingOf,
} from './outcomes/outcomes.ts'
export { sha256Hex } from './primitives.ts'
export {
  type Entrant,
  PRIZE_FILE_BYTES_MAX,
  PRIZE_PARTS,
  type PrizeCheck,
  type PrizeFile,
  type PrizeParts,
  parseCode,
  prizeProblem,
  prizeVerdict,
  readPrizeParts,
  readPrizeZip,
  verifyEntrant,
  verifyPrize,
} from './prizes/prizes.ts'
export {
  type ChainFinding,
  type ChainVerification,
  type Check,
  countsOf,
  type Evidence,
  type Fact,
  isReceipt,
  linesOf,
  type NamedReceipt,
  NameTwice,
  printable,
  type Receipt,
  readJson,
  receiptFacts,
  receiptProblem,
  textOfBytes,
  throwText,
  type Verification,
  verdictOf,
  verifyChain,
  verifyReceipt,
} from './receipts/receipts.ts'
