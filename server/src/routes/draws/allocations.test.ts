import { allocationArms, planAllocation, sha256Hex, verifyReceipt } from '@equipoise/engine'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'
import { WAIT } from '../../../test/waiting.ts'
import { connect } from '../../db/db.ts'

let nowMs = Date.parse('2026-03-01T09:30:00Z')
let service: Service
let person: Person
beforeAll(async () => {
  service = await openService({ nowMs: () => nowMs })
  person = await signUp(service.app)
})
afterAll(() => service.close())

const TRIAL = '5f1d7a84c2b90e3647a1c8d25b6f0e93'
const TWO = [{ name: 'treatment' }, { name: 'control' }]
const post = (url: string, payload: object = {}, headers = person.headers) =>
  service.app.inject({ method: 'POST', url, payload, headers })
const get = (url: string, headers = person.headers) => service.app.inject({ url, headers })
const create = async (wish: object = { arms: TWO }) => (await post('/allocations', wish)).json()
const assign = (id: string, participant: string, stratum?: string) =>
  post(`/allocations/${id}/assign`, { participant, ...(stratum === undefined ? {} : { stratum }) })

/** The seventh cell of a line, before which only quoted cells contain commas. */
const blockIn = (line: string) => line.replaceAll(/"[^"]*"/g, '').split(',')[6]

describe('an allocation', () => {
  test('follows the seed, conceals it until it is closed, and explains every arm afterwards', async () => {
    const made = await post('/allocations', { name: 'Sleep study', arms: TWO, seed: TRIAL })
    expect(made.statusCode).toBe(201)
    const { id, sha256, seed, block_sizes, balance } = made.json()
    expect({ seed, block_sizes, balance }).toEqual({
      seed: null,
      block_sizes: [4, 6, 8],
      balance: { imbalance: 0, imbalance_max: 2, counts: null, first_places: null },
    })
    expect(sha256).toBe(sha256Hex(TRIAL))
    const receipts = []
    const arms: string[] = []
    for (let i = 0; i < 20; i++) {
      const { arm, position, receipt } = (await assign(id, `P-${i}`)).json()
      expect(position).toBe(i)
      arms.push(arm)
      receipts.push(receipt)
    }
    const plan = planAllocation({ weights: [1, 1], block: 'permuted' })
    const wanted = [...allocationArms(plan, { seed: TRIAL, stratum: '', count: 20 })]
    expect(arms).toEqual(wanted.map((arm) => TWO[arm]?.name))
    expect(verifyReceipt(receipts[7], { keys: [receipts[7].public_key] })).toMatchObject({
      valid: true,
      complete: false,
    })

    const before = (await get(`/allocations/${id}`)).json()
    expect(before.assigned).toBe(20)
    expect(before.balance.imbalance).toBeLessThanOrEqual(2)
    expect(before.balance.counts).toMatchObject({ df: 1, exact: true })
    expect(before.balance.first_places.p_value).toBeGreaterThan(0)
    const closed = (await post(`/allocations/${id}/close`)).json()
    expect(closed).toMatchObject({ status: 'closed', seed: TRIAL, sha256 })
    nowMs += 60_000
    expect((await post(`/allocations/${id}/close`)).json()).toEqual(closed)
    expect(verifyReceipt(closed.receipt, { keys: [closed.receipt.public_key] })).toMatchObject({
      complete: true,
      valid: true,
    })
    expect(
      receipts.map((receipt) => verifyReceipt(receipt, { keys: [closed.receipt.public_key], seed: TRIAL }).complete),
    ).not.toContain(false)
  })

  test.each([
    12345,
    '12345',
    'trial',
    'a'.repeat(64),
    '0123456789abcdef0123456789abcde',
    'sleep-study-of-2026',
    'sleep-study-of_2026-X',
  ])('rejects the seed %s: it could be guessed from its published hash', async (seed) => {
    const answer = await post('/allocations', { arms: TWO, seed })
    expect(answer.statusCode).toBe(422)
    const [{ loc, msg }] = answer.json().detail
    expect(loc).toEqual(['body', 'seed'])
    expect(msg).toMatch(/too short to stay secret/)
  })

  test('accepts a million participants', async () => {
    const { id } = await create()
    await assign(id, 'P-1')
    await service.sql`update allocation_strata set assigned = 999999 where allocation_id = ${id}`
    expect((await assign(id, 'P-2')).statusCode).toBe(200)
    const answer = await assign(id, 'P-3')
    expect([answer.statusCode, answer.json().detail]).toEqual([409, expect.stringContaining('at most 1000000')])
  })

  test('gives a participant the same arm permanently, in one stratum', async () => {
    const { id } = await create({ arms: TWO, strata: ['north', 'south'] })
    const first = (await assign(id, 'Zoë', 'north')).json()
    expect(first.is_new).toBe(true)
    const again = (await assign(id, '  Zoë ', 'north')).json()
    expect(again).toEqual({ ...first, is_new: false })
    // The same letters written with a combining mark are the same name.
    expect((await assign(id, 'Zoe\u0308', 'north')).json()).toEqual(again)
    const elsewhere = await assign(id, 'Zoë', 'south')
    expect([elsewhere.statusCode, elsewhere.json().detail]).toEqual([
      409,
      '"Zoë" is already assigned in the stratum "north".',
    ])
    await post(`/allocations/${id}/close`)
    expect((await assign(id, 'Zoë', 'north')).json()).toEqual(again)
    const late = await assign(id, 'late', 'north')
    expect([late.statusCode, late.json().detail]).toEqual([
      409,
      'This allocation is closed: no further participants can be assigned.',
    ])
  })

  test('keeps every stratum within its bound, exactly, with many requests at once on two nodes', async () => {
    const second = await openService({ beside: service, nowMs: () => nowMs })
    const { id } = await create({
      arms: [{ name: 'a', weight: 2 }, { name: 'b' }],
      strata: ['x', 'y'],
      block_sizes: [3, 6],
    })
    const send = (i: number) =>
      (i % 2 ? service : second).app.inject({
        method: 'POST',
        url: `/allocations/${id}/assign`,
        payload: { participant: `P-${i % 60}`, stratum: i % 3 ? 'x' : 'y' },
        headers: person.headers,
      })
    const answers = await Promise.all(Array.from({ length: 120 }, (_, i) => send(i)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const byPerson = new Map(answers.map((answer) => [answer.json().participant, answer.json()]))
    for (const answer of answers) {
      const { participant, arm, position } = answer.json()
      expect(byPerson.get(participant)).toMatchObject({ arm, position })
    }
    const { strata, counts } = (await get(`/allocations/${id}`)).json()
    expect(counts.reduce((sum: number, count: number) => sum + count)).toBe(60)
    const ROUNDING = 1e-9
    for (const { balance } of strata) expect(balance.imbalance).toBeLessThanOrEqual(balance.imbalance_max + ROUNDING)
    await second.close()
  })

  test('has up to 1,000 strata, of which it shows the first 100 and the rest in pages', async () => {
    const strata = Array.from({ length: 1_000 }, (_, i) => `s${i}`)
    const { id, ...made } = await create({ arms: TWO, strata })
    expect([made.strata_total, made.strata.length]).toEqual([1_000, 100])
    for (const stratum of ['s0', 's999', 's999']) await assign(id, `P-${stratum}-${nowMs++}`, stratum)
    const { counts } = (await get(`/allocations/${id}`)).json()
    expect(counts[0] + counts[1]).toBe(3)
    const second = await get(`/allocations/${id}/strata?limit=100&after=900`)
    expect(second.json().map(({ stratum }: { stratum: string }) => stratum)).toEqual(strata.slice(900))
    expect(second.json().at(-1)).toMatchObject({ id: 1_000, assigned: 2 })
    expect(second.headers.link).toBeUndefined()
    expect((await get(`/allocations/${id}/strata?limit=1`)).headers.link).toContain('after=1')
    const { receipt } = (await post(`/allocations/${id}/close`)).json()
    expect(receipt.settings.strata).toHaveLength(1_000)
    expect(verifyReceipt(receipt, { keys: [receipt.public_key] })).toMatchObject({ valid: true, complete: true })
  })

  test('accepts equilibrium blocks as well', async () => {
    const { id, block_sizes } = await create({ arms: TWO, block: 'equilibrium' })
    expect(block_sizes).toEqual([8])
    const arms = await Promise.all(Array.from({ length: 8 }, (_, i) => assign(id, String(i))))
    const names = arms
      .map((answer) => answer.json())
      .sort((a, b) => a.position - b.position)
      .map(({ arm }) => arm)
    const mirrored = (arm: string) => (arm === 'treatment' ? 'control' : 'treatment')
    expect(names.slice(4)).toEqual(names.slice(0, 4).map(mirrored))
  })

  test('is listed, paged and exported by its owner alone', async () => {
    const { id } = await create({ arms: TWO, strata: ['a', 'b'] })
    const names = ['=HYPERLINK("x")', 'Comma, Ada', '李雷', '＝1+1', 'quote "q"']
    for (const [i, name] of names.entries()) await assign(id, name, i < 3 ? 'a' : 'b')
    const csv = await get(`/allocations/${id}/export`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = csv.body.split('\r\n')
    expect(lines[0]).toBe(
      'participant,stratum,position,arm,assigned_at,assigned_by,block,levels,invalidated_at,invalidated_by,invalid_reason',
    )
    expect(lines[1]).toMatch(/^"'=HYPERLINK\(""x""\)",a,0,(treatment|control),/)
    expect(lines[2]).toMatch(/^"Comma, Ada",a,1,/)
    expect(lines[4]).toMatch(/^'＝1\+1,b,0,/)
    expect(lines).toHaveLength(7)
    const first = (await get(`/allocations/${id}/assignments?limit=4`)).json()
    expect(first.map(({ participant }: { participant: string }) => participant)).toEqual(names.slice(0, 4))
    const rest = (await get(`/allocations/${id}/assignments?limit=4&after_stratum=b&after_position=0`)).json()
    expect(rest.map(({ participant }: { participant: string }) => participant)).toEqual(names.slice(4))
    expect((await get('/allocations')).json().map((one: { id: string }) => one.id)).toContain(id)

    const { headers } = await signUp(service.app)
    expect((await get('/allocations', headers)).json()).toEqual([])
    for (const url of [`/allocations/${id}`, `/allocations/${id}/export`, `/allocations/${id}/assignments`]) {
      expect((await get(url, headers)).statusCode).toBe(404)
    }
    expect((await post(`/allocations/${id}/assign`, { participant: 'x' }, headers)).statusCode).toBe(404)
    expect((await post(`/allocations/${id}/close`, {}, headers)).statusCode).toBe(404)
  })

  test('keeps an assignment made in error: marked, in its place, with its reason, and outside of what counts', async () => {
    const { id } = await create({ arms: TWO, seed: TRIAL })
    for (let i = 0; i < 9; i++) await assign(id, `P-${i}`)
    const at = new Date(nowMs).toISOString()
    const wish = { participant: 'P-3', reason: 'Enrolled twice, as P-3 and P-4' }
    const marked = await post(`/allocations/${id}/invalidate`, wish)
    expect(marked.json()).toMatchObject({ participant: 'P-3', position: 3, invalidated_at: at })
    const again = { ...wish, reason: 'Another reason, said later' }
    expect((await post(`/allocations/${id}/invalidate`, again)).json()).toEqual(marked.json())
    expect((await assign(id, 'P-3')).statusCode).toBe(409)
    expect((await assign(id, 'P-9')).json().position).toBe(9)

    const view = (await get(`/allocations/${id}`)).json()
    const arms = view.arms.map(({ name }: { name: string }) => name)
    const less = view.counts.map((count: number, arm: number) => count - (arms[arm] === marked.json().arm ? 1 : 0))
    expect(view).toMatchObject({ assigned: 10, invalidated: 1, valid: { counts: less } })
    expect(view.valid.imbalance).toBe(Math.abs(less[0] - less[1]) / 2)
    const [, entry] = (await get(`/allocations/${id}/events`)).json()
    expect(entry).toMatchObject({ event: 'invalidated', subject: 'P-3', reason: wish.reason })

    const open = (await get(`/allocations/${id}/export`)).body.split('\r\n')
    expect(open.slice(1, -1).map(blockIn)).toEqual(Array.from({ length: 10 }, () => ''))
    expect(open[4]).toMatch(/^P-3,,3,.*,"Enrolled twice, as P-3 and P-4"$/)
    const { receipt } = (await post(`/allocations/${id}/close`)).json()
    expect(receipt.settings.strata).toEqual([{ stratum: '', assigned: 10 }])
    expect(verifyReceipt(receipt, { keys: [receipt.public_key] }).complete).toBe(true)
    expect((await post(`/allocations/${id}/invalidate`, { ...wish, participant: 'P-5' })).statusCode).toBe(409)
    expect((await get(`/allocations/${id}/assignments`)).json()[3].invalidated_at).toBe(at)
  })

  test('tells the blocks of the sequence in its export once it is closed', async () => {
    const { id } = await create({ arms: TWO, strata: ['a', 'b'], block_sizes: [4] })
    const people = Array.from({ length: 12 }, (_, i) => ({ participant: `P-${i}`, stratum: i < 7 ? 'a' : 'b' }))
    await post(`/allocations/${id}/assignments`, { participants: people })
    await post(`/allocations/${id}/close`)
    const lines = (await get(`/allocations/${id}/export`)).body.split('\r\n').slice(1, -1)
    expect(lines.map(blockIn).join('')).toBe('111122211112')
  })

  test('stores its seed encrypted until it is closed', async () => {
    const { id } = await create({ arms: TWO, seed: 'a-very-secret-seed-of-22' })
    const [row] = await service.sql`select seed, sealed_seed from allocations where id = ${id}`
    expect(row?.seed).toBeNull()
    expect(String(row?.sealed_seed)).not.toContain('a-very-secret-seed-of-22')
  })

  test.each([
    ['permuted', 1_000_000],
    ['big_stick', 100_000],
  ])('of kind %s has room for %i people, and not one more', async (block, most) => {
    const { id } = await create({ arms: TWO, block })
    await service.sql`update allocation_strata set assigned = ${most}, block = 50000 where allocation_id = ${id}`
    const answer = await assign(id, 'one more')
    expect([answer.statusCode, answer.json().detail]).toEqual([
      409,
      `An allocation can have at most ${most} participants in 2 arms. Create another one.`,
    ])
  })

  test('that is closed during enrolment counts everybody who got an arm, and nobody else', async () => {
    const { id } = await create({ arms: TWO, block: 'big_stick' })
    const codes = Array.from({ length: 30 }, (_, i) => `P-${i}`)
    const enrolled = Promise.all(codes.map((code) => assign(id, code)))
    const closed = (await post(`/allocations/${id}/close`)).json()
    const got = (await enrolled).filter(({ statusCode }) => statusCode === 200)
    const { receipt } = closed
    expect(receipt.settings.strata).toEqual([{ stratum: '', assigned: got.length }])
    expect(verifyReceipt(receipt, { keys: [receipt.public_key] }).complete).toBe(true)
    expect((await post(`/allocations/${id}/close`)).json()).toEqual(closed)
  })
})

describe('a list of participants', () => {
  const FACTORS = [{ name: 'sex', levels: ['female', 'male'] }]
  const people = (count: number, more: object = {}) =>
    Array.from({ length: count }, (_, i) => ({ participant: `P-${i}`, ...more }))
  const assignAll = (id: string, participants: object[]) => post(`/allocations/${id}/assignments`, { participants })
  const used = async () => (await get('/usage/stats')).json().endpoints.compute.used

  test('takes one connection, however many lists an account sends, and others are served meanwhile', async () => {
    const ids: string[] = []
    for (let i = 0; i < 16; i++) ids.push((await create()).id)
    const other = await signUp(service.app)
    const own = connect({ url: service.databaseUrl, poolMax: 2, statementTimeoutMs: 0 })
    const waiting = async () =>
      (await own`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length
    const lists = await own.begin(async (tx) => {
      await tx`select 1 from allocation_strata where allocation_id = any(${ids}::uuid[]) for update`
      const sent = ids.map((id) => assignAll(id, people(2)))
      await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), WAIT)
      const { id } = (await post('/allocations', { arms: TWO }, other.headers)).json()
      const served = await post(`/allocations/${id}/assign`, { participant: 'P-0' }, other.headers)
      expect(served.statusCode, served.body).toBe(200)
      expect(await waiting()).toBeLessThanOrEqual(1)
      return { sent }
    })
    const answers = await Promise.all(lists.sent)
    // On a busy machine, the one that waits for the lock reaches the time limit of statements.
    for (const { statusCode } of answers) expect([200, 503]).toContain(statusCode)
    await own.end()
  })

  test('that is wrong at its end writes nothing and costs nothing; a right one writes everybody at once', async () => {
    const tables = ['allocation_assignments', 'allocation_strata', 'allocation_events']
    // A sequence counts what is rolled back, too.
    await service.sql.unsafe(`create sequence writes;
      create function count_write() returns trigger language plpgsql as $$ begin perform nextval('writes'); return null; end $$;
      ${tables.map((table) => `create trigger counted after insert or update on ${table} execute function count_write();`).join('')}`)
    const countOf = async () => Number((await service.sql`select nextval('writes') as n`)[0]?.n)
    const writesOf = async (work: () => Promise<unknown>) => {
      const before = await countOf()
      await work()
      return (await countOf()) - before - 1
    }
    const { id } = await create({ arms: TWO, block: 'minimisation', factors: FACTORS })
    await post(`/allocations/${id}/assign`, { participant: 'known', levels: { sex: 'male' } })
    const { id: stratified } = await create({ arms: TWO, strata: ['a'] })
    const fresh = people(50, { levels: { sex: 'female' } })
    const inA = people(50, { stratum: 'a' })
    const spent = await used()
    const wrong: [string, object[], number][] = [
      [id, [...fresh, { participant: 'known', levels: { sex: 'female' } }], 409],
      [id, [...fresh, { participant: 'last', levels: { sex: 'x' } }], 422],
      [stratified, [...inA, { participant: 'last', stratum: 'b' }], 422],
    ]
    for (const [allocation, list, status] of wrong) {
      expect(await writesOf(async () => expect((await assignAll(allocation, list)).statusCode).toBe(status))).toBe(0)
    }
    expect(await used()).toBe(spent)
    const right = [...fresh, { participant: 'known', levels: { sex: 'male' } }]
    expect(await writesOf(async () => expect((await assignAll(id, right)).statusCode).toBe(200))).toBe(tables.length)
    expect(await used()).toBe(spent + right.length)
    const again = (await assignAll(id, right.toReversed())).json()
    expect(again.map(({ position }: { position: number }) => position)).toEqual([0, ...fresh.map((_, i) => 50 - i)])
    const events = (await get(`/allocations/${id}/events?limit=100`)).json()
    expect(events.map(({ subject }: { subject: string }) => subject)).toEqual([
      ...fresh.map(({ participant }) => participant).toReversed(),
      'known',
    ])
  })

  test('has settings of at most 16,384 bytes, and is so short that its receipts fit into one answer', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `${'組'.repeat(97)}${100 + i}`)
    const arms = names(50).map((name) => ({ name }))
    const spent = await used()
    const factors = [{ name: 'site', levels: names(2) }]
    const long = await post('/allocations', { arms, block: 'minimisation', factors })
    expect([long.statusCode, long.json().detail[0]]).toMatchObject([
      422,
      {
        loc: ['body', 'factors'],
        msg: 'The settings of an allocation can have at most 16384 bytes: shorten the names',
      },
    ])
    const { id } = await create({ arms })
    const rejected = await assignAll(id, people(500))
    expect(rejected.statusCode).toBe(422)
    const most = Number(/at most (\d+) participants/.exec(rejected.json().detail[0].msg)?.[1])
    expect((await assignAll(id, people(most + 1))).statusCode).toBe(422)
    expect(await used()).toBe(spent + 1)
    const made = await assignAll(id, people(most))
    expect(made.statusCode).toBe(200)
    expect(made.rawPayload.length).toBeGreaterThan(900_000)
    expect(made.rawPayload.length).toBeLessThan(1_100_000)
    expect(await used()).toBe(spent + 1 + most)
    expect((await assignAll((await create()).id, people(500))).statusCode).toBe(200)
  })

  test('is proved by the receipt of the close, which is signed once and then kept', async () => {
    const { id } = await create({ arms: TWO, block: 'minimisation', factors: FACTORS })
    await assignAll(id, people(3, { levels: { sex: 'male' } }))
    const closed = (await post(`/allocations/${id}/close`)).json()
    expect(closed.receipt.settings.profiles).toBe('111')
    // What it was made from is not read again.
    await service.sql`update allocation_assignments set profile = '0' where allocation_id = ${id}`
    expect((await post(`/allocations/${id}/close`)).json()).toEqual(closed)
  })
})

describe('what cannot be allocated is rejected with an explanation', () => {
  const weights = (...list: unknown[]) => ({ arms: list.map((weight, i) => ({ name: `arm ${i}`, weight })) })
  test.each<[object, string, RegExp]>([
    [{}, 'arms', /required/],
    [{ arms: [] }, 'arms', /at least 2/],
    [weights(1), 'arms', /at least 2/],
    [weights(1, 0), 'arms', /greater than or equal to 1/],
    [weights(1, -1), 'arms', /greater than or equal to 1/],
    [weights(1, 2 ** 53), 'arms', /less than or equal to 1000/],
    [weights(1, 1e308), 'arms', /less than or equal to 1000|integer/],
    [weights(1, 0.5), 'arms', /integer/],
    [weights(997, 998, 999), 'arms', /add up to at most 2500/],
    [{ arms: [{ name: 'a' }, { name: ' a' }] }, 'arms', /different names/],
    [{ arms: [{ name: '   ' }, { name: 'a' }] }, 'arms', /at least 1 character/],
    [{ ...weights(1, 1), block: 'coin' }, 'block', /'permuted'/],
    [{ ...weights(2, 1), block_sizes: [4] }, 'block_sizes', /multiples of 3/],
    [{ ...weights(1, 1), block: 'equilibrium', block_sizes: [2, 4] }, 'block_sizes', /one block size/],
    [{ ...weights(1, 1), strata: ['a', 'a'] }, 'strata', /different names/],
  ])('%j', async (wish, field, words) => {
    const answer = await post('/allocations', wish)
    expect(answer.statusCode).toBe(422)
    const [{ loc, msg }] = answer.json().detail
    expect(loc.slice(0, 2)).toEqual(['body', field])
    expect(msg).toMatch(words)
  })

  test('a participant without a name, or an unknown stratum', async () => {
    const { id } = await create({ arms: TWO, strata: ['a'] })
    expect((await assign(id, '')).statusCode).toBe(422)
    expect((await assign(id, 'x'.repeat(257), 'a')).statusCode).toBe(422)
    const [missing] = (await assign(id, 'p')).json().detail
    expect(missing).toMatchObject({ loc: ['body', 'stratum'], msg: expect.stringContaining('name the stratum') })
    const [unknown] = (await assign(id, 'p', 'b')).json().detail
    expect(unknown.msg).toBe('Input should be one of the strata of this allocation')
    const plain = await create()
    expect((await assign(plain.id, 'p', 'a')).statusCode).toBe(422)
  })
})
