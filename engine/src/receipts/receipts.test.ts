import { describe, expect, test } from 'vitest'
import { KEY, SERVER_SEED, signed, signedChain, signedDraw, signedLink } from '../../test/signed-receipts.ts'
import {
  entriesHash,
  type Receipt,
  receiptFacts,
  receiptHash,
  verdictOf,
  verifyChain,
  verifyReceipt,
} from '../engine.ts'

const keys = [KEY]
const dice = { kind: 'dice', dice: 3, sides: 6, modifier: 0, count: 2 }
const states = (receipt: unknown, evidence = {}) =>
  verifyReceipt(receipt, { keys, ...evidence }).checks.map(({ name, state }) => `${name} ${state}`)

describe('a receipt', () => {
  test('that is verified shows what was drawn', () => {
    const found = verifyReceipt(signedDraw(dice), { keys })
    expect(found).toMatchObject({ valid: true, complete: true, outcome: ['3 1 1 = 5', '5 3 2 = 10'] })
    expect(verdictOf(found).line).toBe('Computed correctly. Nothing shows that this was the only draw.')
    expect(receiptFacts(signedDraw(dice), found).map(({ name }) => name)).toEqual([
      'outcome',
      'receipt',
      'time',
      'seed',
      'key',
    ])
  })

  test('is not verified with the key that came with it, and nothing is computed', () => {
    const found = verifyReceipt(signedDraw(dice))
    expect(found).toMatchObject({ valid: false, complete: false })
    expect(found.outcome).toBeUndefined()
    expect(found.checks.map(({ name, state }) => `${name} ${state}`)).toEqual(['key skipped', 'signature passed'])
    expect(verdictOf(found)).toEqual({ state: 'unverified', line: 'not verified: pass the key you trust' })
    expect(verifyReceipt(signedDraw(dice), { keys: [] }).valid).toBe(false)
  })

  test('stops at the first check that fails', () => {
    const good = signedDraw(dice)
    expect(states({ ...good, digest: 'f'.repeat(64) })).toEqual(['key passed', 'signature failed'])
    expect(states(good, { keys: ['another'] })).toEqual(['key failed'])
    expect(states({ ...good, settings: { ...good.settings, count: 1e9 } })).toEqual(['receipt failed'])
    const entries = ['Ada', 'Grace', 'Linus']
    const winners = signedDraw({ kind: 'winners', size: 3, count: 1, entries: entriesHash(entries) })
    expect(states(winners, { entries: entries.toReversed() })).toEqual([
      'key passed',
      'signature passed',
      'entries failed',
    ])
    expect(states(winners)).toEqual(['key passed', 'signature passed', 'entries skipped', 'outcome passed'])
  })

  test('names the winners, and compares them with those that were announced', () => {
    const entries = ['Ticket 16', 'Ticket 17', 'Ticket 18']
    const winners = signedDraw({ kind: 'winners', size: 3, count: 1, entries: entriesHash(entries) })
    const { outcome: [winner = ''] = [] } = verifyReceipt(winners, { keys, entries })
    expect(entries).toContain(winner)
    expect(states(winners, { entries, expected: [winner] }).at(-1)).toBe('expected passed')
    const other = entries.filter((name) => name !== winner)
    const wrong = verifyReceipt(winners, { keys, entries, expected: other })
    expect(wrong.valid).toBe(false)
    expect(verdictOf(wrong).line).toBe(`FAILED: "${other[0]}" was announced, but not drawn.`)
  })

  test('accepts only one encoding of its signature and of its key', () => {
    const good = signedDraw(dice)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const field of ['signature', 'public_key'] as const) {
      const spelled = [...alphabet].map((last) => ({ ...good, [field]: good[field].slice(0, -1) + last }))
      const accepted = spelled.filter((one) => verifyReceipt(one, { keys: [...keys, one.public_key] }).valid)
      expect(accepted).toEqual([good])
      expect(verifyReceipt({ ...good, [field]: `${good[field]}=` }, { keys }).valid).toBe(false)
    }
  })

  const arms = [
    { name: 'A', weight: 1 },
    { name: 'B', weight: 1 },
  ]
  const allocation = { arms, block: 'permuted', block_sizes: [4], sha256: '0'.repeat(64), seed: 1 }
  const about = (subject: string, settings: object) => ({
    subject,
    version: subject === 'draw' ? 'outcomes/1' : 'allocation/1',
    settings,
    digest: '0'.repeat(64),
  })

  // All of them are signed with a trusted key, so only the range checks protect the reader.
  test.each([
    ['a billion numbers', about('draw', { ...dice, count: 1e9, seed: 1 })],
    ['a billion entries', about('draw', { kind: 'sample', size: 1e9, count: 1, seed: 1 })],
    ['no entries', about('draw', { kind: 'sample', size: 0, count: 0, seed: 1 })],
    ['half a number', about('draw', { ...dice, count: 1.5, seed: 1 })],
    ['a thousand dice a hundred thousand times', about('draw', { ...dice, dice: 1_000, count: 100_000, seed: 1 })],
    [
      'weights of 2^53',
      about('draw', { kind: 'choice', options: [{ name: 'a', weight: 2 ** 53 }], count: 1, seed: 1 }),
    ],
    ['a weight of 0', about('draw', { kind: 'choice', options: [{ name: 'a', weight: 0 }], count: 1, seed: 1 })],
    ['a seed and a commitment', about('draw', { ...dice, seed: 1, commitment: { id: 'c', sha256: '0'.repeat(64) } })],
    ['a kind from the prototype', about('draw', { kind: 'constructor', count: 1, seed: 1 })],
    ['a subject from the prototype', about('toString', { ...dice, seed: 1 })],
    ['a field too many', about('draw', { ...dice, seed: 1, more: 1 })],
    [
      'blocks of size 0',
      about('allocation', { ...allocation, block_sizes: [0], strata: [{ stratum: '', assigned: 1 }] }),
    ],
    ['no blocks', about('allocation', { ...allocation, block_sizes: [], strata: [{ stratum: '', assigned: 1 }] })],
    ['a billion people', about('allocation', { ...allocation, strata: [{ stratum: '', assigned: 1e9 }] })],
    [
      'a thousand million people',
      about('allocation', { ...allocation, strata: new Array(1_000).fill({ stratum: '', assigned: 1e6 }) }),
    ],
    ['half of a character', about('draw', { ...dice, seed: 1, kind: '\ud800' })],
    ['a control character', { ...about('draw', { ...dice, seed: 1 }), issuer: 'https://x\u001b[2J' }],
  ])('with %s is rejected at once', (_, fields) => {
    const { valid, checks } = verifyReceipt(signed(fields), { keys })
    expect(valid).toBe(false)
    expect(checks.at(-1)?.state).toBe('failed')
  })

  test.each([null, undefined, 1, 'text', [], {}, { type: 'equipoise-receipt/2' }, nested(20_000)])(
    'is invalid if it has the wrong shape',
    (given) => {
      expect(verifyReceipt(given, { keys })).toMatchObject({ valid: false, complete: false })
    },
  )
})

describe('the receipts of a commitment', () => {
  const named = (receipts: readonly unknown[]) => receipts.map((receipt, i) => ({ name: `${i}.json`, receipt }))
  const judged = (receipts: readonly unknown[]) => verifyChain(named(receipts), { keys })

  test('are complete with the receipt of the reveal, in any order', () => {
    const whole = judged(signedChain(42).toReversed())
    expect(whole).toMatchObject({ valid: true, complete: true })
    expect(whole.chains).toEqual([
      { commitment: 'c', state: 'complete', detail: 'complete: nonces 0 to 41, none missing, none drawn twice' },
    ])
    expect(judged(signedChain(0)).chains[0]?.detail).toBe('complete: nothing was drawn')
  })

  test('are complete without a reveal once all draws of the commitment are made', () => {
    const chain = signedChain(1, 1).slice(0, 2)
    expect(judged(chain).chains[0]?.state).toBe('complete')
    expect(verifyChain(named(chain), { keys, seed: SERVER_SEED }).complete).toBe(true)
    expect(judged(signedChain(2, 1)).chains[0]?.detail).toBe('the commitment serves 1 draws, not 2')
  })

  test('are open while there may be more', () => {
    const chain = signedChain(3)
    expect(judged(chain.slice(0, -1)).chains[0]?.state).toBe('open')
    expect(judged(chain.slice(1)).chains[0]?.state).toBe('open')
  })

  test('reveal a draw that was left out at the end, in the middle or at the start', () => {
    const chain = signedChain(5)
    expect(judged(chain.toSpliced(3, 1)).chains[0]?.detail).toBe('missing: nonces 2')
    expect(judged(chain.toSpliced(1, 1)).chains[0]?.detail).toBe('missing: nonces 0')
    expect(judged(chain.toSpliced(5, 1)).chains[0]?.detail).toBe('missing: nonces 4')
    expect(judged([chain[0], chain.at(-1)]).chains[0]?.detail).toBe('missing: nonces 0, 1, 2, 3, 4')
  })

  test('reveal a second draw with the same nonce, and one that does not follow the previous one', () => {
    const chain = signedChain(2)
    const second = signedLink(1, receiptHash(chain[1] as Receipt), { clientSeed: 'another' })
    expect(judged([...chain, second]).chains[0]?.detail).toBe('the nonce 1 was drawn twice: 2.json and 4.json')
    expect(judged([chain[0], chain[1], second, chain[3]]).chains[0]?.detail).toBe('3.json names another last receipt')
    const stray = signedLink(1, '0'.repeat(64))
    expect(judged([chain[0], chain[1], stray]).chains[0]?.detail).toBe('2.json does not follow the receipt before it')
    expect(judged([...chain, chain[2]])).toMatchObject({ complete: true })
  })

  test('do not hang on very large nonces', () => {
    const far = signedLink(Number.MAX_SAFE_INTEGER, '0'.repeat(64))
    expect(judged([far]).chains[0]?.detail).toBe('missing: nonces 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and more')
  })

  test('have a hash that does not depend on the key or the address', () => {
    const [commitment] = signedChain(0)
    const again = { ...(commitment as Receipt), issuer: 'https://other.example', public_key: 'x', signature: 'y' }
    expect(receiptHash(again)).toBe(receiptHash(commitment as Receipt))
    expect(receiptHash({ ...again, digest: '1' })).not.toBe(receiptHash(commitment as Receipt))
  })
})

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = { type: 'equipoise-receipt/2', settings: value }
  return value
}
