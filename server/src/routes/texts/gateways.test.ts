// The guardrail contracts of agentgateway (crates/agentgateway/src/llm/policy/webhook.rs) and Envoy (ext_authz over HTTP), as their sources
// say: what they send, and how they read what they get.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, type AiService, openAiService, scoreByText } from '../../../test/ai-service.ts'

let service: AiService
let account: Account
beforeAll(async () => {
  const analyze = (text: string) => {
    const analysis = scoreByText(text)
    if (!text.startsWith('dreadful plan')) return analysis
    return {
      ...analysis,
      evidence: analysis.evidence.map((one) => ({ ...one, end: text.length, text, suggestion: 'plan scores 0.9' })),
    }
  }
  service = await openAiService({ analyze })
})
afterAll(() => service.close())
beforeEach(async () => {
  account = await service.account('free')
})

async function post(url: string, body: unknown, headers: Record<string, string> = { 'x-api-key': account.key }) {
  const all = { 'content-type': 'application/json', ...headers }
  const answer = await service.app.inject({ method: 'POST', url, headers: all, payload: JSON.stringify(body) })
  return { status: answer.statusCode, json: answer.json(), used: await account.used('ai/analyze') }
}
const REASON = 'The neutrality score 0.1 is below 0.4. Loaded words: dreadful.'
const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })

describe('agentgateway', () => {
  const path = '/ai/guardrails/agentgateway'
  /** It takes the first of these forms that fits. */
  const read = (action: Record<string, unknown>) => {
    if (typeof action.body === 'object') return action.body
    return typeof action.body === 'string' && typeof action.status_code === 'number' ? action : 'pass'
  }
  const prompt = async (messages: unknown[], query = '') => {
    const { json, used } = await post(`${path}/request${query}`, { body: { messages } })
    return { action: read(json.action), used }
  }
  const answers = async (contents: string[], query = '') => {
    const choices = contents.map((content) => ({ message: assistant(content) }))
    const { json, used } = await post(`${path}/response${query}`, { body: { choices } })
    return { action: read(json.action), used }
  }
  const rejected = {
    status_code: 403,
    reason: REASON,
    body: expect.stringContaining(`{"error":{"message":"${REASON}"`),
  }

  test('rejects a prompt by its last message of the user, and charges only that', async () => {
    const history = [{ role: 'system', content: 'scores 0.1' }, user('scores 0.1'), assistant('scores 0.1')]
    expect(await prompt([...history, user('scores 0.9'), { role: 'tool', content: '' }])).toEqual({
      action: 'pass',
      used: 1,
    })
    expect(await prompt([user('scores 0.1')])).toEqual({ action: rejected, used: 2 })
    expect(await prompt([assistant('scores 0.1'), user('')])).toEqual({ action: 'pass', used: 2 })
  })

  test('rejects answers, or takes them with our suggestions, as many as it sent', async () => {
    expect(await answers(['', 'scores 0.9'])).toEqual({ action: 'pass', used: 1 })
    expect(await answers(['scores 0.9', 'scores 0.1'])).toEqual({ action: rejected, used: 3 })
    const { action } = await answers(['', 'dreadful plan scores 0.1'], '?on_loaded=neutralise')
    expect(action).toEqual({ choices: ['', 'plan scores 0.9'].map((content) => ({ message: assistant(content) })) })
    expect((await answers(['scores 0.1'], '?on_loaded=neutralise')).action).toEqual(rejected)
  })

  test('reads the limit and the tier from the path that its configuration sets', async () => {
    expect((await prompt([user('scores 0.1')], '?min_score=0&tier=fast')).action).toBe('pass')
    expect((await post(`${path}/request?min_score=2`, { body: { messages: [] } })).status).toBe(422)
    expect((await post(`${path}/response?tier=slow`, { body: { choices: [] } })).status).toBe(422)
  })
})

describe('Envoy', () => {
  const path = '/ai/guardrails/envoy'

  test.each([
    ['a chat completion', { messages: [user('scores 0.9'), assistant('x'), user('scores 0.1')] }],
    ['parts of a message', { messages: [user([{ type: 'text', text: 'scores 0.1' }, { type: 'image_url' }])] }],
    ['a response', { input: 'scores 0.1', stream: true }],
    ['items of a response', { input: [user([{ type: 'input_text', text: 'scores 0.1' }])] }],
    ['a completion', { prompt: 'scores 0.1' }],
  ])('denies %s with a status and a body for its caller', async (_what, body) => {
    const { status, json, used } = await post(path, { model: 'm', ...body })
    expect([status, json.error.message, used]).toEqual([403, REASON, 1])
  })

  test.each([
    ['a neutral prompt', { messages: [user('scores 0.9')] }, 1],
    [
      'the result of a tool',
      { messages: [user('scores 0.1'), user([{ type: 'tool_result', content: 'scores 0.1' }])] },
      0,
    ],
    ['no conversation', { model: 'm' }, 0],
  ])('lets %s pass with 200, the only status that does', async (_what, body, units) => {
    expect(await post(path, body)).toEqual({ status: 200, json: { allowed: true }, used: units })
  })

  test('is told 200 for a request without a body, and 401 without our key', async () => {
    const headers = { authorization: `Bearer ${account.key}` }
    expect((await service.app.inject({ url: path, headers })).statusCode).toBe(200)
    expect((await service.app.inject({ url: path })).statusCode).toBe(401)
    expect((await post(path, {}, { authorization: 'Bearer sk-of-the-caller' })).status).toBe(401)
  })
})

test('Kong finds what it needs in the first result of a moderation', async () => {
  const { status, json, used } = await post('/v1/moderations', { input: 'scores 0.1' })
  expect([status, json.results[0].flagged, used]).toEqual([200, true, 1])
})
