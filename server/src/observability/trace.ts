// Where work can be seen from outside: a span around it, once telemetry is switched on. Until then this costs a function call.

/** Small facts only: names, counts and statuses. Never a text, a key, an address or a query's values. */
export type Facts = Readonly<Record<string, string | number | boolean>>

export interface Tracing {
  span<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T>
  /** A request that has come in; `next` and all that follows from it belong to its span. */
  request(request: IncomingRequest, next: () => void): OpenRequest
}

interface IncomingRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, unknown>>
}

interface OpenRequest {
  /** `route` is the pattern, not the path. */
  end(answer: {
    readonly route: string
    readonly status: number
    readonly hasFailed: boolean
    readonly durationMs: number
  }): void
}

let tracing: Tracing | undefined

/** Called once, before anything is served. */
export function installTracing(given: Tracing | undefined): void {
  tracing = given
}

export function traced<T>(name: string, facts: () => Facts, work: () => Promise<T>): Promise<T> {
  return tracing ? tracing.span(name, facts(), work) : work()
}

export function tracedRequest(request: IncomingRequest, next: () => void): OpenRequest | undefined {
  if (tracing) return tracing.request(request, next)
  next()
  return undefined
}
