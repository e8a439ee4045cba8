// The client for Python, run by python3 against a real service: the guide from top to bottom, and what the guide only says.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openAnalyzer } from '@equipoise/score/weights'
import * as errors from '@equipoise/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AiService, openAiService } from '../../server/test/ai-service.ts'
import { makeKey, signUp } from '../../server/test/people.ts'

const GUIDE = readFileSync(new URL('../../docs/guide/sdk.md', import.meta.url), 'utf8')

let service: AiService
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  service = await openAiService({ analyze: openAnalyzer({ weights: 'default' }) })
  const { key } = await makeKey(service.app, await signUp(service.app), 'full')
  folder = mkdtempSync(join(tmpdir(), 'python-'))
  // As the guide says: from the deployment itself.
  const sums = await (await fetch(`${service.url}/SHA256SUMS`)).text()
  for (const [, name = ''] of sums.matchAll(/ {2}(\S+)$/gm)) {
    writeFileSync(join(folder, name), await (await fetch(`${service.url}/${name}`)).text())
  }
  writeFileSync(join(folder, 'SHA256SUMS'), sums)
  const path = process.env.PATH ?? ''
  env = { PATH: path, EQUIPOISE_URL: service.url, EQUIPOISE_API_KEY: key, PYTHONDONTWRITEBYTECODE: '1' }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.close()
})

async function python(code: string, url = service.url): Promise<string> {
  const options = { cwd: folder, env: { ...env, EQUIPOISE_URL: url } }
  return (await promisify(execFile)('python3', ['-W', 'error', '-c', code], options)).stdout
}

test('the deployment serves the client and what checks receipts, with their SHA-256', async () => {
  const { stdout } = await promisify(execFile)('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, env })
  expect(stdout).toContain('verify.py: OK')
  expect(stdout).toContain('equipoise.py: OK')
})

test('the guide runs from top to bottom and prints what it says', async () => {
  const blocks = [...GUIDE.matchAll(/^```python\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)]
  expect(blocks.length).toBe(GUIDE.match(/^```python$/gm)?.length)
  const printed = (await python(blocks.map(([, code]) => `${code}\nprint("\\0")\n`).join(''))).split('\0\n')
  for (const [at, [, , said = '']] of blocks.entries()) {
    const parts = said.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    expect(printed[at]).toMatch(new RegExp(`^${parts.join('[^]*')}$`))
  }
})

test('a changed receipt fails, and one without keys is not verified', async () => {
  const code = `
from equipoise import Equipoise, verify
client = Equipoise()
receipt = client.draw("dice", dice="2d6", seed="spring")["receipt"]
keys = client.signing_keys()
print(verify(receipt, keys).state, verify(receipt, []).state, verify({**receipt, "digest": "0" * 64}, keys).state)`
  expect(await python(code)).toBe('verified unverified failed\n')
})

test('every error has the name that it has in the SDK', async () => {
  const code = `
import equipoise, json
print(json.dumps([name for name, one in vars(equipoise).items() if isinstance(one, type) and issubclass(one, equipoise.EquipoiseError)]))`
  const names = Object.keys(errors).filter((name) => /Error$/.test(name))
  expect(JSON.parse(await python(code)).sort()).toEqual(names.sort())
})

test('positions of the API become words, in a text with emoji too', async () => {
  const code = `
from equipoise import Equipoise, to_rows
text = "It rained 😀 today. Only idiots defend this shameful plan."
print([row["text"] for row in to_rows(Equipoise().analyze(text), text)])`
  expect(await python(code)).toBe("['It rained 😀 today.', 'Only idiots defend this shameful plan.']\n")
})

test('more texts than one request takes are scored in their order, and a text with an error does not stop the others', async () => {
  const code = `
from equipoise import Equipoise
texts = {str(i): "The vote was on day %d." % i for i in range(101)}
texts["5"] = ""
rows = list(Equipoise().check(texts, tier="fast"))
print(len(rows), [row["name"] for row in rows] == list(texts), [row["name"] for row in rows if row["passed"] is None])`
  expect(await python(code)).toBe("101 True ['5']\n")
})

/** A service that answers as told, in order; the number of requests that came. */
async function against(answers: RequestListener[], code: string): Promise<{ printed: string; requests: number }> {
  let requests = 0
  const server = createServer((request, response) =>
    answers[Math.min(requests++, answers.length - 1)]?.(request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const script = `
import equipoise
client = equipoise.Equipoise(timeout_s=5)
try:
    print(${code})
except equipoise.EquipoiseError as error:
    print(type(error).__name__, error.status, error)`
    return { printed: (await python(script, url)).trim(), requests }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const json = (status: number, body: object, headers = {}): RequestListener => {
  return (_request, response) => response.writeHead(status, headers).end(JSON.stringify(body))
}
const busy = json(429, { detail: 'Too many requests' }, { 'retry-after': '0' })
const breaks: RequestListener = (request) => request.socket.destroy()
const ASKING = 'client.analyze("A text.")'

test('a request that was not charged is repeated when the service says when', async () => {
  expect(await against([busy, busy, json(200, { ok: 1 })], ASKING)).toEqual({ printed: "{'ok': 1}", requests: 3 })
  expect(await against([busy], ASKING)).toEqual({ printed: 'RateLimitError 429 Too many requests', requests: 3 })
  const later = json(503, { detail: 'Overloaded' }, { 'retry-after': '11' })
  expect((await against([later], ASKING)).requests).toBe(1)
})

test('after a broken connection only a request that costs nothing is repeated', async () => {
  expect(await against([breaks, json(200, { plan: 'free' })], 'client.usage()')).toMatchObject({ requests: 2 })
  const { printed, requests } = await against([breaks], ASKING)
  expect(printed).toMatch(/^ConnectionError 0 .* could not be reached/)
  expect(requests).toBe(1)
  const named = 'client.chat("Hello", idempotency_key="one")'
  expect(await against([breaks, json(200, {})], named)).toEqual({ printed: '{}', requests: 2 })
})

test('a redirect is not followed, so the key goes nowhere else', async () => {
  const { printed, requests } = await against([json(302, {}, { location: 'http://127.0.0.1:9/' })], ASKING)
  expect(printed).toMatch(/^ConnectionError 302 .*Use the final address$/)
  expect(requests).toBe(1)
})

test('an answer that breaks off is an error, and so is an error in the middle', async () => {
  const stream = (end: string): RequestListener => {
    return (_request, response) => response.end(`event: delta\ndata: {"text": "Hi"}\n\n${end}`)
  }
  const code = 'list(client.stream_chat("Hello"))'
  expect((await against([stream('')], code)).printed).toBe('ConnectionError 0 The answer ended before it was complete')
  const failing = 'event: error\ndata: {"status": 502, "detail": "The provider failed"}\n\n'
  expect((await against([stream(failing)], code)).printed).toBe('ProviderError 502 The provider failed')
})

test('invalid fields are named', async () => {
  const detail = [{ loc: ['body', 'text'], msg: 'is missing', type: 'missing' }]
  expect((await against([json(422, { detail })], ASKING)).printed).toBe('ValidationError 422 text: is missing')
})

test('the fields of another brand have their default names', async () => {
  const answer = json(200, { results: [{ index: 0, analysis: { acme_certified: true } }] })
  const code = 'list(equipoise.Equipoise(brand="acme").batch(["A text."]))'
  expect((await against([answer], code)).printed).toBe("[{'index': 0, 'analysis': {'svc_certified': True}}]")
})

test('one text is a batch of one, and not of its letters', async () => {
  const count: RequestListener = async (request, response) => {
    const { texts } = (await new Response(request as unknown as ReadableStream).json()) as { texts: string[] }
    response.end(JSON.stringify({ results: texts.map((text, index) => ({ index, analysis: { text } })) }))
  }
  const { printed } = await against([count], 'list(client.batch("A text."))')
  expect(printed).toBe("[{'index': 0, 'analysis': {'text': 'A text.'}}]")
})
