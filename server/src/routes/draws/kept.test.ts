// The history of an account: draws that it asked to keep, and the names that it draws from.
import type { KeptDraw } from '@equipoise/sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD, type Person, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'
import { createPublished } from '../../draws/published.ts'

let service: Service
let person: Person
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())
beforeEach(async () => {
  person = await signUp(service.app)
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, url: string, payload?: object, { headers }: Person = person) =>
  service.app.inject({ method, url, headers, ...(payload && { payload }) })
const history = async (of = person): Promise<KeptDraw[]> => (await call('GET', '/draws/kept', undefined, of)).json()
const preview = (id: string) => createPublished({ sql: service.sql } as never).preview(id)
const draw = async (wish: object = {}) =>
  (await call('POST', '/draws', { kind: 'dice', dice: '2d6', keep: true, ...wish })).json()

test('the last fifty draws that were kept are listed, newest first, with their receipts', async () => {
  await draw({ keep: false })
  const first = await draw()
  expect(await history()).toEqual([
    {
      id: first.id,
      drawn_at: first.receipt.issued_at,
      url: null,
      kind: 'dice',
      count: 1,
      values: first.values,
      totals: first.totals,
    },
  ])
  expect((await call('GET', `/draws/kept/${first.id}/receipt`)).json()).toEqual(first.receipt)
  await service.sql`update kept_draws set drawn_at = drawn_at - interval '1 day' where id = ${first.id}`
  const later = await Promise.all(Array.from({ length: 50 }, () => draw()))
  expect((await history()).map(({ id }) => id).toSorted()).toEqual(later.map(({ id }) => id).toSorted())
  const stranger = await signUp(service.app)
  expect(await history(stranger)).toEqual([])
  expect((await call('GET', `/draws/kept/${later[0].id}/receipt`, undefined, stranger)).statusCode).toBe(404)
})

test('of many values the first are listed, and how many there are', async () => {
  const entries = Array.from({ length: 500 }, (_, i) => `${'Ada '.repeat(50)}${i}`)
  const { values } = await draw({ kind: 'winners', entries, count: 500 })
  const [kept] = await history()
  expect(kept).toMatchObject({ count: 500, values: values.slice(0, kept?.values.length) })
  expect(JSON.stringify(kept?.values).length).toBeLessThanOrEqual(8_193)
  expect(kept?.values.length).toBeGreaterThan(30)
})

test('a request with a nonce that is sent again is kept once', async () => {
  const { id: commitment } = (await call('POST', '/commitments', {})).json()
  const wish = { commitment, client_seed: 'x', nonce: 0 }
  expect((await draw(wish)).id).toBe((await draw(wish)).id)
  expect(await history()).toHaveLength(1)
})

test('says where a draw is published, until that is withdrawn', async () => {
  const { receipt } = await draw()
  const { id, url } = (await call('POST', '/draws/published', { receipts: [receipt] })).json()
  expect((await history())[0]?.url).toBe(url)
  await call('DELETE', `/draws/published/${id}`)
  expect((await history())[0]?.url).toBe(null)
})

test('the picture of a published draw shows what was drawn, until it is withdrawn', async () => {
  const picture = async (wish: object) => {
    const { receipt } = await draw(wish)
    const { id } = (await call('POST', '/draws/published', { receipts: [receipt] })).json()
    return { id, facts: await preview(id) }
  }
  const many = { kind: 'winners', entries: ['Ada', 'Grace', 'Linus', 'Zoë'], count: 4, seed: 'x' }
  const { id, facts } = await picture(many)
  const { values } = await draw(many)
  expect(facts?.lines).toEqual([values[0], values[1], 'and 2 more'])
  expect((await picture({ dice: '1d20+4', seed: 'x' })).facts?.lines).toEqual([
    expect.stringMatching(/^\d+ \+ 4 = \d+$/),
  ])
  const loot = {
    kind: 'loot',
    items: [
      { name: 'Common', weight: 9 },
      { name: 'Rare', weight: 1 },
    ],
    count: 40,
    seed: 'x',
  }
  const rare = (await draw(loot)).values.filter((one: string) => one === 'Rare').length
  expect((await picture(loot)).facts?.lines).toEqual([`Rare × ${rare}`, `Common × ${40 - rare}`])
  expect((await picture({ keep: false })).facts).toEqual({
    lines: [],
    about: expect.stringMatching(/^Published on \d+ \w+ \d{4}\. Anybody can open the page and check it\.$/),
  })
  await call('DELETE', `/draws/published/${id}`)
  expect(await preview(id)).toBe(undefined)
})

test('names are there as they were typed, up to 200,000 bytes', async () => {
  const names = 'Ada\r\nZoë\t李雷\n\n🎲'
  expect((await call('GET', '/draws/names')).json()).toEqual({ names: '' })
  expect((await call('PUT', '/draws/names', { names })).statusCode).toBe(200)
  const fits = 'é'.repeat(100_000)
  for (const wrong of [`${fits}x`, 'a\u0000', '\ud83c'])
    expect((await call('PUT', '/draws/names', { names: wrong })).statusCode, wrong.slice(0, 9)).toBe(422)
  expect((await call('GET', '/draws/names')).json()).toEqual({ names })
  expect((await call('PUT', '/draws/names', { names: fits })).statusCode).toBe(200)
})

test('the history is exported with the account, cleared at once, and deleted with the account', async () => {
  const { receipt, values } = await draw()
  await call('PUT', '/draws/names', { names: 'Ada' })
  const { draws } = (await call('GET', '/auth/me/export')).json()
  expect(draws).toMatchObject({ names: 'Ada', kept: [{ receipt, values }] })
  expect((await call('DELETE', '/draws/kept')).statusCode).toBe(200)
  expect(await history()).toEqual([])
  await draw()
  await call('PUT', '/draws/names', { names: 'Ada' })
  expect((await call('DELETE', '/auth/me', { password: PASSWORD })).statusCode).toBe(200)
  expect(
    await service.sql`select account_id from kept_draws union select account_id from draw_names`,
  ).not.toContainEqual({ account_id: person.id })
})
