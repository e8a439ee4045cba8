// `equipoise mcp` as an agent starts it: a separate process, connected to the official client.
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'

const START = fileURLToPath(new URL('../bin/equipoise.mjs', import.meta.url))

let client: Client
beforeAll(async () => {
  client = new Client({ name: 'test', version: '1.0.0' })
  // Without the address of a service, because the tools need none.
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [START, 'mcp'], env: { PATH: '' } }))
})
afterAll(() => client.close())

const call = async (name: string, given: Record<string, unknown>) => {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: given })
  return { result: structuredContent as Record<string, unknown>, isError, content }
}

test('it has five tools, and declares that none of them changes anything', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'check_text',
    'suggest_neutral_wording',
    'compare_texts',
    'draw_sequence',
    'verify_sequence',
  ])
  for (const { annotations, outputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true })
    expect(outputSchema).toMatchObject({ type: 'object' })
  }
})

test('a text is checked, edited and compared offline', async () => {
  const text = 'The disastrous reform was a shameful betrayal of ordinary people.'
  const checked = await call('check_text', { text, tier: 'fast' })
  expect(checked.result).toMatchObject({ band: 'biased', language: 'en', svc_certified: false })
  const edited = await call('suggest_neutral_wording', { text })
  expect(edited.result.text).not.toBe(text)
  const compared = await call('compare_texts', { first: text, second: edited.result.text })
  expect(compared.result.difference).toBeGreaterThan(0)
})

test('a sequence is drawn and verified, and a wrong digest is rejected', async () => {
  const setting = { bias: 0.9, N: 9, samples: 1_000 }
  const drawn = await call('draw_sequence', setting)
  const { seed, digest } = drawn.result
  expect((await call('verify_sequence', { ...setting, seed, digest })).result.valid).toBe(true)
  expect((await call('verify_sequence', { ...setting, seed: 'other', digest })).result.valid).toBe(false)
})

test('invalid arguments are an error that the agent can read', async () => {
  const answer = await call('check_text', { text: '' }).catch((error: Error) => ({
    isError: true,
    content: error.message,
  }))
  expect(answer.isError).toBe(true)
  expect(JSON.stringify(answer.content)).toContain('text')
})
