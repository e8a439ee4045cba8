// An account's own word lists, and where they apply.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeKey, type Person, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

const TEXT = 'The disastrous reform was approved by the stakeholders on Tuesday.'
const LISTS = { ignore: ['Disastrous  reform'], flag: [{ word: 'stakeholders', suggestion: 'members' }] }

let nowMs = Date.UTC(2026, 10, 16, 12)
let service: Service
let person: Person
beforeAll(async () => {
  service = await openService({ nowMs: () => nowMs })
})
afterAll(() => service.close())

const call = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object, headers: object = person.headers) =>
  service.app.inject({ method, url, headers: { ...headers }, ...(payload ? { payload } : {}) })

const kindsOf = (analysis: { evidence: { text: string; kind: string; suggestion?: string }[] }) =>
  analysis.evidence.map(({ text, kind, suggestion }) => [text, kind, suggestion])

describe('PUT /ai/words', () => {
  test('replaces both lists, and GET shows them', async () => {
    person = await signUp(service.app)
    expect((await call('GET', '/ai/words')).json()).toEqual({ ignore: [], flag: [], updated_at: null })
    const put = await call('PUT', '/ai/words', LISTS)
    expect([put.statusCode, put.json()]).toEqual([200, { ...LISTS, updated_at: '2026-11-16T12:00:00.000Z' }])
    expect((await call('GET', '/ai/words')).json()).toEqual(put.json())
    expect((await call('PUT', '/ai/words', { flag: LISTS.flag })).json().ignore).toEqual([])
  })

  test.each([
    ['an entry without a word', { ignore: ['fine', '…'] }, ['body', 'ignore', 1]],
    ['an empty entry', { flag: [{ word: '' }] }, ['body', 'flag', 0, 'word']],
    ['too long an entry', { ignore: ['x'.repeat(101)] }, ['body', 'ignore', 0]],
    ['too many entries', { ignore: Array.from({ length: 1_001 }, (_, at) => `word${at}`) }, ['body', 'ignore']],
    ['NUL characters', { ignore: ['a\0b'] }, ['body', 'ignore', 0]],
    ['half a character', { ignore: ['a\ud800b'] }, ['body', 'ignore', 0]],
    ['half a character to write', { flag: [{ word: 'a', suggestion: '\udc00' }] }, ['body', 'flag', 0, 'suggestion']],
  ])('%s is 422', async (_what, lists, loc) => {
    person = await signUp(service.app)
    const answer = await call('PUT', '/ai/words', lists)
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, loc])
  })

  test('a key that can only read reads them and cannot replace them', async () => {
    person = await signUp(service.app)
    const { headers } = await makeKey(service.app, person, 'read-only')
    expect((await call('GET', '/ai/words', undefined, headers)).statusCode).toBe(200)
    expect((await call('PUT', '/ai/words', LISTS, headers)).statusCode).toBe(403)
  })

  test('the export contains them, and they are deleted with the account', async () => {
    person = await signUp(service.app)
    await call('PUT', '/ai/words', LISTS)
    expect((await call('GET', '/auth/me/export')).json().words).toMatchObject(LISTS)
    const gone = await service.app.inject({
      method: 'DELETE',
      url: '/auth/me',
      headers: person.headers,
      payload: { password: person.password },
    })
    expect(gone.statusCode).toBe(200)
    expect(await service.sql`select 1 from account_words where account_id = ${person.id}`).toHaveLength(0)
  })
})

describe('the lists apply', () => {
  beforeAll(async () => {
    person = await signUp(service.app)
    const plain = kindsOf((await call('POST', '/ai/analyze', { text: TEXT })).json())
    expect(plain.map(([text]) => text)).toContain('disastrous')
    await call('PUT', '/ai/words', LISTS)
  })
  /** The flagged word is found, and the ignored one is not. */
  const expectOwn = (analysis: Parameters<typeof kindsOf>[0]) => {
    const found = kindsOf(analysis)
    expect(found).toContainEqual(['stakeholders', 'flagged', 'members'])
    expect(found.map(([text]) => text)).not.toContain('disastrous')
  }

  test('in /ai/analyze, whose score is that of a text without the ignored words', async () => {
    const own = (await call('POST', '/ai/analyze', { text: TEXT })).json()
    expectOwn(own)
    const other = await signUp(service.app)
    const theirs = (await call('POST', '/ai/analyze', { text: TEXT }, other.headers)).json()
    expect(own.ain_score).toBeGreaterThan(theirs.ain_score)
  })

  test('in a batch, and to matches of an editor', async () => {
    const batch = (await call('POST', '/ai/analyze/batch', { texts: [TEXT] })).json()
    expectOwn(batch.results[0].analysis)
    const { key } = await makeKey(service.app, person)
    const check = await service.app.inject({
      method: 'POST',
      url: '/v2/check',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ text: TEXT, language: 'en', apiKey: key }).toString(),
    })
    const own = check.json().matches.filter(({ rule }: { rule: { id: string } }) => rule.id === 'OWN_WORD')
    expect(own).toMatchObject([{ replacements: [{ value: 'members' }] }])
  })

  test('in a moderation', async () => {
    const other = await signUp(service.app)
    const bias = async (headers: object) =>
      (await call('POST', '/v1/moderations', { input: TEXT }, headers)).json().results[0].category_scores.bias
    expect(await bias(person.headers)).toBeLessThan(await bias(other.headers))
  })

  test('together with those of the request', async () => {
    const asked = { text: TEXT, ignore: ['stakeholders'], flag: [{ word: 'Tuesday' }] }
    const found = kindsOf((await call('POST', '/ai/analyze', asked)).json())
    expect(found).toContainEqual(['Tuesday', 'flagged', undefined])
    expect(found.map(([text]) => text)).not.toContain('stakeholders')
  })

  test('on another node within two seconds', async () => {
    const other = await openService({ beside: service, nowMs: () => nowMs })
    try {
      const read = () => other.app.inject({ url: '/ai/words', headers: person.headers })
      expect((await read()).json().ignore).toEqual(LISTS.ignore)
      await call('PUT', '/ai/words', { ignore: ['reform'] })
      nowMs += 2_000
      expect((await read()).json().ignore).toEqual(['reform'])
    } finally {
      await other.close()
    }
  })
})

test('lists in a request have at most 200 entries each, also without an account', async () => {
  person = await signUp(service.app)
  const ignore = Array.from({ length: 201 }, (_, at) => `word${at}`)
  const answer = await call('POST', '/ai/analyze', { text: TEXT, ignore })
  expect([answer.statusCode, answer.json().detail[0]]).toMatchObject([
    422,
    { loc: ['body', 'ignore'], type: 'too_long' },
  ])
  const tried = await call('POST', '/try/analyze', { text: TEXT, ignore: ['disastrous'] }, {})
  expect(kindsOf(tried.json()).map(([text]) => text)).not.toContain('disastrous')
})
