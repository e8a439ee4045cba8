// Loot tables and decks, allocations without blocks, members and unblinding, and published results.
import { verifyChain, verifyReceipt } from '@equipoise/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Person, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

const NOW = Date.parse('2026-03-01T09:30:00Z')
let service: Service
let person: Person
let nurse: Person
let stranger: Person
beforeAll(async () => {
  service = await openService({ nowMs: () => NOW })
  person = await signUp(service.app)
  nurse = await signUp(service.app, 'Nurse@Example.org')
  stranger = await signUp(service.app)
})
afterAll(() => service.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, url: string, payload?: object, who: Person | undefined = person) =>
  service.app.inject({ method, url, ...(payload ? { payload } : {}), headers: who?.headers ?? {} })
const post = (url: string, payload: object = {}, who = person) => call('POST', url, payload, who)
const used = async () => (await call('GET', '/usage/stats')).json().endpoints.compute.used

const LOOT = {
  kind: 'loot',
  items: [
    { name: 'common', weight: 95 },
    { name: 'rare', weight: 4 },
    { name: 'legendary', weight: 1 },
  ],
  pity: [
    { items: ['legendary'], after: 20, from: 15, boost: 10 },
    { items: ['rare', 'legendary'], after: 5 },
  ],
}

describe('a loot table', () => {
  test('keeps its guarantees across draws that pass on the state, and its receipts show it', async () => {
    const { id, receipt: first } = (await post('/commitments', { name: 'Season' })).json()
    const receipts = [first]
    let state = [0, 0]
    const pulled: string[] = []
    for (let nonce = 0; nonce < 4; nonce++) {
      const body = { ...LOOT, state, player: 'p1', count: 5, commitment: id, client_seed: 'x', nonce }
      const drawn = await post('/draws', body)
      expect(drawn.statusCode, drawn.body).toBe(200)
      pulled.push(...drawn.json().values)
      state = drawn.json().state
      receipts.push(drawn.json().receipt)
    }
    expect(pulled).toHaveLength(20)
    expect(pulled).toContain('legendary')
    const { reveal_receipt } = (await post(`/commitments/${id}/reveal`)).json()
    const named = [...receipts, reveal_receipt].map((receipt, i) => ({ name: `${i}`, receipt }))
    const found = verifyChain(named, { keys: [first.public_key] })
    expect(found.complete).toBe(true)
    expect(found.chains[0]?.detail).toBe('complete: nonces 0 to 3, none missing, none drawn twice')
  })

  test('has exact odds, which can be compared with what was observed', async () => {
    const answer = await post('/draws/odds', { ...LOOT, pulls: 20, observed: [18, 1, 1] })
    expect(answer.statusCode, answer.body).toBe(200)
    const { items, guarantees, test: found } = answer.json()
    expect(items.map(({ base }: { base: number }) => base)).toEqual([0.95, 0.04, 0.01])
    expect(items.reduce((sum: number, { long_run }: { long_run: number }) => sum + long_run, 0)).toBeCloseTo(1, 10)
    expect(guarantees[0]).toMatchObject({ items: ['legendary'], after: 20, within: 1 })
    // 18 common ones in 20 pulls contradict the guarantee of a rare one within five.
    expect(found.p_value).toBeLessThan(1e-3)
    const dice = { kind: 'loot', items: ['a', 'b'].map((name) => ({ name })), pulls: 4, observed: [4, 0] }
    expect((await post('/draws/odds', dice)).json().test.p_value).toBeCloseTo(0.125, 10)
    const deck = {
      kind: 'deck',
      cards: [
        { name: 'a', copies: 2 },
        { name: 'b', copies: 2 },
      ],
      pulls: 2,
      observed: [2, 0],
    }
    expect((await post('/draws/odds', deck)).json().test.p_value).toBeCloseTo(1 / 3, 10)
  })

  test.each([
    ['a weight of 0', { items: [{ name: 'a', weight: 0 }] }, 'items'],
    ['a weight of 2^53', { items: [{ name: 'a', weight: 2 ** 53 }] }, 'items'],
    [
      'guarantees that one pull cannot meet',
      {
        pity: [
          { items: ['common'], after: 3 },
          { items: ['rare'], after: 3 },
        ],
      },
      'pity',
    ],
    ['a guarantee of an unknown item', { pity: [{ items: ['mythic'], after: 3 }] }, 'pity'],
    ['two items of one name', { items: [{ name: 'a' }, { name: 'a' }], pity: [] }, 'items'],
    ['a state that the guarantee rules out', { state: [20, 0] }, 'state'],
    ['a boost without a start', { pity: [{ items: ['rare'], after: 3, boost: 2 }] }, 'pity'],
  ])('with %s is rejected, and costs nothing', async (_, wrong, field) => {
    const before = await used()
    for (const url of ['/draws', '/draws/odds']) {
      const answer = await post(url, { ...LOOT, ...wrong })
      expect(answer.statusCode, answer.body).toBe(422)
      if (url === '/draws') expect(answer.body).toContain(`"${field}"`)
    }
    expect(await used()).toBe(before)
  })

  test('odds that would take too long are rejected with a number that would not', async () => {
    const pity = [
      { items: ['legendary'], after: 1_000 },
      { items: ['rare', 'legendary'], after: 5 },
    ]
    const answer = await post('/draws/odds', { ...LOOT, pity, pulls: 100_000 })
    expect([answer.statusCode, answer.json().detail[0].loc.at(-1)]).toEqual([422, 'pulls'])
    expect(answer.json().detail[0].msg).toMatch(/^With these guarantees, at most \d+ pulls/)
  })

  test('slow odds delay nobody else', async () => {
    const pity = [{ items: ['legendary'], after: 2 }]
    const done: string[] = []
    const odds = post('/draws/odds', { ...LOOT, pity, pulls: 1, observed: [3_000, 0, 0] }).then((answer) => {
      done.push(`odds ${answer.statusCode}`)
    })
    const deck = { kind: 'deck', cards: [{ name: 'ace', copies: 9 }], pulls: 1 }
    for (let i = 0; i < 5; i++) await post('/draws/odds', deck)
    done.push('five others')
    await odds
    expect(done).toEqual(['five others', 'odds 200'])
  })
})

test('a deck deals what is left, until nothing is', async () => {
  const cards = [{ name: 'ace', copies: 2 }, { name: 'king' }]
  const { values, left, receipt } = (await post('/draws', { kind: 'deck', cards, count: 2 })).json()
  expect(values).toHaveLength(2)
  expect(left[0] + left[1]).toBe(1)
  expect(verifyReceipt(receipt, { keys: [receipt.public_key] }).outcome).toEqual(values)
  const more = await post('/draws', { kind: 'deck', cards, count: 4 })
  expect([more.statusCode, more.json().detail[0].msg]).toEqual([422, 'The deck has 3 cards left, not 4'])
})

const ARMS = [{ name: 'treatment' }, { name: 'control' }]
const FACTORS = [
  { name: 'sex', levels: ['female', 'male'] },
  { name: 'site', levels: ['Porto', 'Oslo', 'Utrecht'] },
]
const levelsOf = (i: number) => ({ sex: i % 2 ? 'male' : 'female', site: ['Porto', 'Oslo', 'Utrecht'][(i * 7) % 3] })

describe('an allocation without blocks', () => {
  test('by minimisation accepts a list, keeps levels even, and proves every arm', async () => {
    const made = await post('/allocations', { arms: ARMS, block: 'minimisation', factors: FACTORS })
    expect(made.statusCode, made.body).toBe(201)
    const { id, balance, probability } = made.json()
    expect([balance.imbalance_max, probability]).toEqual([null, 80])
    const participants = Array.from({ length: 30 }, (_, i) => ({ participant: `P-${i}`, levels: levelsOf(i) }))
    const listed = await post(`/allocations/${id}/assignments`, { participants })
    expect(listed.statusCode, listed.body).toBe(200)
    expect(listed.headers['x-compute-units']).toBe('30')
    const again = await post(`/allocations/${id}/assign`, participants[4])
    expect(again.json()).toMatchObject({ is_new: false, arm: listed.json()[4].arm, receipt: listed.json()[4].receipt })
    const other = await post(`/allocations/${id}/assign`, { participant: 'P-4', levels: levelsOf(5) })
    expect([other.statusCode, other.json().detail]).toEqual([409, '"P-4" is already assigned with other levels.'])
    const closed = (await post(`/allocations/${id}/close`)).json()
    const keys = [closed.receipt.public_key]
    expect(verifyReceipt(closed.receipt, { keys })).toMatchObject({ valid: true, complete: true })
    for (const { receipt } of listed.json()) {
      expect(verifyReceipt(receipt, { keys, seed: closed.seed }).complete).toBe(true)
    }
  })

  test('with the big stick stays within its limit, even when two people enrol at once', async () => {
    const { id } = (await post('/allocations', { arms: ARMS, block: 'big_stick', limit: 1 })).json()
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => post(`/allocations/${id}/assign`, { participant: `P-${i % 8}` })),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const positions = new Map(answers.map((answer) => [answer.json().participant, answer.json().position]))
    expect([...positions.values()].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const { counts, balance } = (await call('GET', `/allocations/${id}`)).json()
    expect(Math.abs(counts[0] - counts[1])).toBeLessThanOrEqual(2)
    expect([balance.imbalance_max, balance.first_places]).toEqual([1, null])
    const { receipt } = (await post(`/allocations/${id}/close`)).json()
    expect(verifyReceipt(receipt, { keys: [receipt.public_key] }).complete).toBe(true)
  })

  test('rejects fields of another rule, and rejects a list as a whole if one entry is wrong', async () => {
    const rejected = async (wish: object) =>
      (await post('/allocations', { arms: ARMS, ...wish })).json().detail[0].loc.at(-1)
    expect(await rejected({ block: 'minimisation' })).toBe('factors')
    expect(await rejected({ block: 'minimisation', factors: FACTORS, strata: ['Porto'] })).toBe('strata')
    expect(await rejected({ block: 'permuted', limit: 2 })).toBe('limit')
    expect(await rejected({ block: 'big_stick', block_sizes: [4] })).toBe('block_sizes')
    const { id } = (await post('/allocations', { arms: ARMS, strata: ['Porto', 'Oslo'] })).json()
    const before = await used()
    const participants = [
      { participant: 'A', stratum: 'Porto' },
      { participant: 'B', stratum: 'Lima' },
    ]
    expect((await post(`/allocations/${id}/assignments`, { participants })).statusCode).toBe(422)
    expect((await call('GET', `/allocations/${id}`)).json().assigned).toBe(0)
    expect(await used()).toBe(before)
    const twice = [participants[0], participants[0]]
    expect((await post(`/allocations/${id}/assignments`, { participants: twice })).statusCode).toBe(422)
    const many = Array.from({ length: 501 }, (_, i) => ({ participant: `P-${i}`, stratum: 'Porto' }))
    expect((await post(`/allocations/${id}/assignments`, { participants: many })).statusCode).toBe(422)
  })
})

describe('members of an allocation', () => {
  test('enrol without seeing arms, until an arm is opened with a reason that is logged', async () => {
    const { id } = (await post('/allocations', { arms: ARMS })).json()
    const url = `/allocations/${id}`
    const set = await call('PUT', `${url}/members`, { email: 'NURSE@example.org', rights: ['enrol', 'unblind'] })
    expect([set.statusCode, set.json().email]).toEqual([200, 'nurse@example.org'])
    // Anybody could have signed up with that address: it counts once it is confirmed.
    expect((await post(`${url}/assign`, { participant: 'P-1' }, nurse)).statusCode).toBe(404)
    await service.sql`update accounts set email_verified_at = now() where id = ${nurse.id}`
    const assigned = await post(`${url}/assign`, { participant: 'P-1' }, nurse)
    expect(assigned.json()).toMatchObject({ participant: 'P-1', is_new: true, arm: null, receipt: null })
    const view = (await call('GET', url, undefined, nurse)).json()
    expect(view).toMatchObject({ assigned: 1, counts: null, balance: null, rights: ['enrol', 'unblind'] })
    expect((await call('GET', '/allocations', undefined, nurse)).json()).toHaveLength(1)
    expect((await call('GET', `${url}/assignments`, undefined, nurse)).json()[0].arm).toBe(null)
    for (const [method, path] of [
      ['GET', '/export'],
      ['GET', '/members'],
      ['GET', '/events'],
      ['POST', '/close'],
    ] as const) {
      expect((await call(method, url + path, method === 'POST' ? {} : undefined, nurse)).statusCode, path).toBe(403)
    }
    expect((await post(`${url}/unblind`, { participant: 'P-1', reason: 'why' }, nurse)).statusCode).toBe(422)
    const reason = 'Severe reaction, treatment must be known'
    const opened = await post(`${url}/unblind`, { participant: 'P-1', reason }, nurse)
    const [own] = (await call('GET', `${url}/assignments`)).json()
    expect([opened.statusCode, opened.json().arm]).toEqual([200, own.arm])
    expect((await post(`${url}/unblind`, { participant: 'P-2', reason }, nurse)).statusCode).toBe(404)
    const events = (await call('GET', `${url}/events`)).json()
    const actor = `account ${nurse.id}, nurse@example.org`
    expect(events[0]).toMatchObject({ event: 'unblinded', subject: 'P-1', reason, actor })
    expect(events[1]).toMatchObject({ event: 'assigned', subject: 'P-1', reason: '', actor })
    expect((await call('GET', `${url}/export`)).body).toContain(`,"${actor}"`)
    // Somebody who signs up with another person's address is not named by it.
    expect(events.at(-1)).toMatchObject({ event: 'member_set', actor: `account ${person.id}, address not confirmed` })
    await post(`${url}/close`)
    expect((await call('GET', url, undefined, nurse)).json().seed).toBe(null)
    expect((await call('DELETE', `${url}/members/nurse@example.org`)).statusCode).toBe(200)
    expect((await call('GET', url, undefined, nurse)).statusCode).toBe(404)
    expect((await call('DELETE', `${url}/members/nurse@example.org`)).statusCode).toBe(404)
  })

  test('exclude everybody else: other accounts find nothing', async () => {
    const { id } = (await post('/allocations', { arms: ARMS })).json()
    const url = `/allocations/${id}`
    const body = { participant: 'P-1', reason: 'a long enough reason', email: 'x@example.org', rights: ['enrol'] }
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/members'],
      ['GET', '/events'],
      ['POST', '/unblind'],
      ['PUT', '/members'],
      ['DELETE', '/members/x@example.org'],
    ] as const) {
      const answer = await call(
        method,
        url + path,
        method === 'GET' || method === 'DELETE' ? undefined : body,
        stranger,
      )
      expect(answer.statusCode, `${method} ${path}`).toBe(404)
    }
    const participants = [{ participant: 'P-1' }]
    expect((await post(`${url}/assignments`, { participants }, stranger)).statusCode).toBe(404)
  })
})

describe('a published result', () => {
  test('is public, and shows a later reveal by itself', async () => {
    const entries = ['Ada', 'Grace', 'Linus']
    const { id: commitment } = (await post('/commitments', { draws_max: 1 })).json()
    const wish = { kind: 'winners', entries, commitment, client_seed: 'lottery', nonce: 0 }
    const { receipt, values } = (await post('/draws', wish)).json()
    const made = await post('/draws/published', { title: 'Raffle', receipts: [receipt], entries })
    expect(made.statusCode, made.body).toBe(201)
    const { id, url } = made.json()
    expect(url).toMatch(new RegExp(`/app/results/${id}$`))
    await post(`/commitments/${commitment}/reveal`)
    const open = (await service.app.inject({ url: `/draws/published/${id}` })).json()
    expect(open.receipts).toEqual([receipt])
    const named = [...open.receipts, ...open.commitment_receipts].map((one, i) => ({ name: `${i}`, receipt: one }))
    const found = verifyChain(named, { keys: [receipt.public_key], entries: open.entries })
    expect(found.complete).toBe(true)
    expect(found.receipts[0]?.verification.outcome).toEqual(values)
    expect((await call('GET', '/draws/published')).json()).toHaveLength(1)
    expect((await call('GET', '/draws/published', undefined, stranger)).json()).toEqual([])
    expect((await call('DELETE', `/draws/published/${id}`, undefined, stranger)).statusCode).toBe(404)
    expect((await call('DELETE', `/draws/published/${id}`)).statusCode).toBe(200)
    // Everybody with the link sees who withdrew it and when; the content is gone.
    const withdrawn = await service.app.inject({ url: `/draws/published/${id}` })
    expect([withdrawn.statusCode, withdrawn.json().detail]).toEqual([
      410,
      expect.stringMatching(/^This result was withdrawn by its organiser on \d{1,2} [A-Z][a-z]+ \d{4}\.$/),
    ])
    expect(await service.sql`select title, page from published_draws where id = ${id}`).toEqual([
      { title: '', page: Buffer.alloc(0) },
    ])
    expect((await call('DELETE', `/draws/published/${id}`)).statusCode).toBe(404)
    expect((await call('GET', '/draws/published')).json()).toEqual([])
  })

  test('says how many commitments its account made, also those that it deleted', async () => {
    const raffler = await signUp(service.app)
    const wish = { kind: 'winners', entries: ['Ada', 'Grace'], client_seed: 'x', nonce: 0 }
    const once = async () => {
      const { id: commitment } = (await post('/commitments', { draws_max: 1 }, raffler)).json()
      const { receipt } = (await post('/draws', { ...wish, commitment }, raffler)).json()
      await post(`/commitments/${commitment}/reveal`, {}, raffler)
      return { commitment, receipt }
    }
    const publish = async (receipt: object, by = raffler) =>
      (await post('/draws/published', { receipts: [receipt] }, by)).json().commitments_made
    const unliked = await once()
    expect(await publish(unliked.receipt)).toMatchObject({ made: 1, deleted: 0 })
    expect((await call('DELETE', `/commitments/${unliked.commitment}`, undefined, raffler)).statusCode).toBe(200)
    expect((await service.app.inject(`/commitments/${unliked.commitment}`)).statusCode).toBe(404)
    expect((await call('GET', '/commitments', undefined, raffler)).json()).toEqual([])
    const liked = await once()
    expect(await publish(liked.receipt)).toMatchObject({ made: 2, deleted: 1 })
    expect(await publish(unliked.receipt)).toBe(null)
    expect(await publish(liked.receipt, await signUp(service.app))).toBe(null)
  })

  test('says nothing of how many there were, if one of its commitments is not of its account', async () => {
    const drawnBy = async (who: Person) => {
      const { id: commitment } = (await post('/commitments', { draws_max: 1 }, who)).json()
      const wish = { kind: 'dice', dice: '1d6', client_seed: 'x', nonce: 0, commitment }
      return (await post('/draws', wish, who)).json().receipt
    }
    const clean = await signUp(service.app)
    const [decoy, liked] = [await drawnBy(clean), await drawnBy(await signUp(service.app))]
    const countOf = async (receipts: object[]) =>
      (await post('/draws/published', { receipts }, clean)).json().commitments_made
    expect(await countOf([decoy])).toMatchObject({ made: 1, deleted: 0 })
    expect(await countOf([liked, decoy])).toBe(null)
    expect(await countOf([decoy, await drawnBy(clean)])).toMatchObject({ made: 2, deleted: 0 })
  })

  test('whose account was deleted says so, and nothing but its id and that day is kept', async () => {
    const leaver = await signUp(service.app)
    const { receipt } = (await post('/draws', { kind: 'dice', dice: '1d6' }, leaver)).json()
    const { id } = (await post('/draws/published', { title: 'Raffle', receipts: [receipt] }, leaver)).json()
    expect((await call('DELETE', '/auth/me', { password: PASSWORD }, leaver)).statusCode).toBe(200)
    const gone = await service.app.inject({ url: `/draws/published/${id}` })
    expect([gone.statusCode, gone.json().detail]).toEqual([
      410,
      'This result was withdrawn with the account of its organiser on 1 March 2026.',
    ])
    expect(await service.sql`select * from deleted_results`).toEqual([{ id, deleted_at: new Date(NOW) }])
    expect(await service.sql`select 1 from published_draws where id = ${id}`).toEqual([])
  })

  test('has no names if its receipts were drawn from two lists: the page could check only one of them', async () => {
    const drawnFrom = async (entries: string[]) =>
      (await post('/draws', { kind: 'winners', entries, seed: 'x' })).json().receipt
    const [entries, others] = [
      ['Ada', 'Grace'],
      ['Ada', 'Linus'],
    ]
    const receipts = [await drawnFrom(entries), await drawnFrom(others)]
    const rejected = await post('/draws/published', { receipts, entries })
    expect([rejected.statusCode, rejected.json().detail[0].msg]).toEqual([
      422,
      expect.stringContaining('drawn from another list'),
    ])
    expect((await post('/draws/published', { receipts })).statusCode).toBe(201)
  })

  test('contains its names exactly as sent, whatever their characters', async () => {
    const entries = ['"quoted", \\ and }', '</script>\u2028', 'null', 'Zoë 🎲']
    const { receipt } = (await post('/draws', { kind: 'winners', entries, seed: 'x' })).json()
    const { id } = (await post('/draws/published', { receipts: [receipt], entries })).json()
    expect((await service.app.inject({ url: `/draws/published/${id}` })).json().entries).toEqual(entries)
    const without = (await post('/draws/published', { receipts: [receipt] })).json()
    expect(without.entries).toBe(null)
    expect((await service.app.inject({ url: `/draws/published/${without.id}` })).json().entries).toBe(null)
  })

  test('counts towards a limit that concurrent requests cannot exceed', async () => {
    const busy = await signUp(service.app)
    const { receipt } = (await post('/draws', { kind: 'dice', dice: '1d6' }, busy)).json()
    await service.sql`
      insert into published_draws (id, account_id, title, page, unrevealed, created_at)
      select 'filler-' || lpad(n::text, 15, '0'), ${busy.id}::bigint, '', '', '{}', now() from generate_series(1, 998) n`
    const body = { title: 'Dice', receipts: [receipt] }
    const all = await Promise.all(Array.from({ length: 8 }, () => post('/draws/published', body, busy)))
    const statuses = all.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([201, 201, 409, 409, 409, 409, 409, 409])
    expect(all.find(({ statusCode }) => statusCode === 409)?.json().detail).toMatch(/at most 1000 results/)
  })

  test('counts towards a limit of bytes, too', async () => {
    const hoarder = await signUp(service.app)
    const { receipt } = (await post('/draws', { kind: 'dice', dice: '1d6' }, hoarder)).json()
    // Stored uncompressed, so that little work fills the limit.
    await service.sql`alter table published_draws alter column page set storage external`
    await service.sql`
      insert into published_draws (id, account_id, title, page, unrevealed, created_at)
      select 'hoard-' || lpad(n::text, 16, '0'), ${hoarder.id}::bigint, '', repeat('x', 17000000)::bytea, '{}',
        now() from generate_series(1, 2) n`
    const full = await post('/draws/published', { receipts: [receipt] }, hoarder)
    expect([full.statusCode, full.json().detail]).toEqual([409, expect.stringContaining('32 MiB')])
    expect((await call('DELETE', '/draws/published/hoard-0000000000000001', undefined, hoarder)).statusCode).toBe(200)
    expect((await post('/draws/published', { receipts: [receipt] }, hoarder)).statusCode).toBe(201)
  })

  test('contains only what this deployment signed, with the list that was drawn from', async () => {
    const entries = ['Ada', 'Grace']
    const { receipt } = (await post('/draws', { kind: 'winners', entries, seed: 'x' })).json()
    const changed = { ...receipt, settings: { ...receipt.settings, count: 2 } }
    const next = { ...receipt, type: 'equipoise-receipt/3' }
    const invalid = [
      { receipts: [changed] },
      { receipts: [next] },
      { receipts: [{ ...receipt, more: 1 }] },
      { receipts: [receipt], entries: entries.toReversed() },
      { receipts: [] },
      { receipts: [null] },
    ]
    for (const body of invalid) expect((await post('/draws/published', body)).statusCode).toBe(422)
    expect((await service.app.inject({ url: `/draws/published/${'a'.repeat(99)}` })).statusCode).toBe(404)
  })
})

const QUICKNET_1000 = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'

test('in certified mode nobody can choose a seed, and every draw still has its receipt', async () => {
  const certified = await openService({ beside: service, nowMs: () => NOW, env: { CERTIFIED_MODE: '1' } })
  const { headers } = person
  const send = (url: string, payload: object) => certified.app.inject({ method: 'POST', url, payload, headers })
  const own = await send('/draws', { kind: 'dice', dice: '1d6', seed: 'mine' })
  expect([own.statusCode, own.json().detail[0].loc]).toEqual([422, ['body', 'seed']])
  expect((await send('/allocations', { arms: ARMS, seed: '5f1d7a84c2b90e3647a1c8d25b6f0e93' })).statusCode).toBe(422)
  const drawn = await send('/draws', { kind: 'dice', dice: '1d6' })
  expect([drawn.statusCode, drawn.json().seed]).toEqual([200, expect.stringMatching(/^[0-9a-f]{32}$/)])
  const round = { beacon: 'drand', round: 1000, signature: QUICKNET_1000 }
  const chosen = await send('/draws', { kind: 'dice', dice: '1d6', seed_from: round })
  expect([chosen.statusCode, chosen.json().detail[0].loc]).toEqual([422, ['body', 'commitment']])
  expect((await send('/commitments', {})).statusCode).toBe(201)
  expect((await send('/allocations', { arms: ARMS })).statusCode).toBe(201)

  const before = await used()
  const rejected = [
    { ...(await send('/compute', { bias: 0.5, seed: 1 })), where: 'body' },
    { ...(await certified.app.inject({ url: '/sweep?seed=1', headers })), where: 'query' },
    { ...(await certified.app.inject({ url: '/sequence?bias=0.5&seed=1', headers })), where: 'query' },
  ]
  for (const { statusCode, body, where } of rejected) {
    expect([statusCode, JSON.parse(body).detail]).toEqual([
      422,
      [{ loc: [where, 'seed'], msg: expect.stringContaining('certified mode'), type: 'value_error' }],
    ])
  }
  expect(await used()).toBe(before)
  const computed = await send('/compute', { bias: 0.5 })
  expect([computed.statusCode, computed.json().seed]).toEqual([200, expect.stringMatching(/^[0-9a-f]{32}$/)])
  await certified.close()
})
