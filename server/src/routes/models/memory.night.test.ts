import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { openAiService } from '../../../test/ai-service.ts'
import { reject, say } from '../../../test/upstream.ts'

// The same with 50,000 requests, in its own process: npm run bench:gateway -- --memory
const CALLS = 2_500
const AT_ONCE = 20
const GROWTH_BYTES_MAX = 5 * 2 ** 20

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

test('memory stays flat over thousands of proxied requests, including failures and streams', async () => {
  const service = await openAiService({ env: { LOG_LEVEL: 'silent' } })
  const account = await service.account('enterprise_xl')
  const messages = [{ role: 'user', content: 'Why? '.repeat(200) }]
  const body = { provider: 'provider_a', user_api_key: 'sk-mine', messages }
  const headers = { 'x-api-key': account.key, 'content-type': 'application/json' }
  const call = async (streamed: boolean) => {
    const sent = { method: 'POST', headers, body: JSON.stringify({ ...body, stream: streamed }) }
    const answer = await fetch(`${service.url}/ai/proxy`, sent)
    await answer.text()
    return answer.status
  }
  const callMany = async (calls: number) => {
    for (let done = 0; done < calls; done += AT_ONCE) {
      const round = done / AT_ONCE
      service.upstream.plan(round % 10 === 9 ? reject(400) : say('A longer answer. '.repeat(50)))
      const statuses = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => call(i % 4 === 0)))
      expect(new Set(statuses)).toEqual(new Set([round % 10 === 9 ? 502 : 200]))
    }
    service.upstream.plan(say('x'))
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = await callMany(CALLS / 5)
  const after = await callMany(CALLS)
  await service.close()
  expect(after - before).toBeLessThan(GROWTH_BYTES_MAX)
})
