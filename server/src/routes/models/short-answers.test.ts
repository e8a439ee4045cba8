// With the shipped scorer: short answers are retried like long ones.
import { openAnalyzer } from '@equipoise/score/weights'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AiService, openAiService } from '../../../test/ai-service.ts'
import { say } from '../../../test/upstream.ts'

let service: AiService
beforeAll(async () => {
  const fast = openAnalyzer({ weights: 'default', tier: 'fast' })
  service = await openAiService({ analyze: (text) => fast(text) })
})
afterAll(() => service.close())

const KEY = { provider: 'provider_a', user_api_key: 'sk-own' }
const ROUTES = [
  ['/ai/chat', {}],
  ['/ai/proxy', KEY],
] as const

async function filtered(url: string, filter_mode: string, answers: readonly string[], more: object = {}) {
  const { key } = await service.account('pro')
  service.upstream.plan(...answers.map((text) => say(text)))
  const response = await fetch(service.url + url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ ...more, messages: [{ role: 'user', content: 'Is it?' }], svc_options: { filter_mode } }),
  })
  const { svc_filter } = (await response.json()) as {
    svc_filter: { attempts: object[]; passed: boolean; svc_certified: boolean; reason?: string }
  }
  const { attempts, passed, svc_certified, reason } = svc_filter
  return { attempts: attempts.length, passed, svc_certified, reason }
}

test.each(ROUTES)('%s in strict takes short answers whose words are known at the first attempt', async (url, more) => {
  for (const text of ['Paris.', 'Yes.', '42', 'True', 'Never.', 'No.', 'Blue.', 'Press F5.', 'Racism', 'Illegal.'])
    expect(await filtered(url, 'strict', [text], more), text).toEqual({
      attempts: 1,
      passed: true,
      svc_certified: true,
      reason: 'insufficient_text',
    })
})

test.each(ROUTES)('%s retries insults of two words with all attempts of the mode', async (url, more) => {
  for (const text of ['You idiot.', 'Drop dead.', 'Shut up.'])
    for (const [mode, attempts] of [
      ['rebalance', 2],
      ['strict', 4],
    ] as const)
      expect(await filtered(url, mode, Array(attempts).fill(text), more), `${mode} ${text}`).toMatchObject({
        attempts,
        passed: false,
        svc_certified: false,
      })
})

test('a short answer in another language is never certified', async () => {
  for (const text of ['Das Auto.', 'Mein Kampf', 'Oui.', 'Nein danke.'])
    expect(await filtered('/ai/chat', 'analyze', [text]), text).toMatchObject({ svc_certified: false })
})
