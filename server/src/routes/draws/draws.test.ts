import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { commitmentOf, drandRoundAt, type Receipt, verifyChain, verifyReceipt } from '@equipoise/engine'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeKey, type Person, signUp } from '../../../test/people.ts'
import { openService, type Service, TEST_SECRET } from '../../../test/service.ts'
import { createDraws } from '../../draws/draws.ts'
import { Secret } from '../../ground/secret.ts'

let nowMs = Date.parse('2026-03-01T09:30:00Z')
let service: Service
let person: Person
let key: Record<string, string>
beforeAll(async () => {
  service = await openService({ nowMs: () => nowMs })
})
afterAll(() => service.close())
beforeEach(async () => {
  person = await signUp(service.app)
  key = (await makeKey(service.app, person, 'draws')).headers
})

const post = (url: string, payload: object = {}, headers: Record<string, string> = key) =>
  service.app.inject({ method: 'POST', url, payload, headers })
const draw = (payload: object) => post('/draws', payload)
const publicKeys = async (): Promise<string[]> => {
  const { keys } = (await service.app.inject('/.well-known/equipoise-signing-key')).json()
  return keys.map(({ public_key }: { public_key: string }) => public_key)
}

/** Letters, emoji, combining marks, joiners, right-to-left scripts, lone surrogates and control characters. */
const anyName = fc
  .tuple(
    fc.constantFrom('a', '🎲', 'e\u0301', '👩\u200d👧', 'علی', 'क्ष', '\u202e', '\ud83c', '\u0007', ' '),
    fc.constantFrom(1, 64, 128, 129, 255, 256, 257),
  )
  .map(([unit, times]) => unit.repeat(times))

test('whatever names the service draws from, every verifier accepts its receipt', async () => {
  const names = fc.sample(anyName, { numRuns: 60, seed: 8 })
  const answers = await Promise.all(
    names.map((name) =>
      draw({ kind: 'choice', options: [name, { name: `x${name}`.slice(0, 200), weight: 2 }], seed: 1 }),
    ),
  )
  const taken = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json().receipt)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]))
  expect(taken.length).toBeGreaterThan(20)
  const keys = await publicKeys()
  expect(taken.map((receipt) => verifyReceipt(receipt, { keys }).complete)).toEqual(taken.map(() => true))
  const script = `
import json, sys
sys.path.insert(0, sys.argv[1])
import verify
print(all(verify.state_of(verify.verify(r, sys.argv[2:])[0]) == "verified" for r in json.load(sys.stdin)))`
  const folder = fileURLToPath(new URL('../../../../docs', import.meta.url))
  const input = JSON.stringify(taken)
  expect(execFileSync('python3', ['-B', '-c', script, folder, ...keys], { input, encoding: 'utf8' }).trim()).toBe(
    'True',
  )
})

test('an account can have 10,000 commitments', async () => {
  await service.sql`
    insert into draw_commitments (id, account_id, name, sha256, sealed_seed, chain_sha256, receipt, created_at)
    select gen_random_uuid(), ${person.id}::bigint, '', '', '', '', '', now() from generate_series(1, 9999)`
  expect((await post('/commitments')).statusCode).toBe(201)
  const full = await post('/commitments')
  expect([full.statusCode, full.json().detail]).toEqual([409, expect.stringContaining('at most 10000 commitments')])
})

test('a key for computing makes no draws and reveals no commitment, and a key for draws does not compute', async () => {
  const owner = await signUp(service.app)
  const status = async (scope: 'compute' | 'draws', url: string, payload: object) =>
    (
      await service.app.inject({
        method: 'POST',
        url,
        payload,
        headers: (await makeKey(service.app, owner, scope)).headers,
      })
    ).statusCode
  const made = await service.app.inject({ method: 'POST', url: '/commitments', payload: {}, headers: owner.headers })
  const { id } = made.json()
  const coin = { kind: 'choice', options: ['a', 'b'] }
  expect(await status('compute', '/draws', coin)).toBe(403)
  expect(await status('compute', `/commitments/${id}/reveal`, {})).toBe(403)
  expect(await status('compute', '/compute', { bias: 0.5 })).toBe(200)
  expect(await status('draws', '/compute', { bias: 0.5 })).toBe(403)
  expect(await status('draws', '/draws', coin)).toBe(200)
})

describe('a draw from a seed', () => {
  test('gives the dice of the reference page, with a valid receipt', async () => {
    const answer = await draw({ kind: 'dice', dice: '3d6+2', count: 4, seed: 'demo' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['x-compute-units']).toBe('1')
    const { outcome, values, totals, seed, receipt } = answer.json()
    expect({ outcome, values, totals, seed }).toEqual({
      outcome: [3, 1, 1, 5, 3, 2, 3, 5, 2, 6, 6, 4],
      values: [
        [3, 1, 1],
        [5, 3, 2],
        [3, 5, 2],
        [6, 6, 4],
      ],
      totals: [7, 12, 12, 18],
      seed: 'demo',
    })
    expect(verifyReceipt(receipt, { keys: await publicKeys() })).toMatchObject({ valid: true, complete: true })
  })

  test.each([
    [{ kind: 'integers', min: -3, max: 3, count: 5 }, 5],
    [{ kind: 'choice', options: ['a', { name: 'b', weight: 3 }], count: 4 }, 4],
    [{ kind: 'shuffle', entries: ['Ada', 'Zoë', '李雷', '🎲'] }, 4],
    [{ kind: 'shuffle', size: 10 }, 10],
    [{ kind: 'sample', size: 1_000_000, count: 3 }, 3],
    [{ kind: 'sample', entries: ['x', 'y', 'x'], count: 2 }, 2],
    [{ kind: 'winners', entries: ['Ada', 'Grace', 'Linus'], count: 2 }, 2],
  ])('%j is repeated by the seed that it returns', async (wish, length) => {
    const first = (await draw(wish)).json()
    expect(first.values).toHaveLength(length)
    const again = (await draw({ ...wish, seed: first.seed })).json()
    expect([again.values, again.digest]).toEqual([first.values, first.digest])
    expect(again.digest).toBe(createHash('sha256').update(first.outcome.join(',')).digest('hex'))
    expect(verifyReceipt(again.receipt, { keys: await publicKeys() }).valid).toBe(true)
  })

  test('a receipt of winners names nobody, and is valid for its own list only', async () => {
    const entries = ['Ada', 'Grace', 'Linus']
    const answer = await draw({ kind: 'winners', entries, seed: 1 })
    const { receipt } = answer.json()
    expect(JSON.stringify(receipt)).not.toMatch(/Ada|Grace|Linus/)
    expect(verifyReceipt(receipt, { keys: await publicKeys(), entries }).valid).toBe(true)
    expect(verifyReceipt(receipt, { keys: await publicKeys(), entries: [...entries].reverse() }).valid).toBe(false)
  })

  test('costs a unit for each 10,000 bits or part of them', async () => {
    const answer = await draw({ kind: 'integers', min: 1, max: 6, count: 10_000 })
    expect(answer.headers['x-compute-units']).toBe('32')
    const usage = (await service.app.inject({ url: '/usage/stats', headers: person.headers })).json()
    expect(usage.endpoints.compute.used).toBe(32)
    expect((await draw({ kind: 'integers', min: 1, max: 6, count: 100_000 })).statusCode).toBe(200)
  })
})

describe('what cannot be drawn is rejected with an explanation', () => {
  test('more names than a list can have: a hundred thousand and one, or a million', async () => {
    const names = Array.from({ length: 1_000_000 }, (_, i) => `P-${i}`)
    const some = await draw({ kind: 'winners', entries: names.slice(0, 100_001) })
    expect([some.statusCode, some.json().detail[0].msg]).toEqual([422, expect.stringContaining('at most 100000')])
    const all = await draw({ kind: 'winners', entries: names })
    expect([all.statusCode, all.json().detail]).toEqual([413, 'The body is too large'])
  })

  test.each([
    [{ kind: 'tarot' }, 'kind', /'integers'/],
    [{}, 'kind', /required/],
    [{ kind: 'dice', dice: '0d6' }, 'dice', /such as 3d6/],
    [{ kind: 'dice', dice: '1d1' }, 'dice', /[Ss]ides/],
    [{ kind: 'dice', dice: '9999d6' }, 'dice', /1000 dice/],
    [{ kind: 'dice', dice: '1000d6', count: 1_000 }, 'count', /100000 numbers/],
    [{ kind: 'integers', min: 2, max: 1 }, 'max', /min at most max/],
    [{ kind: 'integers', min: 0.5, max: 1 }, 'min', /integer/],
    [{ kind: 'integers', min: -9e15, max: 9e15 }, 'max', /2\^53/],
    [{ kind: 'choice', options: [] }, 'options', /at least 1/],
    [{ kind: 'choice', options: [{ name: 'a', weight: 0 }] }, 'options', /./],
    [{ kind: 'choice', options: [{ name: 'a', weight: -1 }] }, 'options', /./],
    [{ kind: 'choice', options: [{ name: 'a', weight: 1e300 }] }, 'options', /./],
    [{ kind: 'choice', options: [{ name: 'a', weight: 2 ** 53 }] }, 'options', /./],
    [{ kind: 'sample', size: 1_000_001 }, 'size', /1000000/],
    [
      {
        kind: 'choice',
        options: [
          { name: 'a', weight: 9e15 },
          { name: 'b', weight: 9e15 },
        ],
      },
      'options',
      /2\^53/,
    ],
    [{ kind: 'winners', entries: ['a', 'b'], count: 3 }, 'count', /1\.\.2/],
    [{ kind: 'winners', entries: ['é', 'é'] }, 'entries', /twice/],
    [{ kind: 'winners', entries: ['a\ud800'] }, 'entries', /Control/],
    [{ kind: 'winners', entries: [1, 2, 3] }, 'entries', /valid string/],
    [{ kind: 'winners', entries: 'Ann,Bob' }, 'entries', /valid list/],
    [{ kind: 'winners', entries: [null] }, 'entries', /valid string/],
    [{ kind: 'winners' }, 'entries', /required/],
    [{ kind: 'choice', options: 'a,b' }, 'options', /valid list/],
    [{ kind: 'choice', options: Array.from({ length: 500 }, (_, i) => `option ${i}`) }, 'options', /16384 bytes/],
    [{ kind: 'shuffle' }, 'entries', /either entries or size/],
    [{ kind: 'shuffle', entries: ['a'], size: 1 }, 'entries', /either entries or size/],
    [{ kind: 'shuffle', size: 5, seed: 'no spaces' }, 'seed', /characters of/],
    [{ kind: 'shuffle', size: 5, nonce: 1 }, 'commitment', /need a commitment/],
  ])('%j', async (wish, field, words) => {
    const answer = await draw(wish)
    expect(answer.statusCode).toBe(422)
    const [{ loc, msg }] = answer.json().detail
    expect(loc.slice(0, 2)).toEqual(['body', field])
    expect(msg).toMatch(words)
  })
})

describe('commit and reveal', () => {
  const commit = async () => (await post('/commitments', { name: 'Raffle' })).json()

  test('shows the hash first, then the draws, then the seed that explains them', async () => {
    const made = await post('/commitments', { name: 'Raffle' })
    expect(made.statusCode).toBe(201)
    const { id, sha256, server_seed, receipt } = made.json()
    expect(server_seed).toBeNull()
    expect(verifyReceipt(receipt, { keys: await publicKeys() }).valid).toBe(true)

    const wish = { kind: 'winners', entries: ['Ada', 'Grace', 'Linus'], commitment: id, client_seed: 'alice', nonce: 0 }
    const drawn = (await draw(wish)).json()
    expect(drawn.seed).toBeUndefined()
    expect(verifyReceipt(drawn.receipt, { keys: await publicKeys() })).toMatchObject({ valid: true, complete: false })

    const shownBefore = (await service.app.inject(`/commitments/${id}`)).json()
    expect(shownBefore).toMatchObject({ sha256, server_seed: null, draws: 1 })

    nowMs += 60_000
    const revealed = (await post(`/commitments/${id}/reveal`)).json()
    expect(commitmentOf(revealed.server_seed)).toBe(sha256)
    nowMs += 60_000
    expect((await post(`/commitments/${id}/reveal`)).json()).toEqual(revealed)
    expect((await service.app.inject(`/commitments/${id}`)).json()).toEqual(revealed)
    const evidence = { keys: await publicKeys(), seed: revealed.server_seed, entries: wish.entries }
    expect(verifyReceipt(drawn.receipt, evidence)).toMatchObject({ valid: true, complete: true })
    expect(verifyReceipt(drawn.receipt, { ...evidence, seed: '0'.repeat(64) }).valid).toBe(false)
  })

  test('a used nonce gives the same draw again, also after the reveal, and never another', async () => {
    const { id } = await commit()
    const wish = { kind: 'dice', dice: '3d6', commitment: id, client_seed: 'bob', nonce: 1 }
    await draw({ ...wish, nonce: 0 })
    const first = (await draw(wish)).json()
    nowMs += 5_000
    expect((await draw(wish)).json()).toEqual(first)
    for (const other of [{ client_seed: 'carol' }, { dice: '2d6' }, { count: 2 }]) {
      const answer = await draw({ ...wish, ...other })
      expect([answer.statusCode, answer.json().detail]).toEqual([
        409,
        'The nonce 1 was already used for another draw. Use the next number.',
      ])
    }
    expect((await draw({ ...wish, nonce: 2 })).json().digest).not.toBe(first.digest)
    await post(`/commitments/${id}/reveal`)
    expect((await draw(wish)).json()).toEqual(first)
    expect((await draw({ ...wish, nonce: 3 })).statusCode).toBe(409)
  })

  test('many equal requests at once all get the same draw; of many different ones, one succeeds', async () => {
    const { id } = await commit()
    const wish = { kind: 'dice', dice: '3d6', commitment: id, client_seed: 'bob', nonce: 0 }
    const same = await Promise.all(Array.from({ length: 10 }, () => draw(wish)))
    expect(new Set(same.map(({ body }) => body)).size).toBe(1)
    const others = await Promise.all(
      Array.from({ length: 10 }, (_, i) => draw({ ...wish, nonce: 1, client_seed: `c${i}` })),
    )
    expect(others.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  test('uses nonces in order, and its receipts form a chain that ends with the reveal', async () => {
    const { id, receipt } = await commit()
    const wish = { kind: 'dice', dice: '3d6', commitment: id, client_seed: 'bob' }
    const early = await draw({ ...wish, nonce: 1 })
    expect([early.statusCode, early.json().detail]).toEqual([
      409,
      'Nonces are used in order: the next nonce of this commitment is 0.',
    ])
    const receipts = [receipt]
    for (let nonce = 0; nonce < 3; nonce++) receipts.push((await draw({ ...wish, nonce })).json().receipt)
    const again = (await draw({ ...wish, nonce: 1 })).json().receipt
    expect(again).toEqual(receipts[2])
    const keys = await publicKeys()
    const named = (list: unknown[]) => list.map((one, i) => ({ name: `${i}.json`, receipt: one }))
    expect(verifyChain(named(receipts), { keys }).chains[0]?.state).toBe('open')
    const { reveal_receipt: reveal } = (await post(`/commitments/${id}/reveal`)).json()
    const whole = verifyChain(named([...receipts, reveal]), { keys })
    expect(whole).toMatchObject({ valid: true, complete: true })
    expect(whole.chains[0]?.detail).toBe('complete: nonces 0 to 2, none missing, none drawn twice')
    const without = verifyChain(named([receipts[0], receipts[1], receipts[3], reveal]), { keys })
    expect(without.chains[0]).toMatchObject({ state: 'failed', detail: 'missing: nonces 1' })
  })

  test('allows as many draws as it says, and no more', async () => {
    const { id, draws_max, receipt } = (await post('/commitments', { draws_max: 1 })).json()
    expect([draws_max, receipt.settings.draws_max]).toEqual([1, 1])
    const wish = { kind: 'dice', dice: '3d6', commitment: id, client_seed: 'bob' }
    const first = await draw({ ...wish, nonce: 0 })
    const second = await draw({ ...wish, nonce: 1 })
    expect([second.statusCode, second.json().detail]).toEqual([
      409,
      'This commitment serves one draw, and it was made. Create another commitment.',
    ])
    const chain = [receipt, first.json().receipt].map((one, i) => ({ name: `${i}`, receipt: one }))
    expect(verifyChain(chain, { keys: await publicKeys() }).chains[0]?.state).toBe('complete')
    for (const wrong of [0, 1.5, 1_000_001]) {
      expect((await post('/commitments', { draws_max: wrong })).statusCode).toBe(422)
    }
  })

  test('can be deleted by its owner once it is closed, unless one of their published results shows it', async () => {
    const { id } = await commit()
    const remove = (headers: Record<string, string> = key) =>
      service.app.inject({ method: 'DELETE', url: `/commitments/${id}`, headers })
    const drawn = await draw({ kind: 'dice', dice: '1d6', commitment: id, client_seed: 'x', nonce: 0 })
    const { receipt } = drawn.json()
    const open = await remove()
    expect([open.statusCode, open.json().detail]).toEqual([409, expect.stringContaining('still open')])
    const published = (await post('/draws/published', { receipts: [receipt] })).json()
    const { reveal_receipt: reveal } = (await post(`/commitments/${id}/reveal`)).json()
    expect((await remove((await signUp(service.app)).headers)).statusCode).toBe(404)
    const shown = await remove()
    expect([shown.statusCode, shown.json().detail]).toEqual([409, expect.stringContaining('Take the result back')])
    await service.app.inject({ method: 'DELETE', url: `/draws/published/${published.id}`, headers: key })
    const kept = (await post('/draws/published', { receipts: [receipt] })).json()
    expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([200, 404])
    expect((await service.app.inject(`/commitments/${id}`)).statusCode).toBe(404)
    expect((await draw({ kind: 'dice', dice: '1d6', commitment: id, client_seed: 'x', nonce: 0 })).statusCode).toBe(404)
    // A result published after the reveal still has everything that proves it.
    const page = (await service.app.inject(`/draws/published/${kept.id}`)).json()
    expect(page.commitment_receipts.at(-1)).toEqual(reveal)
  })

  test('is listed in pages without receipts, the newest first, beside announced rounds', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      nowMs += 1_000
      const round = { beacon: 'drand', round: drandRoundAt(nowMs) + 100 }
      const announced = { seed_from: round, draw: { kind: 'dice', dice: '1d6' } }
      ids.unshift((await post('/commitments', i % 2 ? announced : {})).json().id)
    }
    const page = async (query: string) => service.app.inject({ url: `/commitments?${query}`, headers: key })
    const first = await page('limit=3')
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await service.app.inject({ url: next, headers: key })
    expect(second.headers.link).toBeUndefined()
    const found = [...first.json(), ...second.json()]
    expect(found.map((one: { id: string }) => one.id)).toEqual(ids)
    expect(found.some((one: object) => 'receipt' in one)).toBe(false)
    for (const list of ['/commitments', '/allocations']) {
      const wrong = await service.app.inject({ url: `${list}?after=x`, headers: key })
      expect([wrong.statusCode, wrong.json().detail[0].loc]).toEqual([422, ['query', 'after']])
    }
    const stranger = (await signUp(service.app)).headers
    expect((await service.app.inject({ url: `/commitments?after=${ids[0]}`, headers: stranger })).json()).toEqual([])
  })

  test('returns what was signed: without the key, every receipt is still there', async () => {
    const { id, receipt } = await commit()
    const { reveal_receipt: reveal } = (await post(`/commitments/${id}/reveal`)).json()
    await service.sql`update signing_keys set private_key = null, retired_at = now() where retired_at is null`
    expect((await service.app.inject(`/commitments/${id}`)).json()).toMatchObject({ receipt, reveal_receipt: reveal })
    const keys = await service.sql`select 1 from signing_keys where retired_at is null`
    expect(keys).toHaveLength(0)
  })

  test('belongs to its account: others can read it, but neither draw nor reveal', async () => {
    const { id } = await commit()
    const other = (await signUp(service.app)).headers
    const wish = { kind: 'dice', dice: '1d6', commitment: id, client_seed: 'x', nonce: 0 }
    expect((await post('/draws', wish, other)).statusCode).toBe(404)
    expect((await post(`/commitments/${id}/reveal`, {}, other)).statusCode).toBe(404)
    expect((await service.app.inject(`/commitments/${id}`)).statusCode).toBe(200)
    expect((await service.app.inject('/commitments/3f1c1c0e-8d0a-4b86-a9d2-0c3b1f0e7f55')).statusCode).toBe(404)
    const list = await service.app.inject({ url: '/commitments', headers: key })
    expect(list.json().map((one: { id: string }) => one.id)).toEqual([id])
  })

  test('the server seed is neither in the database, nor in the log, nor in any response before the reveal', async () => {
    const { id } = await commit()
    const answers = [
      await draw({ kind: 'dice', dice: '1d6', commitment: id, client_seed: 'x', nonce: 0 }),
      await service.app.inject(`/commitments/${id}`),
      await service.app.inject({ url: '/commitments', headers: key }),
    ]
    const [row] = await service.sql`select * from draw_commitments where id = ${id}`
    const stored = JSON.stringify(row) + Buffer.from(row?.sealed_seed as Buffer).toString('latin1')
    const log = service.log()
    const { server_seed: seed } = (await post(`/commitments/${id}/reveal`)).json()
    const raw = Buffer.from(seed, 'hex').toString('latin1')
    for (const text of [stored, log, ...answers.map(({ body }) => body)]) {
      expect(text.includes(seed) || text.includes(raw)).toBe(false)
    }
  })

  test('a commitment without client seed and nonce is rejected', async () => {
    const { id } = await commit()
    const answer = await draw({ kind: 'dice', dice: '1d6', commitment: id })
    expect(answer.json().detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual(['client_seed', 'nonce'])
    expect((await draw({ kind: 'dice', dice: '1d6', commitment: id, seed: 1 })).statusCode).toBe(422)
  })
})

describe('the signing key', () => {
  test('is replaced after a year; its receipts are still valid with the published list', async () => {
    const before = (await draw({ kind: 'dice', dice: '1d6', seed: 1 })).json().receipt
    nowMs += 366 * 86_400_000
    const other = await signUp(service.app)
    const after = (await post('/draws', { kind: 'dice', dice: '1d6', seed: 1 }, other.headers)).json().receipt
    expect(after.public_key).not.toBe(before.public_key)
    const { keys } = (await service.app.inject('/.well-known/equipoise-signing-key')).json()
    expect(keys.map((one: { retired_at: string | null }) => one.retired_at === null)).toEqual([true, false])
    const evidence = { keys: await publicKeys() }
    expect([before, after].map((receipt: Receipt) => verifyReceipt(receipt, evidence).valid)).toEqual([true, true])
    const [row] =
      await service.sql`select count(*) from signing_keys where retired_at is not null and private_key is not null`
    expect(row?.count).toBe(0)
  })

  test('can be replaced by hand: every node signs with the new one within a minute, and old receipts stay valid', async () => {
    const second = await openService({ beside: service, nowMs: () => nowMs })
    const signed = async (app: Service['app']) => {
      const payload = { kind: 'dice', dice: '1d6', seed: 1 }
      return (await app.inject({ method: 'POST', url: '/draws', payload, headers: person.headers })).json().receipt
    }
    const before: Receipt = await signed(service.app)
    const operator = createDraws({
      sql: service.sql,
      secrets: [new Secret(TEST_SECRET)],
      publicUrl: 'https://equipoise.example',
      nowMs: () => nowMs,
      report: () => {},
    })
    await operator.receipts.rotate()
    nowMs += 60_000
    const after: Receipt[] = [await signed(service.app), await signed(second.app)]
    const [active, retired] = await publicKeys()
    expect(after.map(({ public_key }) => public_key)).toEqual([active, active])
    expect(before.public_key).toBe(retired)
    const evidence = { keys: await publicKeys() }
    expect([before, ...after].map((receipt) => verifyReceipt(receipt, evidence).valid)).toEqual([true, true, true])
    await second.close()
  })

  test('is shared by all nodes', async () => {
    const second = await openService({ beside: service, nowMs: () => nowMs })
    const { keys } = (await second.app.inject('/.well-known/equipoise-signing-key')).json()
    expect(keys.map((one: { public_key: string }) => one.public_key)).toEqual(await publicKeys())
    await second.close()
  })
})

describe('a receipt with any one field changed is invalid, in Node and in Python', () => {
  const ways: Record<string, () => Promise<Receipt>> = {
    async 'of a choice'() {
      const options = ['a', { name: 'Zoë "q"', weight: 2 }]
      return (await draw({ kind: 'choice', options, seed: 5 })).json().receipt
    },
    async 'of winners'() {
      return (await draw({ kind: 'winners', entries: ['Ada', 'Grace', 'Zoë 🦊'], count: 2 })).json().receipt
    },
    async 'of a draw against a commitment'() {
      const { id } = (await post('/commitments')).json()
      const wish = { kind: 'dice', dice: '2d6+1', commitment: id, client_seed: 'ünï', nonce: 0 }
      return (await draw(wish)).json().receipt
    },
    async 'of a reveal'() {
      const { id } = (await post('/commitments')).json()
      return (await post(`/commitments/${id}/reveal`)).json().reveal_receipt
    },
    async 'of a commitment'() {
      return (await post('/commitments')).json().receipt
    },
    async 'of an assignment'() {
      const { id } = (await post('/allocations', { arms: [{ name: 'A' }, { name: 'B' }], strata: ['x'] })).json()
      return (await post(`/allocations/${id}/assign`, { participant: 'p', stratum: 'x' })).json().receipt
    },
    async 'of an allocation'() {
      const { id } = (await post('/allocations', { arms: [{ name: 'A', weight: 2 }, { name: 'B' }] })).json()
      for (const participant of ['p', 'q']) await post(`/allocations/${id}/assign`, { participant })
      return (await post(`/allocations/${id}/close`)).json().receipt
    },
  }

  test.each(Object.keys(ways))('%s', async (way) => {
    const receipt = await ways[way]?.()
    const keys = await publicKeys()
    expect(verifyReceipt(receipt, { keys }).valid).toBe(true)
    const changed = everyChange(receipt).filter((one) => JSON.stringify(one) !== JSON.stringify(receipt))
    expect(changed.length).toBeGreaterThan(20)
    expect(changed.filter((one) => verifyReceipt(one, { keys }).valid)).toEqual([])
    const script = `
import json, sys
sys.path.insert(0, sys.argv[1])
import verify
fails = lambda r: any(state == "failed" for _, state, _ in verify.verify(r, sys.argv[2:])[0])
print([fails(r) for r in json.load(sys.stdin)].count(False))`
    const folder = fileURLToPath(new URL('../../../../docs', import.meta.url))
    const input = JSON.stringify([receipt, ...changed])
    expect(execFileSync('python3', ['-B', '-c', script, folder, ...keys], { input, encoding: 'utf8' }).trim()).toBe('1')
  })
})

/** Each field, also nested ones, once changed, once removed, and one added. */
function everyChange(value: unknown): unknown[] {
  if (typeof value === 'string') return [`${value}x`, value.slice(1)]
  if (typeof value === 'number') return [value + 1, String(value)]
  if (value === null) return [0]
  if (Array.isArray(value)) {
    const inside = value.flatMap((item, i) => everyChange(item).map((other) => value.with(i, other)))
    return [...inside, value.slice(1), [...value].reverse()]
  }
  const fields = Object.entries(value as object)
  const inside = fields.flatMap(([name, item]) =>
    everyChange(item).map((other) => ({ ...(value as object), [name]: other })),
  )
  const without = fields.map(([name]) => Object.fromEntries(fields.filter(([other]) => other !== name)))
  return [...inside, ...without, { ...(value as object), added: 1 }]
}
