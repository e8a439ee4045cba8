// Receipts of loot tables, decks and allocations without blocks: Node and Python, which share no code, give the same results.
import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DOCS, inPython } from '../../test/python.ts'
import {
  DECK,
  KEY,
  LOOT,
  signed,
  signedDraw,
  signedMinimisation,
  signedPulls,
  signedRoundDraw,
} from '../../test/signed-receipts.ts'
import {
  allocationArms,
  allocationDigest,
  planAllocation,
  type Receipt,
  receiptMessage,
  sha256Hex,
  verifyChain,
  verifyReceipt,
} from '../engine.ts'

const keys = [KEY]
const HASH = '0'.repeat(64)
const ARMS = [
  { name: 'A', weight: 3 },
  { name: 'B', weight: 2 },
]

function signedStick(): Receipt {
  const plan = planAllocation({ weights: [3, 2], block: 'big_stick', limit: 1 })
  const strata = ['Porto', 'Oslo'].map((stratum) => ({ stratum, assigned: 30 }))
  const arms = strata.map(({ stratum, assigned }) => allocationArms(plan, { seed: 7, stratum, count: assigned }))
  const settings = { arms: ARMS, block: 'big_stick', limit: 1, sha256: sha256Hex('7'), seed: 7, strata }
  return signed({ subject: 'allocation', version: 'allocation/1', settings, digest: allocationDigest(arms) })
}

test('both recompute the same loot, cards and arms', () => {
  const [closed, assigned] = signedMinimisation()
  const receipts = [signedDraw(LOOT), signedDraw(DECK), signedStick(), closed, assigned]
  const seeds = [undefined, undefined, undefined, undefined, 'trial']
  const found = receipts.map((receipt, i) => verifyReceipt(receipt, { keys, seed: seeds[i] }))
  expect(found.map(({ complete }) => complete)).toEqual([true, true, true, true, true])
  const given = receipts.map((receipt, i) => [receipt, seeds[i] ?? null])
  expect(inPython('[verify.verify(r, keys, s)[1] for r, s in given]', given)).toEqual(
    found.map(({ outcome }) => outcome),
  )
  // By this state the legendary item is due with the second pull.
  expect(found[0]?.outcome?.slice(0, 2)).toContain('legendary')
})

test('pulls of a player that do not continue the guarantees fail the chain', () => {
  const judged = (receipts: readonly Receipt[]) =>
    verifyChain(
      receipts.map((receipt, i) => ({ name: `${i}.json`, receipt })),
      { keys },
    ).chains.map(({ detail }) => detail)
  const [good, bad] = [signedPulls(4), signedPulls(4, [0, 0])]
  const details = [judged(good), judged(bad)]
  expect(details[0]).toEqual(['complete: nonces 0 to 3, none missing, none drawn twice'])
  expect(details[1]?.[0]).toMatch(
    /^4\.json does not continue the guarantees of "player 1842": 0,0 in place of \d+,\d+$/,
  )
  const named = (receipts: readonly Receipt[]) => receipts.map((receipt, i) => [`${i}.json`, receipt])
  expect(inPython('[[c[2] for c in verify.check_chain(one)] for one in given]', [named(good), named(bad)])).toEqual(
    details,
  )
})

const draw = (settings: object) => ({ subject: 'draw', version: 'outcomes/1', settings: { ...settings, seed: 1 } })
const allocation = (settings: object) => ({
  subject: 'allocation',
  version: 'allocation/1',
  settings: { arms: ARMS, sha256: sha256Hex('1'), seed: 1, strata: [{ stratum: '', assigned: 2 }], ...settings },
})
const FACTORS = [{ name: 'sex', levels: ['f', 'm'], weight: 1 }]
const minimised = { block: 'minimisation', factors: FACTORS, probability: 80, profiles: '01' }

// All of them are signed with a trusted key, so only the range checks protect the reader.
test('hostile ones are rejected by both, in the same words of state', () => {
  const hostile = [
    draw({ ...LOOT, state: [30, 0] }),
    draw({ ...LOOT, state: [0] }),
    draw({
      ...LOOT,
      pity: [
        { items: [0], after: 3 },
        { items: [1], after: 3 },
      ],
    }),
    draw({ ...LOOT, pity: [{ items: [2, 1], after: 3 }], state: [0] }),
    draw({ ...LOOT, pity: [{ items: [3], after: 3 }], state: [0] }),
    draw({
      ...LOOT,
      pity: [
        { items: [2], after: 1_000 },
        { items: [1, 2], after: 900 },
      ],
    }),
    draw({ ...LOOT, pity: [{ items: [2], after: 30, from: 2 }], state: [0] }),
    draw({ ...LOOT, items: [{ name: 'a', weight: 0 }] }),
    draw({ ...LOOT, items: [{ name: 'a', weight: 2 ** 53 }] }),
    draw({ ...LOOT, items: LOOT.items.map(({ name }) => ({ name, weight: 2 ** 52 })) }),
    draw({ ...LOOT, count: 1e9 }),
    draw({ ...DECK, count: 7 }),
    draw({ ...DECK, cards: [{ name: 'a', copies: -1 }] }),
    draw({
      ...DECK,
      cards: [
        { name: 'a', copies: 1e6 },
        { name: 'b', copies: 1 },
      ],
    }),
    allocation({ block: 'big_stick', limit: 0 }),
    allocation({ block: 'big_stick', limit: 1, block_sizes: [4] }),
    allocation({ block: 'permuted', limit: 1 }),
    allocation({ block: 'toString' }),
    allocation({ ...minimised, profiles: '02' }),
    allocation({ ...minimised, profiles: '0' }),
    allocation({ ...minimised, profiles: '0'.repeat(1e6) }),
    allocation({ ...minimised, probability: 101 }),
    allocation({ ...minimised, factors: [] }),
    allocation({ ...minimised, strata: [{ stratum: '', assigned: 1e6 }] }),
  ].map((fields) => signed({ ...fields, digest: HASH }))
  const found = hostile.map((receipt) =>
    verifyReceipt(receipt, { keys }).checks.map(({ name, state }) => `${name} ${state}`),
  )
  expect(found.filter((states) => !states.at(-1)?.endsWith('failed'))).toEqual([])
  const python = inPython('[["%s %s" % c[:2] for c in verify.verify(r, keys)[0]] for r in given]', hostile)
  expect(python).toEqual(found)
})

test('an announcement without its draw asks for the draw, because there is nothing to reveal', () => {
  const [announcement] = signedRoundDraw()
  const words = 'so far nothing was drawn. Add the receipt of the draw that was announced.'
  expect(verifyChain([{ name: 'a', receipt: announcement }], { keys }).chains[0]?.detail).toBe(words)
  expect(inPython('verify.check_chain([["a", given]])[0][2]', announcement)).toBe(words)
})

test('both ask for a newer program if the receipt has a later version', () => {
  const next = { ...signedDraw(DECK), type: 'equipoise-receipt/3' }
  const { checks } = verifyReceipt(next, { keys })
  expect(checks[0]?.detail).toMatch(/^This is an equipoise-receipt\/3.+Use a newer version of it\.$/)
  expect(inPython('verify.verify(given, keys)[0]', next)).toEqual([['receipt', 'failed', checks[0]?.detail]])
})

/** A private key whose public key starts with a hyphen, like one in 64. */
const HYPHENATED = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${'21'.padStart(64, '0')}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
})

test('verify.py accepts a key and a seed that start with a hyphen, as separate argument or with =', () => {
  const { x: key = '' } = createPublicKey(HYPHENATED).export({ format: 'jwk' })
  expect(key).toBe('-mLU3DYJV6Ej75jYvS8F5Zre6xyO33qzmpZHe4KZ0xg')
  const unsigned = { ...signedDraw(DECK), public_key: key }
  const signature = sign(null, receiptMessage(unsigned), HYPHENATED).toString('base64url')
  const input = JSON.stringify({ ...unsigned, signature })
  for (const options of [['--key', key], [`--key=${key}`], ['--key', key, '--seed', '-not-needed']]) {
    const printed = execFileSync('python3', ['-B', join(DOCS, 'verify.py'), '-', ...options], {
      input,
      encoding: 'utf8',
    })
    expect(printed.trim().split('\n').at(-1)).toBe('Computed correctly. Nothing shows that this was the only draw.')
  }
})
