// The Model Context Protocol over HTTP, with the official client.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { makeKey, signUp } from '../../../test/people.ts'

let service: AiService
let account: Account
beforeAll(async () => {
  service = await openAiService()
})
afterAll(() => service.close())

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }))
  return client
}

async function call(key: string, name: string, given: Record<string, unknown>) {
  const client = await connect(key)
  try {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: given })
    return { result: structuredContent as Record<string, unknown>, isError, said: JSON.stringify(content) }
  } finally {
    await client.close()
  }
}

const post = (payload: string | object, headers: Record<string, string> = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      'x-api-key': account.key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    payload,
  })

describe('with the official client', () => {
  test('offers five tools, read-only and idempotent', async () => {
    account = await service.account('pro')
    const client = await connect(account.key)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'check_text',
      'suggest_neutral_wording',
      'compare_texts',
      'draw_sequence',
      'verify_sequence',
    ])
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true })
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(tool.outputSchema?.type).toBe('object')
    }
    await client.close()
  })

  test('returns the same results as the HTTP API, for the same price', async () => {
    account = await service.account('pro')
    const text = 'Dreadful text scores 0.39'
    const headers = { 'x-api-key': account.key }
    const { result } = await call(account.key, 'check_text', { text })
    const direct = await service.app.inject({ method: 'POST', url: '/ai/analyze', headers, payload: { text } })
    expect(result).toEqual(direct.json())
    expect(await account.used('ai/analyze')).toBe(2)

    const compared = await call(account.key, 'compare_texts', { first: text, second: 'It scores 0.8' })
    expect(compared.result.difference).toBe(0.41)
    expect(await account.used('ai/analyze')).toBe(4)

    const edited = await call(account.key, 'suggest_neutral_wording', { text })
    expect(edited.result).toMatchObject({ text, changes: [], attempts: 0 })
    expect(await account.used('ai/analyze')).toBe(5)
  })

  test('a sequence is drawn and verified, and costs compute units', async () => {
    account = await service.account('pro')
    const setting = { bias: 0.9, N: 16, samples: 1_000 }
    const { result } = await call(account.key, 'draw_sequence', { ...setting, seed: 'mine' })
    expect(result).toMatchObject({ seed: 'mine', N: 16, digest: expect.any(String) })
    const proof = { ...setting, seed: 'mine', digest: result.digest }
    expect((await call(account.key, 'verify_sequence', proof)).result.valid).toBe(true)
    expect((await call(account.key, 'verify_sequence', { ...proof, seed: 'other' })).result.valid).toBe(false)
    expect(await account.used('compute')).toBe(6)
  })

  test('limits of the plan, the scope and the quota are errors that the agent can read', async () => {
    account = await service.account('free')
    const large = await call(account.key, 'draw_sequence', { bias: 0.5, N: 32, samples: 100 })
    expect([large.isError, large.said]).toEqual([true, expect.stringContaining('N=32 exceeds the maximum N=9')])

    const person = await signUp(service.app)
    const { key } = await makeKey(service.app, person, 'ai')
    const drawn = await call(key, 'draw_sequence', { bias: 0.5, N: 9, samples: 100 })
    expect([drawn.isError, drawn.said]).toEqual([true, expect.stringContaining('does not allow POST /compute')])

    const texts = Array.from({ length: 100 }, () => 'a')
    const headers = { 'x-api-key': account.key }
    for (let round = 0; round < 5; round++) {
      await service.app.inject({ method: 'POST', url: '/ai/analyze/batch', headers, payload: { texts } })
    }
    const spent = await call(account.key, 'check_text', { text: 'a' })
    expect([spent.isError, spent.said]).toEqual([true, expect.stringContaining('Monthly quota')])
  })

  test('wrong arguments cost nothing', async () => {
    account = await service.account('free')
    const answer = await call(account.key, 'check_text', { text: 7 }).catch((error: Error) => ({
      isError: true,
      said: error.message,
    }))
    expect([answer.isError, answer.said]).toEqual([true, expect.stringContaining('text')])
    expect(await account.used('ai/analyze')).toBe(0)
  })

  test('without a key, or with a key for computing, access is denied', async () => {
    await expect(connect('')).rejects.toThrow()
    const { key } = await makeKey(service.app, await signUp(service.app), 'compute')
    await expect(connect(key)).rejects.toThrow()
  })
})

describe('as the specification has it', () => {
  test('a client of an older revision is served without a session', async () => {
    account = await service.account('free')
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } }
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    expect([answer.statusCode, answer.headers['mcp-session-id']]).toEqual([200, undefined])
    expect(answer.body).toContain('"protocolVersion":"2025-06-18"')
    const listed = await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, { 'mcp-protocol-version': '2025-06-18' })
    expect(listed.body).toContain('check_text')
  })

  test.each([
    ['JSON that does not parse', '{"jsonrpc":', 400, -32_700],
    ['JSON that is no request', '{"hello": 1}', 400, undefined],
    ['an empty body', '', 400, -32_700],
  ])('%s is %3$i with an error of JSON-RPC', async (_what, body, status, code) => {
    account = await service.account('free')
    const answer = await post(body)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().error.code).toEqual(code ?? expect.any(Number))
  })

  test('an unknown method and an unknown tool are errors of JSON-RPC', async () => {
    account = await service.account('free')
    const version = { 'mcp-protocol-version': '2025-06-18' }
    const unknown = await post({ jsonrpc: '2.0', id: 1, method: 'no/such' }, version)
    expect(unknown.body).toContain('-32601')
    const tool = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'no_such' } }, version)
    expect(tool.body).toMatch(/-32602|isError/)
  })

  test('GET and DELETE are 405, and the paths that would describe OAuth are a JSON 404', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await service.app.inject({ method, url: '/mcp' })).statusCode).toBe(405)
    }
    for (const name of ['oauth-protected-resource', 'oauth-protected-resource/mcp', 'oauth-authorization-server']) {
      const answer = await service.app.inject({ url: `/.well-known/${name}`, headers: { accept: 'text/html' } })
      expect([answer.statusCode, typeof answer.json().detail]).toEqual([404, 'string'])
    }
  })
})
