// Signed receipts: what they say, and how anybody checks them without the service.

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
