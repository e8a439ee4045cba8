// The smallest neutral edit, with the shipped scorer and a test provider.
import { analyze as analyzeText } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { type Behaviour, reject, say } from '../../../test/upstream.ts'
import type { Analyze } from '../../threads/scorer/scorer.ts'

const TEXT = 'The disastrous reform was a shameful betrayal of ordinary people. It was passed on Tuesday.'

let service: AiService
let account: Account

beforeAll(async () => {
  const model = readModel('default')
  const analyze: Analyze = (text, { ignore, flag }) => analyzeText(model, text, { ignore, flag })
  service = await openAiService({ analyze })
})
afterAll(() => service.close())

async function neutralise(body: object, plan: 'free' | 'pro' = 'pro') {
  account = await service.account(plan)
  const answer = await service.app.inject({
    method: 'POST',
    url: '/ai/neutralise',
    headers: { 'x-api-key': account.key },
    payload: body,
  })
  return { status: answer.statusCode, json: answer.json() }
}

interface Change {
  start: number
  end: number
  before: string
  after: string
}

const applied = (text: string, changes: readonly Change[]) =>
  changes.toReversed().reduce((now, { start, end, after }) => now.slice(0, start) + after + now.slice(end), text)

/** A model that returns the text it was sent, with the marked words replaced and the rest changed by `around`. */
function answering(by: (marked: string) => string, around: (text: string) => string = (text) => text): Behaviour {
  return (scene) => {
    const sent = scene.call.body.messages.at(-1)?.content ?? ''
    say(around(sent.replaceAll(/⟦([^⟧]*)⟧/g, (_all, marked: string) => by(marked))))(scene)
  }
}

describe('with suggestions', () => {
  test('inserts them into the text, lists the changes, and calls no provider', async () => {
    const calls = service.upstream.calls.length
    const { status, json } = await neutralise({ text: TEXT })
    expect(status).toBe(200)
    expect(json.text).not.toBe(TEXT)
    expect(applied(TEXT, json.changes)).toBe(json.text)
    for (const { start, end, before } of json.changes) expect(TEXT.slice(start, end)).toBe(before)
    expect(json.after.ain_score).toBeGreaterThan(json.before.ain_score)
    expect(json).toMatchObject({ rewritten: false, attempts: 0, model: null })
    expect(service.upstream.calls.length).toBe(calls)
    expect([await account.used('ai/analyze'), await account.used('ai/chat')]).toEqual([1, 0])
  })

  test('leaves a neutral text, another language and ignored words unchanged', async () => {
    for (const body of [
      { text: 'The council met on Tuesday and approved the budget.' },
      { text: 'Das katastrophale Gesetz war eine Schande für alle Leute.' },
      { text: 'The disastrous reform was passed on Tuesday.', ignore: ['disastrous'] },
    ]) {
      const { json } = await neutralise(body)
      expect([json.text, json.changes]).toEqual([body.text, []])
    }
  })

  test('a text that is missing or too long, and an unknown mode, are 422', async () => {
    expect((await neutralise({})).json.detail[0].loc).toEqual(['body', 'text'])
    expect((await neutralise({ text: 'x'.repeat(10_001) })).status).toBe(422)
    expect((await neutralise({ text: 'x', mode: 'magic' })).json.detail[0].loc).toEqual(['body', 'mode'])
    expect(await account.used('ai/analyze')).toBe(0)
  })
})

describe('with the model', () => {
  test('sends it the marked words, and accepts its words if nothing else changed', async () => {
    service.upstream.plan(answering((marked) => (marked.endsWith(' ') ? 'recent ' : 'recent')))
    const { status, json } = await neutralise({ text: TEXT, mode: 'model' })
    expect([status, json.rewritten, json.attempts, json.model]).toEqual([200, true, 1, 'small-model'])
    expect(json.text).toContain('recent')
    expect(json.text).toMatch(/ on Tuesday\.$/)
    expect(applied(TEXT, json.changes)).toBe(json.text)
    expect(json.after.ain_score).toBeGreaterThan(json.before.ain_score)
    expect([await account.used('ai/analyze'), await account.used('ai/chat')]).toEqual([0, 1])
  })

  test('asks again if it changed anything else, at most three times', async () => {
    const meddling = answering(
      () => '',
      (text) => text.replace('Tuesday', 'Monday'),
    )
    service.upstream.plan(meddling, meddling, meddling)
    const { json } = await neutralise({ text: TEXT, mode: 'model' })
    expect([json.rewritten, json.attempts]).toEqual([false, 3])
    expect(json.text).toContain('Tuesday')
    expect(json.text).toBe((await neutralise({ text: TEXT })).json.text)

    service.upstream.plan(
      meddling,
      answering((marked) => (marked.endsWith(' ') ? 'recent ' : 'recent')),
    )
    const second = await neutralise({ text: TEXT, mode: 'model' })
    expect([second.json.rewritten, second.json.attempts]).toEqual([true, 2])
  })

  test('rejects words that make the text less neutral, or a text of its own in their place', async () => {
    const worse = answering(() => 'disgraceful, catastrophic and evil ')
    const longer = answering(() => `${'neutral '.repeat(40)}`)
    service.upstream.plan(worse, longer, worse)
    const { json } = await neutralise({ text: TEXT, mode: 'model' })
    expect([json.rewritten, json.attempts]).toEqual([false, 3])
  })

  test('does not send a text that the suggestions have made neutral', async () => {
    const calls = service.upstream.calls.length
    const { json } = await neutralise({ text: 'The council met on Tuesday and approved the budget.', mode: 'model' })
    expect([json.attempts, json.model, service.upstream.calls.length]).toEqual([0, null, calls])
  })

  test('a provider that fails is 502 and costs nothing', async () => {
    service.upstream.plan(reject(401))
    expect((await neutralise({ text: TEXT, mode: 'model' })).status).toBe(502)
    expect(await account.used('ai/chat')).toBe(0)
  })
})

test('without a model on the deployment, mode "model" is 503 and costs nothing', async () => {
  const bare = await openAiService({ env: { CHAT_API_KEY: '' } })
  try {
    const someone = await bare.account('free')
    const payload = { text: 'A dreadful text scores 0.2', mode: 'model' }
    const answer = await bare.app.inject({
      method: 'POST',
      url: '/ai/neutralise',
      headers: { 'x-api-key': someone.key },
      payload,
    })
    expect([answer.statusCode, await someone.used('ai/chat')]).toEqual([503, 0])
  } finally {
    await bare.close()
  }
})

test('an exhausted quota is 402', async () => {
  account = await service.account('free')
  const texts = Array.from({ length: 100 }, () => 'a')
  const headers = { 'x-api-key': account.key }
  for (let round = 0; round < 5; round++) {
    await service.app.inject({ method: 'POST', url: '/ai/analyze/batch', headers, payload: { texts } })
  }
  const answer = await service.app.inject({ method: 'POST', url: '/ai/neutralise', headers, payload: { text: TEXT } })
  expect(answer.statusCode).toBe(402)
})
