// What we send to an OTLP receiver: spans and metrics of requests, SQL, providers and scoring, but no content from users.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Account, type AiService, openAiService } from '../../test/ai-service.ts'
import { reject, say } from '../../test/upstream.ts'
import { openTelemetry, type Telemetry } from './telemetry.ts'
import { installTracing } from './trace.ts'

const CANARY = 'cnry-Hq3XbW51vLm8Tt2Z'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const received: { path: string; body: string; key: string | undefined }[] = []
let receiver: Server
let service: AiService
let account: Account
let telemetry: Telemetry

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const { url = '', headers } = request
    received.push({ path: url, body: await text(request), key: headers['x-api-key'] as string | undefined })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`)
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-api-key=collector-key')
  vi.stubEnv('OTEL_SERVICE_NAME', 'equipoise-test')
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=staging')
  telemetry = openTelemetry({ version: '1.2.3', traces: true, metrics: true, metricIntervalMs: 60_000 })
  service = await openAiService()
  account = await service.account('studio')
  installTracing(telemetry.tracing)
})
afterAll(async () => {
  installTracing(undefined)
  vi.unstubAllEnvs()
  await service.close()
  receiver.close()
})

const post = async (path: string, body: object) => {
  const headers = {
    'content-type': 'application/json',
    'x-api-key': account.key,
    traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
  }
  const answer = await fetch(`${service.url}${path}?token=${CANARY}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  await answer.text()
  return answer.status
}

test('requests, SQL, providers and scoring are recorded; texts, keys, paths and addresses are not', async () => {
  service.upstream.plan(say(`An answer with ${CANARY}.`))
  expect(await post('/ai/analyze', { text: `A text with ${CANARY} in it.` })).toBe(200)
  const messages = [{ role: 'user', content: CANARY }]
  expect(await post('/ai/proxy', { provider: 'provider_a', user_api_key: CANARY, messages })).toBe(200)
  service.upstream.plan(reject(400, { message: CANARY, code: CANARY }))
  expect(await post('/ai/proxy', { provider: 'provider_a', user_api_key: CANARY, messages })).toBe(502)
  await telemetry.close()
  const sent = received.map(({ body }) => body).join('\n')
  expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces', '/v1/metrics']))
  expect(new Set(received.map(({ key }) => key))).toEqual(new Set(['collector-key']))
  for (const seen of [
    '"POST /ai/analyze"',
    '"POST /ai/proxy"',
    '"sql"',
    '"provider"',
    '"scoring"',
    '"service.instance.id"',
    '"host.name"',
    '"process.pid"',
    '"db.query.summary"',
    '"select api_keys"',
    '"charge_alone"',
    '"explicitBounds":[0.005,',
    '"http.server.request.duration"',
    '"equipoise-test"',
    '"staging"',
    TRACE,
  ]) {
    expect(sent, seen).toContain(seen)
  }
  for (const secret of [CANARY, account.key, account.token, 'gsk_server-held-key', '@example.org', '127.0.0.1']) {
    expect(sent, secret).not.toContain(secret)
  }
})

test('a span of the work is a child of the span of its request', () => {
  const spans = received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => JSON.parse(body).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(
      (scope: { spans: { name: string; spanId: string; parentSpanId: string; traceId: string }[] }) => scope.spans,
    )
  const request = spans.find(({ name }) => name === 'POST /ai/analyze')
  const scoring = spans.find(({ name }) => name === 'scoring')
  expect([request?.traceId, scoring?.traceId]).toEqual([TRACE, TRACE])
  expect(scoring?.parentSpanId).toBe(request?.spanId)
})

test('a receiver that answers nothing does not hold up a stop', async () => {
  const silent = createServer()
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  const held = openTelemetry({
    version: '1',
    traces: true,
    metrics: false,
    metricIntervalMs: 60_000,
    closeTimeoutMs: 1,
  })
  await held.tracing.span('work', {}, async () => {})
  const asked = once(silent, 'request')
  await held.close()
  const [{ socket }] = (await asked) as [IncomingMessage]
  // The exporter itself would give up only when it has waited for its own time.
  expect(socket.destroyed).toBe(false)
  silent.closeAllConnections()
  silent.close()
})
