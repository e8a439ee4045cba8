// What callers see of our own time. How the time is divided is tested in observability/phases.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { say, sendRaw } from '../../../test/upstream.ts'

let service: AiService
let account: Account
beforeAll(async () => {
  service = await openAiService()
  account = await service.account('pro')
})
afterAll(() => service.close())

const messages = [{ role: 'user', content: 'Why?' }]
const strict = { svc_options: { filter_mode: 'strict' } }

/** The milliseconds of each phase. */
function read(header: unknown): Record<string, number> {
  const parts = String(header).split(', ')
  return Object.fromEntries(
    parts.map((part) => {
      const [, phase = '', ms] = /^(\w+);dur=(\d+\.\d\d)$/.exec(part) ?? []
      return [phase, Number(ms)]
    }),
  )
}

test.each([
  ['an answer', '/v1/chat/completions', { messages }, [say('scores 0.8')], 200],
  ['an answer of our own format', '/ai/chat', { messages }, [say('scores 0.8')], 200],
  [
    'an answer of several attempts',
    '/v1/chat/completions',
    { messages, ...strict },
    [say('scores 0.1'), say('scores 0.9')],
    200,
  ],
  ['a stream', '/v1/chat/completions', { messages, stream: true }, [say('scores 0.8')], 200],
  ['an edited text', '/ai/neutralise', { text: 'The terrible plan passed.' }, [], 200],
  ['a failure of the provider', '/v1/chat/completions', { messages }, [sendRaw('no JSON')], 502],
])('%s says what its time was spent on', async (_what, url, payload, plan, status) => {
  service.upstream.plan(...plan)
  const response = await service.app.inject({ method: 'POST', url, headers: { 'x-api-key': account.key }, payload })
  expect(response.statusCode).toBe(status)
  const phases = read(response.headers['server-timing'])
  expect(Object.keys(phases)).toEqual(['queue', 'ask', 'score', 'own'])
  expect(phases.queue).toBeGreaterThan(0)
  expect(phases.own).toBeGreaterThan(0)
  expect((phases.ask ?? 0) > 0).toBe(url !== '/ai/neutralise')
})

test('a request that is rejected has spent its time on our own work alone', async () => {
  const anonymous = await service.app.inject({ method: 'POST', url: '/v1/chat/completions', payload: { messages } })
  const headers = { 'x-api-key': account.key }
  const invalid = await service.app.inject({ method: 'POST', url: '/v1/chat/completions', headers, payload: {} })
  expect([anonymous.statusCode, invalid.statusCode]).toEqual([401, 422])
  for (const { headers: sent } of [anonymous, invalid])
    expect(read(sent['server-timing'])).toEqual({ queue: 0, ask: 0, score: 0, own: expect.any(Number) })
})
