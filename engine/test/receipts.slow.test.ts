// Node and Python, which share no code, agree on a thousand random receipts and on what is wrong with tampered ones.
import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocationArms, allocationDigest, planAllocation } from '../src/outcomes/allocation.ts'
import { commitmentOf, fairSeed } from '../src/outcomes/fair.ts'
import { drawOutcome, entriesHash, outcomeDigest } from '../src/outcomes/outcome.ts'
import { receiptMessage, verifyReceipt } from '../src/receipts/receipt.ts'
import { outcomeSettingOf } from '../src/receipts/receipt-settings.ts'

const RECEIPTS = 1_000
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const count = fc.integer({ min: 1, max: 20 })
const drawn = fc.oneof(
  fc.record({
    kind: fc.constant('integers'),
    min: fc.integer({ min: -1e6, max: 0 }),
    max: fc.integer({ min: 0, max: 2 ** 52 }),
    count,
  }),
  fc.record({
    kind: fc.constant('dice'),
    dice: fc.integer({ min: 1, max: 5 }),
    sides: fc.integer({ min: 2, max: 2 ** 31 }),
    modifier: fc.integer({ min: -9, max: 9 }),
    count,
  }),
  fc.record({
    kind: fc.constant('choice'),
    options: fc.array(fc.record({ name, weight: fc.integer({ min: 1, max: 1e6 }) }), { minLength: 1, maxLength: 6 }),
    count,
  }),
  fc
    .record({
      kind: fc.constantFrom('sample', 'winners'),
      list: fc.array(name, { minLength: 20, maxLength: 30 }),
      count,
    })
    .map(({ kind, list, count }) => ({ kind, size: list.length, count, entries: entriesHash(list) })),
)
const seed = fc.oneof(fc.maxSafeNat(), fc.stringMatching(/^[0-9A-Za-z_-]{1,40}$/))
const serverSeed = fc.stringMatching(/^[0-9a-f]{64}$/)

interface Case {
  receipt: object
  seed?: string
}

function signed(fields: object): object {
  const unsigned = {
    type: 'equipoise-receipt/1',
    id: 'id',
    issued_at: '2026-03-01T09:31:00.000Z',
    issuer: 'https://equipoise.example',
    ...fields,
    public_key: key,
  }
  return { ...unsigned, signature: sign(null, receiptMessage(unsigned as never), privateKey).toString('base64url') }
}

const draws = fc.record({ settings: drawn, seed }).map(
  ({ settings, seed }): Case => ({
    receipt: signed({
      subject: 'draw',
      version: 'outcomes/1',
      settings: { ...settings, seed },
      digest: outcomeDigest(drawOutcome(outcomeSettingOf(settings as never), seed)),
    }),
  }),
)
const committed = fc
  .record({ settings: drawn, serverSeed, client: name, nonce: fc.maxSafeNat() })
  .map(({ settings, serverSeed, client, nonce }): Case => {
    const commitment = { id: 'c', sha256: commitmentOf(serverSeed) }
    const outcome = drawOutcome(outcomeSettingOf(settings as never), fairSeed(serverSeed, client, nonce))
    const all = { ...settings, commitment, client_seed: client, nonce }
    return {
      receipt: signed({ subject: 'draw', version: 'outcomes/1', settings: all, digest: outcomeDigest(outcome) }),
      seed: serverSeed,
    }
  })
const allocations = fc
  .record({
    weights: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 4 }),
    block: fc.constantFrom('permuted' as const, 'equilibrium' as const),
    names: fc.array(name, { minLength: 1, maxLength: 3 }),
    assigned: fc.integer({ min: 0, max: 40 }),
    seed,
  })
  .map(({ weights, block, names, assigned, seed }): Case => {
    const plan = planAllocation({ weights, block })
    const strata = names.map((stratum) => ({ stratum, assigned }))
    const arms = strata.map(({ stratum }) => allocationArms(plan, { seed, stratum, count: assigned }))
    const settings = {
      arms: weights.map((weight, i) => ({ name: `arm ${i}`, weight })),
      block,
      block_sizes: plan.sizes,
      sha256: createHash('sha256').update(String(seed)).digest('hex'),
      seed,
      strata,
    }
    return {
      receipt: signed({ subject: 'allocation', version: 'allocation/1', settings, digest: allocationDigest(arms) }),
    }
  })

test('on 1,000 random receipts, half of them with a changed digest', () => {
  const random = fc.sample(fc.oneof(draws, committed, allocations), { numRuns: RECEIPTS, seed: 2026 })
  // A changed digest that is signed again: only computing the outcome again can find it.
  const cases = random.map((one, i) => (i % 2 ? one : { ...one, receipt: resigned(one.receipt) }))
  const here = cases.map(({ receipt, seed }) => statesOf(verifyReceipt(receipt, { keys: [key], seed }).checks))
  expect(here.filter((states) => states.includes('outcome failed'))).toHaveLength(RECEIPTS / 2)
  expect(here.filter((states) => states.includes('signature failed'))).toEqual([])
  const script = `
import json, sys
sys.path.insert(0, sys.argv[1])
import verify
cases = json.load(sys.stdin)
checks = [verify.check(c["receipt"], [sys.argv[2]], c.get("seed")) for c in cases]
print(json.dumps([["%s %s" % (name, state) for name, state, _ in check] for check in checks]))`
  const folder = fileURLToPath(new URL('../../docs', import.meta.url))
  const options = { input: JSON.stringify(cases), encoding: 'utf8' as const, maxBuffer: 1 << 26 }
  expect(JSON.parse(execFileSync('python3', ['-B', '-c', script, folder, key], options))).toEqual(here)
})

function resigned(receipt: object): object {
  const { signature: _, ...fields } = receipt as { signature: string; digest: string }
  return signed({ ...fields, digest: `f${fields.digest.slice(1).split('').reverse().join('')}` })
}

function statesOf(checks: { name: string; state: string }[]): string[] {
  return checks.map(({ name, state }) => `${name} ${state}`)
}
