// The part of the engine that checks receipts, without the kernel: small enough for a page that does nothing else.

export { commitmentOf, drawOutcome, entriesHash, fairSeed, outcomeDigest } from './outcomes/outcomes.ts'
export {
  type ChainFinding,
  type ChainVerification,
  type Check,
  type Evidence,
  type Fact,
  isReceipt,
  type NamedReceipt,
  outcomeSettingOf,
  printable,
  type Receipt,
  receiptFacts,
  receiptProblem,
  throwText,
  type Verification,
  verdictOf,
  verifyChain,
  verifyReceipt,
} from './receipts/receipts.ts'
