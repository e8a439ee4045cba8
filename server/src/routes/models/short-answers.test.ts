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

test.each([
  ['rebalance', 2],
  ['strict', 4],
])('in %s, an insult of two words is retried with all attempts of the mode', async (filter_mode, attempts) => {
  const { key } = await service.account('pro')
  service.upstream.plan(...Array.from({ length: attempts }, () => say('You idiot.')))
  const response = await fetch(`${service.url}/ai/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Am I?' }], svc_options: { filter_mode } }),
  })
  const { svc_filter } = (await response.json()) as { svc_filter: { attempts: object[]; passed: boolean } }
  expect([svc_filter.attempts.length, svc_filter.passed]).toEqual([attempts, false])
})
