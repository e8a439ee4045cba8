// The part of the engine that checks receipts, without the kernel: small enough for a page that does nothing else.

export { commitmentOf, drawOutcome, entriesHash, fairSeed, outcomeDigest } from './outcomes/outcomes.ts'
export {
  type Check,
  type Evidence,
  isReceipt,
  outcomeSettingOf,
  type Receipt,
  type Verification,
  verifyReceipt,
} from './receipts/receipts.ts'
