// The part of the engine that checks receipts, without the kernel: small enough for a page that does nothing else.

export { commitmentOf, fairSeed } from './fair.ts'
export { drawOutcome, entriesHash, outcomeDigest } from './outcomes.ts'
export { type Check, type Evidence, type Verification, verifyReceipt } from './receipt.ts'
export { outcomeSettingOf } from './receipt-settings.ts'
export { isReceipt, type Receipt } from './receipt-shape.ts'
