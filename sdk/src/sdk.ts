// The typed client of the Equipoise API for Node 20 or later and browsers; depends only on our own engine.

export {
  type Check as ReceiptCheck,
  type Evidence as ReceiptEvidence,
  type Receipt as SignedReceipt,
  type Verification,
  verifyChain,
  verifyReceipt as verify,
} from '@equipoise/engine/verify'
export type { PageOptions } from './calls.ts'
export { Equipoise, type EquipoiseOptions } from './client.ts'
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  DeadlineError,
  EquipoiseError,
  NotFoundError,
  PermissionError,
  ProviderError,
  QuotaError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnavailableError,
  ValidationError,
} from './errors.ts'
export type { KeyListOptions } from './keys.ts'
export type * from './shapes.ts'
export type { CallOptions } from './transport.ts'
export type { V1Options } from './v1.ts'
