// These routes send their responses without validation, so this test checks them against the published schema.
import { analyze, type WordLists } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type AiService, openAiService, scoreByText } from '../../../test/ai-service.ts'
import { exactSchema } from '../../../test/documented.ts'
import { say, sayUncounted } from '../../../test/upstream.ts'

let service: AiService
let account: Account
beforeAll(async () => {
  const model = readModel('default')
  const score = (text: string, { accept }: WordLists) =>
    text.includes('scores') ? scoreByText(text) : analyze(model, text, { accept })
  service = await openAiService({ analyze: score })
  account = await service.account('pro')
})
afterAll(() => service.close())

const messages = [{ role: 'user', content: 'Why?' }]
const ownKey = { provider: 'provider_a', user_api_key: 'sk-callers-own-key' }
const strict = { svc_options: { filter_mode: 'strict' } }
const shown = { svc_options: { filter_mode: 'strict', show_attempts: true } }
const biased = 'This terrible, corrupt and shameful plan is a disaster, and every honest person knows it. Is it?'

test.each([
  ['/ai/chat', { messages }, [say('scores 0.8')]],
  ['/ai/chat', { messages, ...strict }, [say('scores 0.1'), sayUncounted('scores 0.9')]],
  ['/ai/chat', { messages, ...shown }, [say(biased), say('scores 0.9')]],
  ['/ai/proxy', { ...ownKey, messages }, [say('scores 0.8')]],
  ['/ai/proxy', { ...ownKey, messages, ...shown }, [say(biased), say('scores 0.9')]],
  ['/v1/chat/completions', { messages }, [say('scores 0.8', { finish: 'length' })]],
  ['/v1/chat/completions', { messages, ...strict }, [say('scores 0.1'), sayUncounted('scores 0.9')]],
  ['/ai/analyze', { text: biased }, []],
  ['/ai/analyze', { text: 'ok' }, []],
])('%s responds to %j with exactly the fields of its schema', async (url, payload, plan) => {
  service.upstream.plan(...plan)
  const headers = { 'x-api-key': account.key }
  const answer = await service.app.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode).toBe(200)
  const isValid = new Ajv2020({ strict: false }).compile(exactSchema('post', url, 200))
  const said = answer.json() as object
  expect(isValid(said) ? [] : isValid.errors).toEqual([])
  // Fields that a provider adds to a chat completion are passed on, so only our own routes name every field.
  if (!url.startsWith('/v1')) expect(isValid({ ...said, another: 1 })).toBe(false)
})

const QUOTING =
  '"These lying, corrupt and disgusting traitors are a shameful disgrace," the speaker said. The meeting began at nine. The vote was seven to four.'

test.each([
  ['/ai/analyze', { text: QUOTING }],
  ['/ai/chat', { messages }],
  ['/ai/proxy', { ...ownKey, messages }],
])('%s accepts quotations if the request says so, and lists them', async (url, payload) => {
  const isText = url === '/ai/analyze'
  const given = (accept?: string[]) => (isText ? { accept } : { svc_options: { accept } })
  const read = (said: Record<string, Record<string, unknown>>) => (isText ? said : said.svc_filter)
  const post = async (accept?: string[]) => {
    service.upstream.plan(say(QUOTING))
    const headers = { 'x-api-key': account.key }
    const body = { ...payload, ...given(accept) }
    return service.app.inject({ method: 'POST', url, headers, payload: body })
  }
  expect(read((await post()).json())).toMatchObject({ svc_certified: false })
  expect(read((await post()).json())).not.toHaveProperty('accepted')
  const accepted = [{ reason: 'quoted', start: 1 }]
  expect(read((await post(['quoted'])).json())).toMatchObject({ accepted })
  expect((await post(['loaded'])).statusCode).toBe(422)
})

test('with show_attempts the result contains every text; without it, and before the result, none', async () => {
  const post = (url: string, payload: object, key = '') => {
    service.upstream.plan(say(biased), say('scores 0.9'))
    const headers = { 'x-api-key': account.key, ...(key ? { 'idempotency-key': key } : {}) }
    return service.app.inject({ method: 'POST', url, headers, payload: { messages, ...payload } })
  }
  const [first, second] = (await post('/ai/chat', shown)).json().svc_filter.attempts
  expect(first).toMatchObject({
    text: biased,
    evidence: expect.arrayContaining([expect.objectContaining({ kind: expect.any(String) })]),
  })
  expect(second.text).toBe('scores 0.9')

  const streamed = (await post('/ai/chat', { ...shown, stream: true })).payload
  expect(streamed.slice(0, streamed.indexOf('event: result'))).not.toContain('shameful')
  expect(streamed.slice(streamed.indexOf('event: result'))).toContain('shameful')

  for (const [url, payload] of [
    ['/ai/chat', strict],
    ['/ai/chat', { ...strict, stream: true }],
    ['/v1/chat/completions', shown],
    ['/v1/chat/completions', { ...shown, stream: true }],
  ] as const) {
    expect((await post(url, payload)).payload).not.toContain('shameful')
  }

  // What is stored for an Idempotency-Key contains no rejected text.
  expect((await post('/ai/chat', shown, 'once')).payload).toContain('shameful')
  expect((await post('/ai/chat', shown, 'once')).payload).not.toContain('shameful')
})
