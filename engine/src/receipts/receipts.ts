// Signed receipts: what they contain, and how anyone checks them without the service.

export { canonicalJson, receiptHash, receiptMessage } from './canonical.ts'
export { type ChainFinding, type ChainVerification, type NamedReceipt, verifyChain } from './chain.ts'
export { isSignedBy, PUBLIC_KEY_BYTES } from './ed25519.ts'
export { type Fact, printable, receiptFacts, verdictOf } from './facts.ts'
export { PROOFS } from './headlines.ts'
export { countsOf, outcomeWords, throwText } from './outcome-words.ts'
export { linesOf, NameTwice, readJson, textOfBytes } from './reading.ts'
export { type Check, type Evidence, planOfSettings, type Verification, verifyReceipt } from './receipt.ts'
export {
  type AllocationReceipt,
  type AllocationSettings,
  type AnnouncedRound,
  type AssignmentReceipt,
  type CommitmentReceipt,
  type DrawReceipt,
  type FactorSettings,
  isReceipt,
  type Origin,
  RECEIPT_FIELDS,
  RECEIPT_TYPE,
  type Receipt,
  type RevealReceipt,
  receiptProblem,
} from './receipt-shape.ts'
