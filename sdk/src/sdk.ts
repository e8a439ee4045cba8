// The typed client of the Equipoise API: no dependencies, Node 20 or later and browsers.

export { Equipoise, type EquipoiseOptions, type PageOptions } from './client.ts'
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
export type * from './shapes.ts'
export type { CallOptions } from './transport.ts'
