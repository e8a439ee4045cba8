// Instant-win lists over HTTP: locked before sales, each prize shown by its own proof, opened once sales have ended.
import { readPrizeZip, verifyEntrant, verifyPrize } from '@equipoise/engine'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeKey, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

const NOW = Date.parse('2026-03-01T09:00:00Z')
const HOUR_MS = 3_600_000
let nowMs = NOW
let service: Service
let key: Record<string, string>
beforeAll(async () => {
  service = await openService({ nowMs: () => nowMs })
})
afterAll(() => service.close())
beforeEach(async () => {
  nowMs = NOW
  key = (await makeKey(service.app, await signUp(service.app), 'draws')).headers
})

const wish = {
  title: 'Spring tickets',
  organiser: 'Example Ltd',
  sales_at: new Date(NOW + HOUR_MS).toISOString(),
  ends_at: new Date(NOW + 2 * HOUR_MS).toISOString(),
  tickets: 300,
  prizes: [
    { name: 'A mug', count: 4 },
    { name: '<b>£50</b>', count: 1 },
  ],
}
const post = (url: string, payload: object, headers = key) =>
  service.app.inject({ method: 'POST', url, payload, headers })
const get = (url: string, headers: Record<string, string> = key) => service.app.inject({ url, headers })
const lock = async (more: object = {}) => (await post('/draws/instant', { ...wish, ...more })).json()
const linesOf = async (id: string) =>
  (await get(`/draws/prize/${id}/codes`)).body
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
const codesOf = async (id: string) => (await linesOf(id)).map((cells) => cells.at(-1) ?? '')
const lookUp = (id: string, code: string) => post(`/draws/prize/${id}/entrant`, { code }, {})

test('a list is locked before sales, and nothing shows which tickets win until they have ended', async () => {
  const made = await lock()
  expect(made).toMatchObject({ kind: 'instant', state: 'locked', entries: 300, revealed: [], public_at: wish.ends_at })
  expect(made.lock).toMatchObject({ subject: 'instant', prizes: wish.prizes, pool: { size: 300, free: 0 } })
  expect((await linesOf(made.id)).every(([, , entry]) => entry === '')).toBe(true)
  const early = await get(`/draws/${made.id}/file?names=true`)
  expect([early.statusCode, early.json().detail]).toEqual([
    409,
    `The prizes are sealed until sales end, at ${wish.ends_at}.`,
  ])
  nowMs = NOW + 2 * HOUR_MS
  const won = (await linesOf(made.id)).filter(([, , entry]) => entry !== '')
  expect(won.map(([, , entry]) => entry).toSorted()).toEqual(['<b>£50</b>', ...Array(4).fill('A mug')])
})

test('each ticket is shown by its own proof, and the page lists the prizes that were looked up, with the first time', async () => {
  const made = await lock()
  const { keys } = (await get('/.well-known/equipoise-signing-key')).json()
  const trusted = keys.map((one: { public_key: string }) => one.public_key)
  const found: string[] = []
  for (const code of await codesOf(made.id)) {
    const ticket = (await lookUp(made.id, code)).json()
    const { standing } = verifyEntrant({ lock: made.lock }, ticket, { keys: trusted })
    expect(standing).toBe(ticket.entry === '' ? 'no prize' : 'prize')
    if (standing === 'prize') found.push(ticket.entry)
  }
  expect(found.toSorted()).toEqual(['<b>£50</b>', ...Array(4).fill('A mug')])
  nowMs += HOUR_MS
  const { revealed } = (await get(`/draws/prize/${made.id}`)).json()
  expect(revealed).toHaveLength(5)
  const codes = await codesOf(made.id)
  await lookUp(made.id, codes[revealed[0].position - 1] ?? '')
  expect((await get(`/draws/prize/${made.id}`)).json().revealed).toEqual(revealed)
})

test('the file is checked when it is sealed and when it is opened, and says what was not looked up', async () => {
  const { id } = await lock()
  const fileOf = async (names: boolean) => {
    const zip = (await get(`/draws/${id}/file?names=${names}`)).rawPayload
    const read = readPrizeZip(zip)
    const report = zip.subarray(0, zip.indexOf('lock.json')).toString()
    return { report, checks: 'problem' in read ? [] : verifyPrize(read.file).checks }
  }
  const sealed = await fileOf(false)
  expect(sealed.checks.at(-1)).toMatchObject({ name: 'prizes', state: 'skipped' })
  nowMs = NOW + 2 * HOUR_MS
  const { report, checks } = await fileOf(true)
  expect(checks.at(-1)).toMatchObject({ name: 'prizes', state: 'passed', detail: expect.stringContaining('All 5') })
  expect(report).toContain('0 of 5 prizes were looked up when this file was made; 5 were not.')
  expect(report).toContain('1 × &lt;b&gt;£50')
})

test('prizes are on other tickets in each list, and the export of the account does not show where', async () => {
  const person = await signUp(service.app)
  key = (await makeKey(service.app, person, 'draws')).headers
  const [one, other] = [await lock(), await lock()]
  const { draws } = (await get('/auth/me/export', person.headers)).json()
  expect(draws.prize_entries).toEqual([])
  nowMs = NOW + 2 * HOUR_MS
  const placesOf = async (id: string) =>
    (await linesOf(id)).flatMap(([position, , entry]) => (entry === '' ? [] : [`${position} ${entry}`]))
  expect(await placesOf(one.id)).not.toEqual(await placesOf(other.id))
})

test('what is not allowed is refused, and nothing of another account is shown', async () => {
  const { id } = await lock()
  const refused = async (more: object) => {
    const answer = await post('/draws/instant', { ...wish, ...more })
    return [answer.statusCode, answer.json().detail[0]?.loc?.at(-1)]
  }
  expect(await refused({ sales_at: new Date(NOW).toISOString() })).toEqual([422, 'sales_at'])
  expect(await refused({ ends_at: wish.sales_at })).toEqual([422, 'ends_at'])
  expect(await refused({ ends_at: '9999-12-31T23:59:59-14:00' })).toEqual([422, 'ends_at'])
  expect(await refused({ tickets: 4 })).toEqual([422, 'tickets'])
  expect(await refused({ prizes: [wish.prizes[0], wish.prizes[0]] })).toEqual([422, 'prizes'])
  expect(await refused({ prizes: [{ name: 'x'.repeat(101), count: 1 }] })).toEqual([422, 'name'])
  const twice = { name: 'x', count: 501 }
  expect(await refused({ tickets: 2_000, prizes: [twice, { ...twice, name: 'y' }] })).toEqual([422, 'prizes'])
  const unsuited = [
    post(`/draws/prize/${id}/draw`, {}),
    post(`/draws/prize/${id}/exclusions`, { position: 1, reason: 'x' }),
  ]
  expect((await Promise.all(unsuited)).map(({ statusCode }) => statusCode)).toEqual([409, 409])
  key = (await makeKey(service.app, await signUp(service.app), 'draws')).headers
  const others = await Promise.all([get(`/draws/${id}/file`), get(`/draws/prize/${id}/codes`)])
  expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404])
})
