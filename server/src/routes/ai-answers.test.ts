// Answers of these routes go out without a check of their own, so they are held against the published schema here.
import { analyze } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type AiHouse, openAiHouse, scoreByText } from '../../test/ai-house.ts'
import { exactSchema } from '../../test/documented.ts'
import { say, sayUncounted } from '../../test/upstream.ts'

let house: AiHouse
let account: Account
beforeAll(async () => {
  const model = readModel('default')
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
  const isValid = new Ajv2020({ strict: false }).compile(exactSchema('post', url, 200))
  const said = answer.json() as object
  expect(isValid(said) ? [] : isValid.errors).toEqual([])
  // What a provider adds to a chat completion comes back as it is, so only our own routes name every field.
  if (!url.startsWith('/v1')) expect(isValid({ ...said, another: 1 })).toBe(false)
})
