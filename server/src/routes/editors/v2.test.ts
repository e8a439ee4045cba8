// LanguageTool's protocol, with requests as its clients send them.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeKey, type Person, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

const LOADED = 'The disastrous reform was a shameful betrayal of ordinary people.'
const ELSEWHERE = '203.0.113.9'

const nowMs = Date.UTC(2026, 10, 16, 12)
let service: Service
let person: Person
let key: string

beforeAll(async () => {
  service = await openService({ nowMs: () => nowMs })
})
afterAll(() => service.close())

interface Sent {
  readonly headers?: Record<string, string>
  readonly remoteAddress?: string
  readonly at?: Service
}

async function send(payload: string, { headers = {}, remoteAddress = ELSEWHERE, at = service }: Sent = {}) {
  const answer = await at.app.inject({
    method: 'POST',
    url: '/v2/check',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
    remoteAddress,
  })
  return { status: answer.statusCode, headers: answer.headers, json: answer.json() }
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

async function newPerson(at = service): Promise<void> {
  person = await signUp(at.app)
  key = (await makeKey(at.app, person, 'ai')).key
}

async function used(at = service): Promise<number> {
  const stats = await at.app.inject({ url: '/usage/stats', headers: person.headers })
  return stats.json().endpoints['ai/analyze'].used
}

describe('POST /v2/check', () => {
  test("shows the evidence of /ai/analyze at the editor's positions, with our suggestions", async () => {
    await newPerson()
    const { status, json } = await send(form({ text: LOADED, language: 'en-GB', apiKey: key, username: 'me' }))
    expect(status).toBe(200)
    const payload = { text: LOADED }
    const analysis = (
      await service.app.inject({ method: 'POST', url: '/ai/analyze', headers: person.headers, payload })
    ).json()
    const wanted = analysis.evidence.map(({ start, end, suggestion }: Record<string, unknown>) => [
      start,
      end,
      suggestion,
    ])
    const found = json.matches.map((match: { offset: number; length: number; replacements: { value: string }[] }) => [
      match.offset,
      match.offset + match.length,
      match.replacements[0]?.value,
    ])
    expect(found.length).toBeGreaterThan(1)
    expect(found).toEqual(wanted.toSorted((a: number[], b: number[]) => (a[0] ?? 0) - (b[0] ?? 0)))
    const [first] = json.matches
    expect(first).toMatchObject({
      offset: 4,
      length: 10,
      shortMessage: 'Loaded wording',
      sentence: LOADED,
      type: { typeName: 'Hint' },
      rule: { id: expect.stringMatching(/^LOADED_/), issueType: 'style', category: { id: 'NEUTRALITY' } },
    })
    const { text, offset, length } = first.context
    expect(text.slice(offset, offset + length)).toBe('disastrous')
    expect(json.software).toMatchObject({ apiVersion: 1, version: '0.0.0-test' })
    expect(json.language).toMatchObject({ code: 'en-GB', name: 'English (GB)', detectedLanguage: { code: 'en' } })
  })

  test('with annotations, offsets count text and markup', async () => {
    await newPerson()
    const annotation = [
      { text: 'The ' },
      { markup: '<em class="x">' },
      { text: 'disastrous' },
      { markup: '</em>' },
      { text: ' reform was a shameful betrayal of ordinary people.' },
      { markup: '<br>', interpretAs: '\n' },
    ]
    const original = annotation.map(({ text, markup }) => text ?? markup).join('')
    const { json } = await send(form({ data: JSON.stringify({ annotation }), language: 'auto', apiKey: key }))
    const places = json.matches.map(({ offset, length }: { offset: number; length: number }) =>
      original.slice(offset, offset + length),
    )
    expect(places[0]).toBe('disastrous')
    expect(json.matches[0].offset).toBe(18)
    expect(json.language.code).toBe('en')
  })

  test('rules and categories can be switched off, and picky shows more', async () => {
    await newPerson()
    const ask = async (fields: Record<string, string>) =>
      (await send(form({ text: LOADED, language: 'en', apiKey: key, ...fields }))).json.matches.map(
        ({ rule }: { rule: { id: string } }) => rule.id,
      )
    const all: string[] = await ask({})
    const [one = ''] = all
    expect(await ask({ disabledRules: `OTHER,${one}` })).toEqual(all.filter((id) => id !== one))
    expect(await ask({ enabledRules: one, enabledOnly: 'true' })).toEqual(all.filter((id) => id === one))
    expect(await ask({ disabledCategories: 'NEUTRALITY' })).toEqual([])
    expect((await ask({ level: 'picky' })).length).toBeGreaterThanOrEqual(all.length)
  })

  test('a long text costs one analysis per 10,000 characters, and one beyond 100,000 is 413', async () => {
    await newPerson()
    expect((await send(form({ apiKey: key, text: 'Plain. '.repeat(1_500), language: 'en' }))).status).toBe(200)
    expect(await used()).toBe(2)
    expect((await send(form({ apiKey: key, text: ' '.repeat(100_000), language: 'en' }))).status).toBe(200)
    expect((await send(form({ apiKey: key, text: 'x'.repeat(100_001), language: 'en' }))).status).toBe(413)
    expect(await used()).toBe(2)
  })

  test('empty texts and other languages cost nothing', async () => {
    await newPerson()
    expect((await send(form({ text: '', language: 'en', apiKey: key }))).json.matches).toEqual([])
    expect((await send(form({ text: 'Das Gesetz', language: 'de-DE', apiKey: key }))).json.matches).toEqual([])
    expect(await used()).toBe(0)
  })

  test('an exhausted quota is 200 with one match that says so', async () => {
    await newPerson()
    const texts = Array.from({ length: 100 }, (_, at) => `Text ${at}`)
    for (let round = 0; round < 5; round++) {
      const [url, headers] = ['/ai/analyze/batch', person.headers] as const
      await service.app.inject({ method: 'POST', url, headers, payload: { texts } })
    }
    const { status, json } = await send(form({ text: LOADED, language: 'en', apiKey: key }))
    expect([status, json.matches.length, json.matches[0].rule.id]).toEqual([200, 1, 'QUOTA_EXHAUSTED'])
    expect(json.matches[0]).toMatchObject({ offset: 0, length: 3, replacements: [] })
    expect(json.matches[0].message).toContain('500 of 500')
    expect(await used()).toBe(500)
  })

  test.each([
    ['no text', 'language=en', 400],
    ['text and data', form({ text: 'a', data: '{}', language: 'en' }), 400],
    ['data that is not JSON', form({ data: '{', language: 'en' }), 400],
    ['data without annotations', form({ data: '{"text": "a"}', language: 'en' }), 400],
    ['nothing', '', 400],
  ])('%s is %3$i', async (_what, body, status) => {
    await newPerson()
    const answer = await send(body, { headers: { 'x-api-key': key } })
    expect([answer.status, typeof answer.json.detail]).toEqual([status, 'string'])
    expect(await used()).toBe(0)
  })

  test('a key is required, even on this machine', async () => {
    const body = form({ text: LOADED, language: 'en' })
    for (const remoteAddress of [ELSEWHERE, '127.0.0.1', '::1']) {
      expect((await send(body, { remoteAddress })).status).toBe(401)
    }
  })

  test('if the operator allows it, programs and add-ons on this machine need no key; web pages and forwarded requests do', async () => {
    const at = await openService({ env: { EDITOR_KEYS: 'optional' } })
    const local = { at, remoteAddress: '127.0.0.1' }
    const body = form({ text: LOADED, language: 'en' })
    expect((await send(body, { at })).status).toBe(401)
    expect((await send(body, local)).json.matches.length).toBeGreaterThan(0)
    const wrong = form({ text: LOADED, language: 'en', apiKey: `svc_${'0'.repeat(49)}` })
    expect((await send(wrong, local)).status).toBe(401)
    const statusWith = async (headers: Record<string, string>) => (await send(body, { ...local, headers })).status
    expect(await statusWith({ origin: 'moz-extension://4e7e26a5-5a2b-4f0a-9ad4-2f0b2c6d0a11' })).toBe(200)
    for (const origin of ['https://evil.example', 'http://localhost:3000', 'null', 'https://a-extension://b']) {
      expect(await statusWith({ origin }), origin).toBe(401)
    }
    expect(await statusWith({ 'sec-fetch-site': 'same-origin' })).toBe(401)
    for (const name of [
      'x-forwarded-for',
      'x-forwarded-host',
      'forwarded',
      'via',
      'x-real-ip',
      'fly-client-ip',
      'x-envoy-external-address',
      'x-original-forwarded-for',
      'x-remote-addr',
    ]) {
      expect(await statusWith({ [name]: '127.0.0.1' }), name).toBe(401)
      const metrics = await at.app.inject({ url: '/metrics', headers: { [name]: '127.0.0.1' } })
      expect(metrics.statusCode, name).toBe(401)
    }
    await at.close()
  })

  test('a key in the form is found within the first 8 kB, and a form with many fields is rejected', async () => {
    await newPerson()
    const long = LOADED.repeat(200)
    expect((await send(form({ apiKey: key, text: long, language: 'en' }))).status).toBe(200)
    const late = await send(form({ text: long, language: 'en', apiKey: key }))
    expect([late.status, late.json.detail]).toEqual([401, expect.stringContaining('first 8192 bytes')])
    const many = `apiKey=${key}&text=a${'&a=b'.repeat(100)}`
    expect((await send(many)).status).toBe(413)
    // A key that the limit cuts off is not accepted.
    const cut = `text=${'a'.repeat(8_192 - 5 - 8 - 20)}&apiKey=${key}&language=en`
    expect((await send(cut)).status).toBe(401)
  })

  test('a key for computing is 403', async () => {
    const other = await makeKey(service.app, await signUp(service.app), 'compute')
    expect((await send(form({ text: 'a', language: 'en', apiKey: other.key }))).status).toBe(403)
  })

  test('browser add-ons can call it from their own origins', async () => {
    const origin = 'chrome-extension://oldceeleldhonbafppcapldpdifcinji'
    const preflight = await service.app.inject({
      method: 'OPTIONS',
      url: '/v2/check',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, origin])
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()
    await newPerson()
    const { headers } = await send(form({ text: 'a', language: 'en', apiKey: key }), { headers: { origin } })
    expect(headers['access-control-allow-origin']).toBe(origin)
    const elsewhere = await service.app.inject({ url: '/plans', headers: { origin } })
    expect(elsewhere.headers['access-control-allow-origin']).toBeUndefined()
  })
})

test('GET /v2/languages lists the variants of English', async () => {
  const answer = await service.app.inject({ url: '/v2/languages', remoteAddress: ELSEWHERE })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toContainEqual({ name: 'English (GB)', code: 'en', longCode: 'en-GB' })
})

describe('with a real LanguageTool beside us', () => {
  const GRAMMAR = {
    message: 'Did you mean “was”?',
    shortMessage: '',
    offset: 22,
    length: 3,
    replacements: [{ value: 'were' }],
    context: { text: LOADED, offset: 22, length: 3 },
    sentence: LOADED,
    type: { typeName: 'Other' },
    rule: { id: 'WAS_WERE', description: '', issueType: 'grammar', category: { id: 'GRAMMAR', name: 'Grammar' } },
    ignoreForIncompleteSentence: true,
  }
  let tool: Server
  let beside: Service
  let asked: { url: string | undefined; body: string }[] = []
  let behave: (request: IncomingMessage, response: ServerResponse) => void

  const answerWell = (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ language: { name: 'English', code: 'en-US' }, matches: [GRAMMAR] }))
  }

  beforeAll(async () => {
    tool = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      asked.push({ url: request.url, body })
      behave(request, response)
    })
    await new Promise<void>((resolve) => tool.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(tool.address() as AddressInfo).port}`
    beside = await openService({ env: { LANGUAGETOOL_URL: url } })
    await newPerson(beside)
  })
  afterAll(async () => {
    await beside.close()
    tool.closeAllConnections()
    tool.close()
  })

  test('its matches are merged with ours, and it never sees the key', async () => {
    asked = []
    behave = answerWell
    const { json } = await send(form({ text: LOADED, language: 'auto', apiKey: key, username: 'me@example.org' }), {
      at: beside,
    })
    const offsets = json.matches.map(({ offset }: { offset: number }) => offset)
    expect(json.matches).toContainEqual(GRAMMAR)
    expect(json.matches.length).toBeGreaterThan(1)
    expect(offsets).toEqual(offsets.toSorted((a: number, b: number) => a - b))
    expect([json.warnings.incompleteResults, json.language.code]).toEqual([false, 'en-US'])
    expect(asked).toEqual([{ url: '/v2/check', body: form({ text: LOADED, language: 'auto' }) }])
  })

  test('another language is checked by it alone and costs nothing', async () => {
    behave = answerWell
    const before = await used(beside)
    const { json } = await send(form({ text: 'Das Gesetz', language: 'de', apiKey: key }), { at: beside })
    expect([json.matches, await used(beside)]).toEqual([[GRAMMAR], before])
  })

  test.each<[string, typeof behave]>([
    ['fails', (_request, response) => response.writeHead(500).end('Error')],
    ['redirects', (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end()],
    ['sends no JSON', (_request, response) => response.end('<html>')],
    ['sends other JSON', (_request, response) => response.end('{"matches": [{"offset": "a"}]}')],
    ['hangs up', (request) => request.socket.destroy()],
  ])('if it %s, our own matches are returned with a note of what is missing', async (_what, behaviour) => {
    behave = behaviour
    const { status, json } = await send(form({ text: LOADED, language: 'en', apiKey: key }), { at: beside })
    expect([status, json.warnings.incompleteResults]).toEqual([200, true])
    expect(
      json.matches.every(({ rule }: { rule: { category: { id: string } } }) => rule.category.id === 'NEUTRALITY'),
    ).toBe(true)
  })

  test('the languages are those that it supports', async () => {
    const german = { name: 'German', code: 'de', longCode: 'de-DE' }
    behave = (_request, response) => response.end(JSON.stringify([german]))
    expect((await beside.app.inject('/v2/languages')).json()).toEqual([german])
    behave = (_request, response) => response.writeHead(500).end()
    expect((await beside.app.inject('/v2/languages')).json().length).toBeGreaterThan(3)
  })
})
