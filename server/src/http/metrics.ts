// What an operator watches, in Prometheus' words. Labels hold route patterns only: no path, no key, no address.

import { timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { ApiError } from '../ground/errors.ts'
import type { Secret } from '../ground/secret.ts'
import type { App } from './app.ts'
import { whenDone } from './done.ts'
import { ERROR_STATUS_MIN } from './error-responses.ts'
import { isOnThisMachine } from './trusted.ts'

export interface Metrics {
  readonly registry: Registry
}

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

export function addMetrics(app: App): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const labelNames = ['method', 'route', 'status'] as const
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response, or until its caller hung up (status 499)',
    labelNames,
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  })
  const errors = new Counter({
    name: 'http_errors_total',
    help: 'Responses with a status of 400 or above',
    labelNames,
    registers: [registry],
  })
  whenDone(app, (request, reply, status) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: String(status) }
    duration.observe(labels, reply.elapsedTime / 1000)
    if (status >= ERROR_STATUS_MIN) errors.inc(labels)
  })
  return { registry }
}

/** A count that is kept elsewhere, by some label, and read when somebody looks. */
export interface OutsideCount {
  readonly name: string
  readonly help: string
  readonly label: string
  readonly read: () => Iterable<readonly [string, number]>
}

export function addCount({ registry }: Metrics, { name, help, label, read }: OutsideCount): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset()
      for (const [value, count] of read()) this.inc({ [label]: value }, count)
    },
  })
}

/** Figures that go up and down, by some label, and are read when somebody looks. */
export interface OutsideGauge extends Omit<OutsideCount, 'read'> {
  /** Every process reads the same figure, so that figures of several are not added up. */
  readonly isShared?: true
  readonly read: () => Promise<Readonly<Record<string, number>>>
}

/** Where reading fails, the gauge is left out, and all others are still shown. */
export function addGauge({ registry }: Metrics, { name, help, label, isShared, read }: OutsideGauge): void {
  new Gauge({
    name,
    aggregator: isShared ? 'max' : 'sum',
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset()
      const values = await read().catch(() => ({}))
      for (const [value, count] of Object.entries(values)) this.set({ [label]: value }, count)
    },
  })
}

export interface MetricsRoute {
  readonly metrics: Metrics
  readonly token: Secret | undefined
  /** With those of other processes behind the same port. */
  readonly readAll?: (() => Promise<string>) | undefined
}

/** With a token anybody who holds it may read; without one, only this machine itself. */
export function addMetricsRoute(app: App, { metrics: { registry }, token, readAll }: MetricsRoute): void {
  app.get('/metrics', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const [, given] = /^Bearer +(.*)$/i.exec(request.headers.authorization ?? '') ?? []
    if (token && !sameText(given, token.reveal())) {
      throw new ApiError('unauthenticated', 'Metrics need the METRICS_TOKEN as a bearer token.')
    }
    if (!token && !isOnThisMachine(request)) {
      throw new ApiError('unauthenticated', 'Without a METRICS_TOKEN, metrics can be read from this machine only.')
    }
    return reply.type(registry.contentType).send(await (readAll?.() ?? registry.metrics()))
  })
}

function sameText(given: string | undefined, expected: string): boolean {
  const a = Buffer.from(given ?? '')
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
