// The examples in the API document match the shipped weights, so that a new model cannot leave them outdated.
import { readFileSync } from 'node:fs'
import { openAnalyzer } from '@equipoise/score/weights'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKey, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

const { paths } = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'))

let service: Service
let key: string
beforeAll(async () => {
  const [deep, fast] = [openAnalyzer({ weights: 'default' }), openAnalyzer({ weights: 'default', tier: 'fast' })]
  service = await openService({
    analyze: (text, { tier, ...lists }) => (tier === 'fast' ? fast : deep)(text, lists),
  })
  key = (await makeKey(service.app, await signUp(service.app), 'full')).key
})
afterAll(() => service.close())

test.each([
  '/ai/analyze',
  '/try/analyze',
  '/ai/analyze/batch',
  '/ai/neutralise',
  '/v1/moderations',
  '/beta/litellm_basic_guardrail_api',
  '/ai/guardrails/portkey',
  '/ai/guardrails/agentgateway/request',
  '/ai/guardrails/agentgateway/response',
  '/ai/guardrails/envoy',
  '/v2/check',
])('the example of %s', async (path) => {
  const { requestBody, responses } = paths[path].post
  const [[type, { example: request }]] = Object.entries<{ example: Record<string, string> }>(requestBody.content) as [
    [string, { example: Record<string, string> }],
  ]
  const { id: _id, software: _software, ...expected } = responses['200'].content['application/json'].example
  const payload = type === 'application/json' ? JSON.stringify(request) : new URLSearchParams(request).toString()
  const headers = { 'content-type': type, 'x-api-key': key }
  const response = await service.app.inject({ method: 'POST', url: path, headers, payload })
  expect(response.json()).toMatchObject(expected)
})
