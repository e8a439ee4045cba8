// OpenTelemetry, set up by the standard OTEL_* variables alone. Imported only if one of them is set.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { Tracing } from './trace.ts'

export interface Telemetry {
  readonly tracing: Tracing
  /** Sends what is still buffered, if the receiver takes it soon. */
  close(): Promise<void>
}

export interface TelemetryOptions {
  readonly version: string
  /** `none` in OTEL_TRACES_EXPORTER or OTEL_METRICS_EXPORTER switches that one off. */
  readonly traces: boolean
  readonly metrics: boolean
  readonly metricIntervalMs: number
  /** For tests. */
  readonly closeTimeoutMs?: number
}

const NAME = 'equipoise'
/** A receiver that is gone must not hold up a stop. */
const CLOSE_TIMEOUT_MS = 2_000
/** The bucket boundaries of OpenTelemetry's conventions for requests; its defaults are meant for milliseconds. */
const IN_SECONDS = {
  unit: 's',
  advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] },
}

/** OpenTelemetry itself reads endpoints, headers, timeouts, sampling and resource attributes from the environment. */
export function openTelemetry(options: TelemetryOptions): Telemetry {
  const { version, traces, metrics, metricIntervalMs, closeTimeoutMs = CLOSE_TIMEOUT_MS } = options
  const resource = describeProcess(version)
  const tracerProvider = new NodeTracerProvider({
    resource,
    spanProcessors: traces ? [new BatchSpanProcessor(new OTLPTraceExporter())] : [],
  })
  tracerProvider.register()
  const readers = metrics
    ? [
        new PeriodicExportingMetricReader({
          exporter: new OTLPMetricExporter(),
          exportIntervalMillis: metricIntervalMs,
        }),
      ]
    : []
  const meterProvider = new MeterProvider({ resource, readers })
  const meter = meterProvider.getMeter(NAME, version)
  const requests = meter.createHistogram('http.server.request.duration', IN_SECONDS)
  const works = meter.createHistogram('equipoise.work.duration', IN_SECONDS)
  const tracer = tracerProvider.getTracer(NAME, version)

  const tracing: Tracing = {
    span: (name, facts, work) =>
      tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes: { ...facts } }, async (span) => {
        const startedMs = performance.now()
        try {
          return await work()
        } catch (error) {
          fail(span, error)
          throw error
        } finally {
          span.end()
          works.record((performance.now() - startedMs) / 1000, { work: name })
        }
      }),
    request({ method, headers }, next) {
      const parent = propagation.extract(context.active(), headers)
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent)
      context.with(trace.setSpan(parent, span), next)
      return {
        end({ route, status, hasFailed, durationMs }) {
          const facts: Attributes = {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          }
          span.updateName(`${method} ${route}`)
          span.setAttributes(facts)
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
          requests.record(durationMs / 1000, facts)
        },
      }
    },
  }
  return {
    tracing,
    async close() {
      const sent = Promise.allSettled([tracerProvider.shutdown(), meterProvider.shutdown()])
      await Promise.race([sent, delay(closeTimeoutMs, undefined, { ref: false })])
    },
  }
}

/** Every worker of every node has its own series; a restarted one starts new series instead of resetting old ones. */
function describeProcess(version: string): Resource {
  const ours = resourceFromAttributes({
    'service.name': NAME,
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
  })
  return defaultResource()
    .merge(ours)
    .merge(detectResources({ detectors: [envDetector] }))
}

/** Only the kind of error: its message may quote a user's text. */
function fail(span: Span, error: unknown): void {
  const { code, kind, name } = (error ?? {}) as { code?: unknown; kind?: unknown; name?: unknown }
  span.setAttribute('error.type', String(kind ?? code ?? name ?? 'error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
