// Draws from drand: real rounds of the network quicknet, with a clock set before and after them.
import { execFileSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { DRAND_CHAIN, drandRoundMs, verifyChain, verifyReceipt } from '@equipoise/engine'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeKey, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

const SIGNATURES: Record<number, string> = {
  123: 'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92',
  1000: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
}
const ROUND = 1000
const signature = SIGNATURES[ROUND]
const seed_from = { beacon: 'drand', round: ROUND }
const raffle = { kind: 'winners', entries: ['Ada', 'Grace', 'Linus', 'Zoë'], count: 2 }
const before = drandRoundMs(ROUND) - 60_000
const after = drandRoundMs(ROUND) + 1_000

/** A drand host that can be made to lie or to be silent. */
let host: Server
let answerWith: (path: string) => { status: number; body: string }
const asked: string[] = []
let nowMs = before
let service: Service
let bare: Service
let key: Record<string, string>
beforeAll(async () => {
  host = createServer((request, response) => {
    asked.push(request.url ?? '')
    const { status, body } = answerWith(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  const { port } = host.address() as AddressInfo
  const env = { BEACONS: `http://127.0.0.1:${port}` }
  service = await openService({ nowMs: () => nowMs, env })
  bare = await openService({ beside: service, nowMs: () => nowMs })
})
afterAll(async () => {
  await bare.close()
  await service.close()
  host.close()
})
beforeEach(async () => {
  nowMs = before
  answerWith = (path) => {
    const round = Number(path.split('/').at(-1))
    const known = SIGNATURES[round]
    return known ? { status: 200, body: JSON.stringify({ round, signature: known }) } : { status: 404, body: '{}' }
  }
  key = (await makeKey(service.app, await signUp(service.app), 'draws')).headers
})
afterEach(() => {
  asked.length = 0
})

const post = (url: string, payload: object, app = service.app) =>
  app.inject({ method: 'POST', url, payload, headers: key })
const announce = async (draw: object = raffle) =>
  (await post('/commitments', { name: 'Raffle', seed_from, draw })).json()
const keys = async (): Promise<string[]> =>
  (await service.app.inject('/.well-known/equipoise-signing-key'))
    .json()
    .keys.map(({ public_key }: { public_key: string }) => public_key)

test('an audit takes its seed from a round that was announced, and from no other', async () => {
  const pairs = ['x', 'y', 'z'].map((id) => {
    return { id, topic: id, prompt_a: `For ${id}?`, prompt_b: `Against ${id}?`, answer_a: 'Yes.', answer_b: 'No.' }
  })
  const draw = { kind: 'sample', entries: ['x', 'y', 'z'], count: 2 }
  key = (await makeKey(service.app, await signUp(service.app), 'full')).headers
  const { id, receipt } = await announce(draw)
  nowMs = after
  const announced = (await post('/draws', { ...draw, commitment: id, seed_from })).json()
  const known = (await post('/draws', { ...draw, seed_from })).json()
  const audit = (...draw_receipts: object[]) => post('/audits', { pairs, sample: 2, draw_receipts })
  expect((await audit(receipt, announced.receipt)).json()).toMatchObject({ seed_origin: 'announced' })
  for (const [one, other] of [
    [receipt, known.receipt],
    [known.receipt, known.receipt],
  ])
    expect((await audit(one, other)).statusCode).toBe(422)
})

describe('a draw that was announced before its round', () => {
  test('is decided by the round alone, once, and anybody can verify all of it offline', async () => {
    const made = await announce()
    expect(made).toMatchObject({
      server_seed: null,
      draws: 0,
      draws_max: 1,
      seed_from: { beacon: 'drand', chain: DRAND_CHAIN, round: ROUND, public_at: '2023-08-23T15:59:24.000Z' },
    })
    const wish = { ...raffle, commitment: made.id, seed_from }
    const early = await post('/draws', wish)
    expect([early.statusCode, early.json().detail]).toEqual([
      409,
      'Round 1000 becomes public at 2023-08-23T15:59:24.000Z. Draw then.',
    ])
    nowMs = after
    const drawn = (await post('/draws', wish)).json()
    expect(drawn.values).toHaveLength(2)
    expect(drawn.seed).toBeUndefined()
    expect(asked).toEqual([`/${DRAND_CHAIN}/public/${ROUND}`])
    nowMs += 60_000
    expect((await post('/draws', wish)).json()).toEqual(drawn)
    expect(asked).toHaveLength(1)
    expect((await service.app.inject(`/commitments/${made.id}`)).json()).toMatchObject({
      draws: 1,
      receipt: made.receipt,
    })

    const evidence = { keys: await keys(), entries: raffle.entries, expected: drawn.values }
    expect(verifyReceipt(drawn.receipt, evidence)).toMatchObject({ complete: true, outcome: drawn.values })
    const chain = [made.receipt, drawn.receipt].map((receipt, i) => ({ name: `${i}.json`, receipt }))
    const whole = verifyChain(chain, { keys: evidence.keys, entries: raffle.entries })
    expect(whole.valid).toBe(true)
    expect(whole.chains[0]?.detail).toBe('complete: nonces 0 to 0, none missing, none drawn twice')
    expect(inPython(drawn.receipt, evidence)).toBe(JSON.stringify(drawn.values))
  })

  test('cannot be picked among several equal announcements: each has its own hash, which its draw names', async () => {
    const [one, other] = [await announce(), await announce()]
    expect(one.sha256).not.toBe(other.sha256)
    expect((await service.app.inject(`/commitments/${one.id}`)).json().sha256).toBe(one.sha256)
    nowMs = after
    const drawn = (await post('/draws', { ...raffle, commitment: one.id, seed_from })).json()
    expect(drawn.receipt.settings.previous).toBe(one.sha256)
  })

  test('cannot be changed afterwards: another list, another order, another number, another round', async () => {
    const { id } = await announce()
    nowMs = after
    const wish = { ...raffle, commitment: id, seed_from }
    for (const other of [{ entries: raffle.entries.toReversed() }, { entries: ['Ada', 'Bob'] }, { count: 1 }]) {
      const answer = await post('/draws', { ...wish, ...other })
      expect([answer.statusCode, answer.json().detail]).toEqual([
        409,
        'The commitment announced another draw: send exactly what was announced.',
      ])
    }
    const round = await post('/draws', { ...wish, seed_from: { beacon: 'drand', round: 123 } })
    expect([round.statusCode, round.json().detail]).toEqual([409, 'The commitment announced round 1000, not 123.'])
    const stranger = (await makeKey(service.app, await signUp(service.app), 'draws')).headers
    expect(
      (await service.app.inject({ method: 'POST', url: '/draws', payload: wish, headers: stranger })).statusCode,
    ).toBe(404)
    expect((await post(`/commitments/${id}/reveal`, {})).statusCode).toBe(404)
  })

  test('is the same for many requests at once', async () => {
    const { id } = await announce()
    nowMs = after
    const wish = { ...raffle, commitment: id, seed_from: { ...seed_from, signature } }
    const all = await Promise.all(Array.from({ length: 5 }, () => post('/draws', wish)))
    expect(new Set(all.map(({ body }) => body)).size).toBe(1)
    expect(all[0]?.statusCode).toBe(200)
  })

  test('a round that is already public cannot be announced', async () => {
    nowMs = after
    const answer = await post('/commitments', { seed_from, draw: raffle })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toEqual([
      {
        loc: ['body', 'seed_from', 'round'],
        msg: 'Round 1000 is public since 2023-08-23T15:59:24.000Z, or will be in a moment. Announce a later round.',
        type: 'value_error',
      },
    ])
    nowMs = drandRoundMs(ROUND) - 2_999
    expect((await post('/commitments', { seed_from, draw: raffle })).statusCode).toBe(422)
    const far = { beacon: 'drand', round: ROUND + 100_000_000 }
    expect((await post('/commitments', { seed_from: far, draw: raffle })).json().detail[0].msg).toMatch(/five years/)
  })

  test.each([
    [{ seed_from }, 'draw'],
    [{ draw: raffle }, 'draw'],
    [{ seed_from, draw: { ...raffle, seed: 1 } }, 'draw'],
    [{ seed_from, draw: raffle, draws_max: 2 }, 'draws_max'],
    [{ seed_from: { beacon: 'nist', round: 1 }, draw: raffle }, 'seed_from'],
    [{ seed_from: { beacon: 'drand', round: 0 }, draw: raffle }, 'seed_from'],
  ])('%j is rejected', async (payload, field) => {
    const answer = await post('/commitments', payload)
    expect([answer.statusCode, answer.json().detail[0].loc[1]]).toEqual([422, field])
  })

  test('an announcement after its round was public is invalid, no matter who signed it', async () => {
    const { receipt } = await announce()
    const late = { ...receipt, issued_at: '2023-08-23T15:59:24.000Z' }
    expect(verifyReceipt(late, { keys: await keys() }).valid).toBe(false)
    expect(verifyReceipt(receipt, { keys: await keys() }).complete).toBe(true)
  })
})

describe('a draw from a round', () => {
  const dice = { kind: 'dice', dice: '3d6' }
  beforeEach(() => {
    nowMs = after
  })

  test('alone is the same for everybody, and says that nothing was announced', async () => {
    const [one, two] = await Promise.all([
      post('/draws', { ...dice, seed_from }),
      post('/draws', { ...dice, seed_from }),
    ])
    expect(one?.json().values).toEqual(two?.json().values)
    const { complete, checks } = verifyReceipt(one?.json().receipt, { keys: await keys() })
    expect(complete).toBe(true)
    expect(checks.find(({ name }) => name === 'beacon')?.detail).toMatch(
      /Nothing here shows that the round was announced/,
    )
  })

  test('accepts the signature from the caller if the deployment fetches none, and rejects a forged one', async () => {
    const none = await post('/draws', { ...dice, seed_from }, bare.app)
    expect([none.statusCode, none.json().detail]).toEqual([503, expect.stringContaining('setting BEACONS')])
    const given = await post('/draws', { ...dice, seed_from: { ...seed_from, signature } }, bare.app)
    expect(given.statusCode).toBe(200)
    for (const forged of [SIGNATURES[123], `c0${'0'.repeat(94)}`, 'f'.repeat(96)]) {
      const answer = await post('/draws', { ...dice, seed_from: { ...seed_from, signature: forged } }, bare.app)
      expect([answer.statusCode, answer.json().detail[0].msg]).toEqual([
        422,
        "This is not drand's signature of round 1000",
      ])
    }
    const short = await post('/draws', { ...dice, seed_from: { ...seed_from, signature: 'ab' } }, bare.app)
    expect(short.statusCode).toBe(422)
    expect((await post('/draws', { ...dice, seed: 1, seed_from })).json().detail[0].loc).toEqual(['body', 'seed'])
  })

  test.each([
    [
      'another round',
      () => ({ status: 200, body: JSON.stringify({ signature: SIGNATURES[123] }) }),
      /that is not drand's/,
    ],
    ['an error', () => ({ status: 500, body: 'no' }), /No beacon host returned round 1000/],
    ['no JSON', () => ({ status: 200, body: '<html>' }), /No beacon host/],
    ['too much', () => ({ status: 200, body: ' '.repeat(10_000) }), /No beacon host/],
    ['a redirect', () => ({ status: 302, body: '' }), /No beacon host/],
  ])('is a 502 if the host answers with %s', async (_, answer, words) => {
    answerWith = answer
    const found = await post('/draws', { ...dice, seed_from })
    expect([found.statusCode, found.json().detail]).toEqual([502, expect.stringMatching(words)])
  })
})

/** What verify.py computes from the receipt alone. */
function inPython(receipt: object, { keys: [trusted = ''], entries }: { keys: string[]; entries: string[] }): string {
  const script = `
import json, sys
sys.path.insert(0, sys.argv[1])
import verify
given = verify.read_json(sys.stdin.read())
checks, outcome = verify.verify(given["receipt"], [sys.argv[2]], None, given["entries"])
assert verify.state_of(checks) == "verified", checks
import verify_beacon
assert verify_beacon.is_drand_round(${ROUND + 1}, "${signature}") is False
print(json.dumps(outcome, ensure_ascii=False, separators=(",", ":")))`
  const folder = fileURLToPath(new URL('../../../../docs', import.meta.url))
  const input = JSON.stringify({ receipt, entries })
  return execFileSync('python3', ['-B', '-c', script, folder, trusted], { input, encoding: 'utf8' }).trim()
}
