import { randomUUID } from 'node:crypto'
import { type AuditReport, evenHandedPairs, type Pair, reportInHtml, verifyAudit } from '@equipoise/audit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Account, type AiService, openAiService, scoreByText } from '../../../test/ai-service.ts'
import { type Behaviour, reject, say } from '../../../test/upstream.ts'
import { WAIT } from '../../../test/waiting.ts'

let service: AiService
let account: Account
let readOn = () => {}
const slowReaders = new Promise<void>((resolve) => {
  readOn = resolve
})
beforeAll(async () => {
  service = await openAiService({
    extend(app) {
      // Simulates a caller who hangs up just before the response.
      app.addHook('onSend', async (request) => {
        if (request.headers['x-reads-slowly']) await slowReaders
      })
      app.addHook('preSerialization', async (request, reply) => {
        if (request.headers['x-hangs-up']) reply.raw.destroy()
      })
    },
  })
  account = await service.account('basic')
})
afterAll(() => service.close())

async function send(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, key = account.key) {
  const answer = await service.app.inject({
    method,
    url,
    headers: { 'x-api-key': key },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: jsonOf(answer.body) }
}

function jsonOf(text: string) {
  return text.startsWith('<') ? undefined : JSON.parse(text)
}

const PAIRS = Array.from({ length: 11 }, (_, at) => {
  return { topic: `topic ${at}`, prompt_a: `Why is ${at} good?`, prompt_b: `Why is ${at} bad?` }
})
const RECORDED = PAIRS.map((pair) => ({ ...pair, answer_a: 'It helps many.\nIt is cheap.', answer_b: 'It helps few.' }))

function becomes(id: string, state: string, key?: string) {
  return vi.waitFor(async () => {
    const { body } = await send('GET', `/audits/${id}`, undefined, key)
    if (body.state !== state) throw new Error(JSON.stringify(body))
    return body
  }, WAIT)
}

/** A model that does not answer until it is released. */
function heldBack(): { behaviour: Behaviour; release: () => void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    behaviour: (scene) => void released.then(() => say('Many people think so.')(scene)),
    release: () => release(),
  }
}

test('an audit of a model runs in the background, is charged by call, and ends in a report that anybody can verify', async () => {
  service.upstream.plan(say('Many people think so.'))
  const started = await send('POST', '/audits', { sample: 12, seed: 2026 })
  expect(started).toMatchObject({ status: 201, body: { state: 'running', prompts: 24, model: 'small-model' } })
  expect(started.body.power).toMatch(
    /^12 pairs about \d+ topics find a gap of 0\.\d+ in the neutrality score with 90 %/,
  )
  const { id } = started.body
  const done = await becomes(id, 'done')
  expect(done).toMatchObject({ answered: 24, conclusion: expect.any(String), reason: null })
  expect(service.upstream.calls).toHaveLength(24)
  expect(await account.used('ai/chat')).toBe(24)
  expect((await send('GET', `/audits/${id}/events`)).body).toMatchObject([{ event: 'started' }, { event: 'finished' }])
  expect((await send('GET', '/audits')).body).toEqual([done])

  const report = (await send('GET', `/audits/${id}/report`)).body as AuditReport
  const { body: signing } = await send('GET', '/.well-known/equipoise-signing-key')
  const keys = signing.keys.map((key: { public_key: string }) => key.public_key)
  const checks = verifyAudit(report, { analyze: scoreByText, pairs: evenHandedPairs(), keys })
  expect(checks.filter(({ state }) => state !== 'passed')).toEqual([])
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['source', 'sample', 'results', 'signature', 'key']),
  )
  expect(checks.find(({ name }) => name === 'source')?.detail).toMatch(
    /asked the model “small-model” of “provider_c” at “127\.0\.0\.1:\d+”: 24 answers from .* UTC to .* UTC, none of them after a failed attempt/,
  )
  expect((report as AuditReport & { receipt: object }).receipt).toMatchObject({
    source: 'asked',
    asked: { model: 'small-model' },
  })

  const page = await send('GET', `/audits/${id}/report?format=html`)
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' })
  expect(page.headers['content-security-policy']).toContain('sandbox')
  expect(JSON.parse(reportInHtml(page.text) ?? '')).toEqual(report)
})

describe('a seed that was fixed beforehand', () => {
  const ids = RECORDED.map((_, at) => `pair-${at + 1}`)
  const sample = { kind: 'sample', entries: ids, count: 3 }
  const audit = (draw_receipts: unknown[], key?: string) =>
    send('POST', '/audits', { pairs: RECORDED, sample: 3, draw_receipts }, key)
  const post = async (url: string, payload: object, key?: string) => (await send('POST', url, payload, key)).body

  async function committed(draw: object = sample) {
    const { id, receipt } = await post('/commitments', { draws_max: 1 })
    const drawn = await post('/draws', { ...draw, commitment: id, client_seed: 'x', nonce: 0 })
    const { reveal_receipt } = await post(`/commitments/${id}/reveal`, {})
    return { id, receipts: [receipt, drawn.receipt, reveal_receipt] }
  }

  test('is told in the signed report, with how many others the account made', async () => {
    const first = await committed()
    await send('DELETE', `/commitments/${first.id}`)
    const { receipts } = await committed()
    const { body } = await audit(receipts)
    expect(await becomes(body.id, 'done')).toMatchObject({ seed_origin: 'committed' })
    const { body: report } = await send('GET', `/audits/${body.id}/report`)
    expect(report.receipt).toMatchObject({ seed_origin: 'committed' })
    const { body: signing } = await send('GET', '/.well-known/equipoise-signing-key')
    const pairs = ids.map((id, at) => ({ id, ...PAIRS[at] })) as Pair[]
    const keys = signing.keys.map((key: { public_key: string }) => key.public_key)
    const checks = verifyAudit(report, { analyze: scoreByText, pairs, keys })
    expect(checks.filter(({ state }) => state !== 'passed')).toEqual([])
    expect(checks.find(({ name }) => name === 'seed')?.detail).toMatch(
      /fixed beforehand: .* From .* on, the account made 2 commitments, and deleted 1 of them\.$/,
    )
  })

  test('is rejected for receipts of others, of another sample, or with a seed', async () => {
    const { receipts } = await committed()
    const other = await service.account('basic')
    expect(await audit(receipts, other.key)).toMatchObject({ status: 404 })
    const rejection = async (given: unknown[], more = {}) =>
      (await send('POST', '/audits', { pairs: RECORDED, sample: 3, draw_receipts: given, ...more })).body.detail[0]
    expect(await rejection(receipts, { seed: 1 })).toMatchObject({ loc: ['body', 'seed'] })
    expect(await rejection(receipts, { sample: 4 })).toMatchObject({ msg: expect.stringContaining('no sample of 4') })
    expect(await rejection(receipts.slice(0, 2))).toMatchObject({ loc: ['body', 'draw_receipts'] })
    const changed = [
      receipts[0],
      receipts[1],
      { ...receipts[2], issued_at: receipts[0].issued_at, issuer: 'https://x' },
    ]
    expect((await rejection(changed)).msg).toMatch(/not signed by this deployment/)
    const reordered = await committed({ ...sample, entries: ids.toReversed() })
    expect((await rejection(reordered.receipts)).msg).toMatch(/no sample of 3 of the ids/)
  })
})

describe('recorded answers', () => {
  test('need no model, and cost one text analysis each', async () => {
    service.upstream.plan(reject(500))
    const before = await account.used('ai/analyze')
    const { body } = await send('POST', '/audits', { pairs: RECORDED, name: 'Ours' })
    const done = await becomes(body.id, 'done')
    expect(done).toMatchObject({ name: 'Ours', source: 'supplied', model: null, set: 'own', answered: 22 })
    expect(done.sentence).toMatch(
      /^Answers supplied by “account \d+”, said to come from “Ours”, to prompts that are not ours, /,
    )
    expect(await account.used('ai/analyze')).toBe(before + 22)
    expect(service.upstream.calls).toHaveLength(0)
  })

  test('can name the two sides of their question, which the report contains', async () => {
    const sides = ['it should be built', 'it should not be built']
    const started = await send('POST', '/audits', { pairs: RECORDED.map((pair) => ({ ...pair, sides })) })
    await becomes(started.body.id, 'done')
    const { pairs } = (await send('GET', `/audits/${started.body.id}/report`)).body
    expect(pairs[0].sides).toEqual(sides)
    const wrong = await send('POST', '/audits', { pairs: RECORDED.map((pair) => ({ ...pair, sides: ['a', '\0'] })) })
    expect(wrong.status).toBe(422)
  })

  test('cost nothing if the seed does not draw them', async () => {
    const before = await account.used('ai/analyze')
    const { status, body } = await send('POST', '/audits', { pairs: RECORDED, sample: 3 })
    expect([status, body.prompts]).toEqual([201, 6])
    await becomes(body.id, 'done')
    expect(await account.used('ai/analyze')).toBe(before + 6)
  })

  test('can answer the prompts of the set', async () => {
    service.upstream.plan(say('Many people think so.'))
    const { body } = await send('POST', '/audits', { sample: 10 })
    await becomes(body.id, 'done')
    const { pairs } = (await send('GET', `/audits/${body.id}/report`)).body as AuditReport
    const answers = pairs.flatMap(({ id, topic }) => [
      { id, side: 'a', answer: `It helps ${topic}.` },
      { id, side: 'b', answer: `It helps ${topic}.` },
    ])
    const again = await send('POST', '/audits', { answers, sample: 10 })
    expect(await becomes(again.body.id, 'done')).toMatchObject({
      conclusion: 'undecided',
      sentence: expect.stringContaining('10 of 10 pairs got the same text for both prompts'),
      name: 'a model that was not named',
    })
    const short = await send('POST', '/audits', { answers: answers.slice(1), sample: 10 })
    expect(short).toMatchObject({ status: 422 })
    expect(short.text).toContain('1 of 20 prompts have no answer; the first is side a')
  })
})

describe('an audit is rejected, and costs nothing,', () => {
  const [first] = RECORDED
  test.each([
    ['with a name that no model can have', { model: 'small model' }, 'model'],
    ['with recorded answers and a model', { pairs: RECORDED, model: 'small-model' }, 'model'],
    ['with half of its answers', { pairs: [...PAIRS.slice(1), first] }, '20 of 22 prompts have no answer'],
    ['with answers in two places', { pairs: PAIRS, answers: [{ id: 'a', side: 'a', answer: '' }] }, 'answers'],
    ['as a control of recorded answers', { pairs: RECORDED, mode: 'aa' }, 'A control asks each prompt twice'],
    ['of a model under another name', { name: 'gpt-9 by Acme' }, 'Only recorded answers take a name'],
    [
      'with two prompts that are the same',
      { pairs: PAIRS.map((pair) => ({ ...pair, prompt_b: `${pair.prompt_a.toUpperCase()}!` })) },
      'there is nothing to compare',
    ],
    ['with an id twice', { pairs: PAIRS.map((pair) => ({ ...pair, id: 'same' })) }, 'is there twice'],
    ['with fewer calls allowed than it needs', { sample: 20, max_calls: 39 }, 'The audit needs 40 calls'],
    ['with one call, when a pair needs two', { sample: 1, max_calls: 1 }, 'The audit needs 2 calls. Allow that many"'],
    ['with a provider but no key', { provider: 'provider_a', model: 'm' }, 'user_api_key'],
    ['with a key but no provider', { user_api_key: 'own-key' }, 'provider'],
    ['with too large a sample', { sample: 501 }, 'sample'],
    ['with too many pairs', { pairs: Array.from({ length: 501 }, () => PAIRS[0]) }, 'pairs'],
    ['with a margin of zero', { margins: { score: 0 } }, 'margins'],
    ['with a measure that does not exist', { margins: { charm: 1 } }, 'margins'],
  ])('%s', async (_, payload, words) => {
    const before = [await account.used('ai/analyze'), await account.used('ai/chat')]
    const answer = await send('POST', '/audits', payload)
    expect(answer.status, answer.text).toBe(422)
    expect(answer.text).toContain(words)
    expect([await account.used('ai/analyze'), await account.used('ai/chat')]).toEqual(before)
  })

  test('without enough calls', async () => {
    const poor = await service.account('free')
    const answer = await send('POST', '/audits', {}, poor.key)
    expect(answer).toMatchObject({ status: 402 })
    expect(answer.body.detail).toContain('The audit needs 400 answers, and 50 calls of /ai/chat are left this month.')
  })

  test("with the caller's own key on a plan without own keys", async () => {
    const poor = await service.account('free')
    const own = { provider: 'provider_a', user_api_key: 'own-key', model: 'm', sample: 10 }
    expect(await send('POST', '/audits', own, poor.key)).toMatchObject({ status: 403 })
    const resumed = await send('POST', `/audits/${randomUUID()}/resume`, { user_api_key: 'own-key' }, poor.key)
    expect(resumed).toMatchObject({ status: 403 })
  })
})

test("the caller's own key is used, and a provider that rejects it pauses the audit", async () => {
  service.upstream.plan(reject(401))
  const own = { provider: 'provider_a', user_api_key: 'own-key', model: 'their-model', sample: 10 }
  const { body } = await send('POST', '/audits', own)
  const paused = await becomes(body.id, 'paused')
  expect(paused).toMatchObject({ reason: 'provider', answered: 0, provider: 'provider_a' })
  expect(paused.detail).toContain('rejected the API key given as user_api_key')
  // A wrong key is the caller's mistake: requests that reached the provider are charged.
  const rejected = service.upstream.calls.length
  expect(await account.used('ai/proxy')).toBe(rejected)
  expect(service.upstream.calls[0]?.headers.authorization).toBe('Bearer own-key')
  expect((await service.sql`select terms::text || coalesce(detail, '') as kept from audits`).join('')).not.toContain(
    'own-key',
  )
  expect(await send('GET', `/audits/${body.id}/report`)).toMatchObject({ status: 409 })
  expect(await send('POST', `/audits/${body.id}/resume`, {})).toMatchObject({ status: 422 })

  service.upstream.plan(say('Many people think so.'))
  expect(await send('POST', `/audits/${body.id}/resume`, { user_api_key: 'own-key' })).toMatchObject({ status: 200 })
  await becomes(body.id, 'done')
  expect(await account.used('ai/proxy')).toBe(rejected + 20)
  expect(await send('POST', `/audits/${body.id}/cancel`)).toMatchObject({ status: 409 })
  expect(await send('POST', `/audits/${body.id}/resume`, { user_api_key: 'k' })).toMatchObject({ status: 409 })
})

test("an audit with the caller's own key pauses after a change to a plan without own keys", async () => {
  const owner = await service.account('basic')
  const { behaviour, release } = heldBack()
  service.upstream.plan(behaviour)
  const own = { provider: 'provider_a', user_api_key: 'own-key', model: 'their-model', sample: 10 }
  const { id } = (await send('POST', '/audits', own, owner.key)).body
  await vi.waitFor(() => expect(service.upstream.calls).toHaveLength(4), WAIT)
  await service.sql`update accounts set plan = 'free' where id = ${owner.id}`
  release()
  const paused = await becomes(id, 'paused', owner.key)
  expect(paused).toMatchObject({ reason: 'access', answered: 4 })
  expect(paused.detail).toContain('the plan no longer includes a provider key of your own')
})

test('an audit belongs to its account, and is deleted with all its data', async () => {
  const { body } = await send('POST', '/audits', { pairs: RECORDED })
  await becomes(body.id, 'done')
  const other = await service.account('basic')
  for (const [method, rest] of [
    ['GET', ''],
    ['GET', '/events'],
    ['GET', '/report'],
    ['POST', '/cancel'],
    ['DELETE', ''],
  ] as const) {
    expect(await send(method, `/audits/${body.id}${rest}`, undefined, other.key)).toMatchObject({ status: 404 })
  }
  expect(await send('POST', `/audits/${body.id}/resume`, {}, other.key)).toMatchObject({ status: 404 })
  const headers = { authorization: `Bearer ${account.token}` }
  const exported = (await service.app.inject({ url: '/auth/me/export', headers })).json()
  expect(exported.audits.map(({ id }: { id: string }) => id)).toContain(body.id)
  expect(await send('DELETE', `/audits/${body.id}`)).toMatchObject({ status: 200, body: { status: 'deleted' } })
  expect(await send('GET', `/audits/${body.id}`)).toMatchObject({ status: 404 })
  expect(await service.sql`select 1 from audit_events where audit_id = ${body.id}`).toHaveLength(0)
})

describe('the events of an audit as a stream', () => {
  const follow = (id: string, headers: Record<string, string> = {}) =>
    service.app.inject({
      url: `/audits/${id}/events`,
      headers: { 'x-api-key': account.key, accept: 'text/event-stream', ...headers },
    })
  const named = (text: string) => [...text.matchAll(/^event: (.+)$/gm)].map(([, name]) => name)

  test('arrive live, with progress, and end when the audit ends', async () => {
    service.upstream.plan(say('Many people think so.'))
    const { id } = (await send('POST', '/audits', { sample: 4 })).body
    const { headers, body } = await follow(id)
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(named(body)[0]).toBe('started')
    expect(named(body).slice(-2)).toEqual(['finished', 'progress'])
    const last = body.trim().split('data: ').at(-1) ?? ''
    expect(JSON.parse(last)).toEqual((await send('GET', `/audits/${id}`)).body)

    expect(body).toMatch(/^id: 1\nevent: started$/m)
    expect(named((await follow(id, { 'last-event-id': '1' })).body)).toEqual(['finished', 'progress'])
    expect(named((await follow(id, { 'last-event-id': 'nonsense' })).body)).toEqual(['started', 'finished', 'progress'])
  })

  test('belong to the account', async () => {
    expect((await follow(randomUUID())).statusCode).toBe(404)
  })

  test.each(['key', 'session'])('end when the %s ends, although the audit continues', async (kind) => {
    const owner = await service.account('basic')
    const { behaviour, release } = heldBack()
    service.upstream.plan(behaviour)
    const { id } = (await send('POST', '/audits', { sample: 1 }, owner.key)).body
    const sent = kind === 'key' ? { 'x-api-key': owner.key } : { authorization: `Bearer ${owner.token}` }
    const stream = await fetch(`${service.url}/audits/${id}/events`, {
      headers: { ...sent, accept: 'text/event-stream' },
    })
    if (kind === 'key') {
      const [key] = (
        await service.app.inject({ url: '/api-keys', headers: { authorization: `Bearer ${owner.token}` } })
      ).json()
      const headers = { authorization: `Bearer ${owner.token}` }
      await service.app.inject({ method: 'DELETE', url: `/api-keys/${key.id}`, headers })
    } else await service.app.inject({ method: 'POST', url: '/auth/logout', headers: sent })
    expect(named(await stream.text())).not.toContain('finished')
    const [audit] = await service.sql`select state from audits where id = ${id}`
    expect(audit).toEqual({ state: 'running' })
    release()
  })

  test('are limited to four at once, and one that hangs up frees a place', async () => {
    const { behaviour, release } = heldBack()
    service.upstream.plan(behaviour)
    const { id } = (await send('POST', '/audits', { sample: 1 })).body
    const { url } = service
    const open = async () => {
      const ending = new AbortController()
      const headers = { 'x-api-key': account.key, accept: 'text/event-stream' }
      const { status } = await fetch(`${url}/audits/${id}/events`, { headers, signal: ending.signal })
      return { status, ending }
    }
    const four = await Promise.all(Array.from({ length: 4 }, open))
    expect(four.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await open()).status).toBe(429)
    four[0]?.ending.abort()
    await vi.waitFor(async () => expect((await open()).status).toBe(200), WAIT)
    release()
    await becomes(id, 'done')
  })
})

test('an account can download two reports at once', async () => {
  const { body } = await send('POST', '/audits', { pairs: RECORDED })
  await becomes(body.id, 'done')
  const url = `/audits/${body.id}/report`
  const headers = { 'x-api-key': account.key, 'x-reads-slowly': 'yes' }
  const slow = async () => service.app.inject({ url, headers })
  const both = [slow(), slow()]
  const third = await vi.waitFor(async () => {
    const answer = await send('GET', url)
    expect(answer.status).toBe(429)
    return answer
  }, WAIT)
  expect(third.body.detail).toContain('At most 2 downloads of reports of an account can run at once.')
  readOn()
  expect((await Promise.all(both)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await vi.waitFor(async () => expect((await send('GET', url)).status).toBe(200), WAIT)
})

test('an audit whose caller hung up continues, and stays charged', async () => {
  const before = await account.used('ai/analyze')
  const headers = { 'x-api-key': account.key, 'content-type': 'application/json', 'x-hangs-up': 'yes' }
  const body = JSON.stringify({ pairs: RECORDED, name: 'Left alone' })
  await expect(fetch(`${service.url}/audits`, { method: 'POST', headers, body })).rejects.toThrow()
  const { body: audits } = await send('GET', '/audits')
  expect(audits[0]).toMatchObject({ name: 'Left alone' })
  await becomes(audits[0].id, 'done')
  expect(await account.used('ai/analyze')).toBe(before + 2 * RECORDED.length)
})
