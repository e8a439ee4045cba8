// Answers of these routes go out without a check of their own, so they are held against the published schema here.
import { readFileSync } from 'node:fs'
import { analyze } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Account, type AiHouse, openAiHouse, scoreByText } from '../../test/ai-house.ts'
import { say, sayUncounted } from '../../test/upstream.ts'

type Published = { post: { responses: { 200: { content: { 'application/json': { schema: never } } } } } }
const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Published>
}

let house: AiHouse
let account: Account
beforeAll(async () => {
  const model = readModel()
  const score = (text: string) => (text.includes('scores') ? scoreByText(text) : analyze(model, text))
  house = await openAiHouse({ analyze: score })
  account = await house.account('pro')
})
afterAll(() => house.close())

const messages = [{ role: 'user', content: 'Why?' }]
const ownKey = { provider: 'provider_a', user_api_key: 'sk-callers-own-key' }
const strict = { svc_options: { filter_mode: 'strict' } }
const biased = 'This terrible, corrupt and shameful plan is a disaster, and every honest person knows it. Is it?'

test.each([
  ['/ai/chat', { messages }, [say('scores 0.8')]],
  ['/ai/chat', { messages, ...strict }, [say('scores 0.1'), sayUncounted('scores 0.9')]],
  ['/ai/proxy', { ...ownKey, messages }, [say('scores 0.8')]],
  ['/v1/chat/completions', { messages }, [say('scores 0.8', { finish: 'length' })]],
  ['/v1/chat/completions', { messages, ...strict }, [say('scores 0.1'), sayUncounted('scores 0.9')]],
  ['/ai/analyze', { text: biased }, []],
  ['/ai/analyze', { text: 'ok' }, []],
])('%s answers %j with exactly what its schema names', async (url, payload, plan) => {
  house.upstream.plan(...plan)
  const headers = { 'x-api-key': account.key }
  const answer = await house.app.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode).toBe(200)
  const schema = z.fromJSONSchema(document.paths[url]?.post.responses[200].content['application/json'].schema as never)
  const said = answer.json() as object
  expect(schema.safeParse(said).error).toBeUndefined()
  expect(schema.safeParse({ ...said, another: 1 }).success).toBe(false)
})
