// An answer whose format is the caller's passes as it was sent, with one more field. Where two readers could find different things in it, or
// something has to change, it is written again from what was scored.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { type Behaviour, say, sendRaw } from '../../../test/upstream.ts'

let service: AiService
let account: Account
beforeAll(async () => {
  service = await openAiService()
  account = await service.account('studio')
})
afterAll(() => service.close())

const messages = [{ role: 'user', content: 'Why?' }]

async function ask(plan: Behaviour[], more: object = {}, headers: Record<string, string> = {}) {
  service.upstream.plan(...plan)
  const response = await service.app.inject({
    method: 'POST',
    url: '/v1/chat/completions',
    headers: { 'x-api-key': account.key, ...headers },
    payload: { messages, ...more },
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  return response.body
}

const HEAD = '"id": "a-1", "object": "chat.completion", "created": 5, "model": "m"'
const CHOICE = '{"index": 0, "message": {"role": "assistant", "content": "Fine, scores 0.8"}, "finish_reason": "stop"}'
const answer = (choice = CHOICE, rest = '') => `{${HEAD},\n\t"choices": [${choice}]${rest}}`

test.each([
  ['as it is usually sent', answer()],
  ['with space around it', `\n ${answer()} \r\n`],
  [
    'with numbers that JavaScript cannot hold',
    answer(CHOICE, ', "big": 12345678901234567890, "huge": 1e400, "x": 1.10'),
  ],
  ['with escapes and half a pair', answer(CHOICE, ', "note": "\\u00e9 \\/ \\ud83d \\" {\\"a\\": 1} :"')],
  ['with a report of its own inside a field', answer(CHOICE, ', "inner": {"svc_filter": {"passed": false}}')],
  ['with empty objects and lists', answer(CHOICE, ', "a": {}, "b": [], "c": [{}, [{}]]')],
  ['with a field that objects inherit', answer(CHOICE, ', "__proto__": {"x": 1}, "constructor": 1')],
  ['with token counts', answer(CHOICE, ', "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}')],
])('passes byte for byte: %s', async (_what, sent) => {
  const body = await ask([sendRaw(sent)])
  const begun = sent.trim().slice(0, -1)
  expect(body.startsWith(`${begun},"svc_filter":{`)).toBe(true)
  expect(JSON.parse(`{${body.slice(begun.length + 1)}`)).toEqual({
    svc_filter: expect.objectContaining({ ain_score: 0.8, passed: true }),
  })
})

const LOADED = CHOICE.replace('scores 0.8', 'scores 0.1')

test.each([
  ['two lists of choices', answer(`${LOADED}], "choices": [${CHOICE}`)],
  ['two messages', answer(CHOICE.replace('"message"', '"message": {"content": "scores 0.1"}, "message"'))],
  ['two texts, one with escapes', answer(CHOICE.replace('"content"', '"\\u0063ontent": "scores 0.1", "content"'))],
])('only what was scored passes of an answer with %s', async (_what, sent) => {
  const body = await ask([sendRaw(sent)])
  expect(body).not.toContain('scores 0.1')
  expect(JSON.parse(body)).toMatchObject({
    choices: [{ message: { content: 'Fine, scores 0.8' } }],
    svc_filter: { ain_score: 0.8 },
  })
})

test('a report that the provider sends gives way to ours', async () => {
  const body = await ask([sendRaw(answer(CHOICE, ', "svc_filter": {"ain_score": 1}'))])
  expect(body.match(/svc_filter/g)).toHaveLength(1)
  expect(JSON.parse(body).svc_filter.ain_score).toBe(0.8)
})

test('what an answer lacks is added, and token counts that are none are left out', async () => {
  const body = JSON.parse(await ask([sendRaw(`{"choices": [${CHOICE}], "id": null, "usage": null}`)]))
  expect(body).toMatchObject({ id: expect.stringMatching(/^chatcmpl-/), object: 'chat.completion' })
  expect(body.model).toEqual(expect.any(String))
  expect(body).not.toHaveProperty('usage')
})

test('counts of several attempts are added up, and a repeated request gets the same JSON', async () => {
  const strict = { svc_options: { filter_mode: 'strict' } }
  const twice = JSON.parse(await ask([say('scores 0.1'), say('scores 0.9')], strict))
  expect(twice.usage).toMatchObject({ prompt_tokens: 22, completion_tokens: 14 })
  const keyed = { 'idempotency-key': 'as-sent-1' }
  const first = JSON.parse(await ask([sendRaw(answer(CHOICE, ', "x": 1.10'))], {}, keyed))
  expect(JSON.parse(await ask([say('scores 0.2')], {}, keyed))).toEqual(first)
})

test('an answer in single bytes is put together before it is read', async () => {
  const sent = answer(CHOICE.replace('Fine', 'F\u{1f600}ne'))
  const inBytes: Behaviour = ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=latin1' })
    for (const byte of Buffer.from(sent)) response.write(Buffer.of(byte))
    response.end()
  }
  expect((await ask([inBytes])).startsWith(sent.slice(0, -1))).toBe(true)
})
