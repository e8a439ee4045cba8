import { expect, test } from 'vitest'
import { type Backend, createAgentServer, createMcpHandler, type Json } from './mcp.ts'

const unused = async (): Promise<Json> => {
  throw new Error('this was not asked for')
}
const nothing: Backend = { analyze: unused, analyzeBatch: unused, neutralise: unused, compute: unused }

/** One request of a stateless client. */
async function call(backend: Partial<Backend>, name: string, given: Json) {
  const { fetch } = createMcpHandler(() => createAgentServer({ ...nothing, ...backend }, { name: 'x', version: '1' }))
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
  const text = await (await fetch(new Request('http://x/mcp', { method: 'POST', headers, body }))).text()
  return JSON.parse(text.replace(/^[^{]*data: /s, '')).result
}

const checked = { ain_score: 0.5, band: 'moderate', evidence: [], more: 1 }

test('the backend gets what the agent sent, and its result is returned twice', async () => {
  const asked: Json[] = []
  const analyze = async (request: Json) => {
    asked.push(request)
    return checked
  }
  const result = await call({ analyze }, 'check_text', { text: 'A text', tier: 'fast', ignore: ['text'] })
  expect(asked).toEqual([{ text: 'A text', tier: 'fast', ignore: ['text'] }])
  expect(result).toMatchObject({
    structuredContent: checked,
    content: [{ type: 'text', text: JSON.stringify(checked) }],
  })
})

test('two texts are sent as one request, and the difference is rounded', async () => {
  const analyzeBatch = async ({ texts }: Json) => ({
    results: (texts as string[]).map((text) => ({ analysis: { ...checked, ain_score: text === 'a' ? 0.1 : 0.4 } })),
  })
  const { structuredContent } = await call({ analyzeBatch }, 'compare_texts', { first: 'a', second: 'b' })
  expect(structuredContent).toMatchObject({ first: { ain_score: 0.1 }, second: { ain_score: 0.4 }, difference: 0.3 })
})

test('if one of two texts cannot be scored, the error says why', async () => {
  const results = [{ analysis: { ain_score: 1 } }, { error: { status: 422, detail: 'Too long' } }]
  const { isError, content } = await call({ analyzeBatch: async () => ({ results }) }, 'compare_texts', {
    first: 'a',
    second: 'b',
  })
  expect([isError, content]).toEqual([true, [{ type: 'text', text: 'Too long' }]])
})

test('a digest is compared case-insensitively', async () => {
  const compute = async () => ({ digest: 'ab12', seed: 1 })
  const given = { bias: 0.5, N: 9, samples: 100, seed: 1 }
  expect((await call({ compute }, 'verify_sequence', { ...given, digest: 'AB12' })).structuredContent.valid).toBe(true)
  expect((await call({ compute }, 'verify_sequence', { ...given, digest: 'ab13' })).structuredContent.valid).toBe(false)
})

test('an argument that the tool does not have is an error, and not ignored', async () => {
  const { isError, content } = await call({ analyze: async () => checked }, 'check_text', { text: 'A', teir: 'fast' })
  expect([isError, content[0].text]).toEqual([true, expect.stringContaining('teir')])
})
