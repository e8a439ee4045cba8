// Spans around work. Until telemetry is switched on, a span costs only a function call.

/** Names, counts and statuses only. Never a text, a key, an address or a query's values. */
export type Facts = Readonly<Record<string, string | number | boolean>>

export interface Tracing {
  span<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T>
  /** Opens the span of a request; `next` and everything it calls belong to this span. */
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
