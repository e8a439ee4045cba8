// Node and Python, which share no code, agree on a thousand random receipts and on what is wrong with tampered ones.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocationArms, allocationDigest, planAllocation } from '../src/outcomes/allocation.ts'
import { commitmentOf, fairSeed } from '../src/outcomes/fair.ts'
import { drawOutcome, entriesHash, outcomeDigest } from '../src/outcomes/outcome.ts'
import { outcomeSettingOf } from '../src/outcomes/outcomes.ts'
import { type Receipt, verifyChain, verifyReceipt } from '../src/receipts/receipts.ts'
import { inPython } from './python.ts'
import {
  KEY as key,
  SERVER_SEED,
  signed,
  signedChain,
  signedDraw,
  signedLink,
  signedRoundDraw,
} from './signed-receipts.ts'

const RECEIPTS = 1_000

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
    const all = { ...settings, commitment, client_seed: client, nonce, previous: commitment.sha256 }
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
  // Changes the digest and signs again, so that only recomputing the outcome can find it.
  const cases = random.map((one, i) => (i % 2 ? one : { ...one, receipt: resigned(one.receipt) }))
  const here = cases.map(({ receipt, seed }) => {
    const { checks, outcome = null } = verifyReceipt(receipt, { keys: [key], seed })
    return [statesOf(checks), outcome]
  })
  expect(here.filter(([states]) => states?.includes('outcome failed'))).toHaveLength(RECEIPTS / 2)
  expect(here.filter(([states]) => states?.includes('signature failed'))).toEqual([])
  const verified =
    '[(lambda found: [states(found[0]), found[1]])(verify.verify(c["receipt"], keys, c.get("seed"))) for c in given]'
  expect(inPython(verified, cases)).toEqual(here)
})

// Hostile receipts: every field is replaced by values that break programs, then signed again with a trusted key or left with the old
// signature.
test('on 3,000 mutated receipts, none of which takes either of them long', () => {
  const arms = [
    { name: 'A', weight: 2 },
    { name: 'B', weight: 1 },
  ]
  const chain = signedChain(2)
  const [announced, fromRound] = signedRoundDraw()
  const sources = [
    announced,
    signedDraw({ kind: 'dice', dice: 2, sides: 6, modifier: 1, count: 3 }),
    signedDraw({ kind: 'integers', min: -5, max: 5, count: 3 }),
    signedDraw({ kind: 'choice', options: arms, count: 3 }),
    signedDraw({ kind: 'winners', size: 5, count: 2, entries: entriesHash(['a', 'b', 'c', 'd', 'e']) }),
    ...chain,
    allocationOf(arms),
  ]
  const mutated = sources.flatMap((receipt) =>
    mutationsOf(receipt).map((one) => (isRecord(one) && one.signature === receipt.signature ? signedAgain(one) : one)),
  )
  // Checking a real signature takes Python a second, so there are only a few receipts with one.
  const { settings } = fromRound
  const beacon = 'beacon' in settings ? settings.beacon : undefined
  const rounds = [{ beacon }, { beacon: { ...beacon, round: 1001 } }, { previous: '0'.repeat(64) }, { seed: 1 }]
  mutated.push(
    ...rounds.map((other) => signed({ ...withoutSignature(fromRound), settings: { ...settings, ...other } })),
  )
  expect(mutated.length).toBeGreaterThan(3_000)
  const evidence = { keys: [key], seed: SERVER_SEED }
  const here = mutated.map((receipt) => statesOf(verifyReceipt(receipt, evidence).checks))
  expect(here.filter((states) => states.includes('receipt failed')).length).toBeGreaterThan(1_000)
  const there = inPython(`[states(verify.verify(r, keys, "${SERVER_SEED}")[0]) for r in given]`, mutated) as string[][]
  const different = here.flatMap((states, i) =>
    JSON.stringify(states) === JSON.stringify(there[i]) ? [] : [{ receipt: mutated[i], states, there: there[i] }],
  )
  expect(different).toEqual([])
})

test('on chains with missing, changed, duplicate and foreign receipts', () => {
  const whole = signedChain(6)
  const stray = signedLink(3, '0'.repeat(64))
  const chains = [
    whole,
    whole.toReversed(),
    ...whole.map((_, i) => whole.toSpliced(i, 1)),
    ...whole.map((_, i) => whole.toSpliced(i, 0, whole[i] as Receipt)),
    whole.with(4, stray),
    [...whole, stray],
    signedChain(3, 3).slice(0, -1),
    signedChain(3, 2),
    signedChain(0),
    signedRoundDraw(),
    [signedRoundDraw()[0]],
  ]
  const here = chains.map((receipts) => {
    const named = receipts.map((receipt, i) => ({ name: String(i), receipt }))
    return verifyChain(named, { keys: [key] }).chains.map(({ commitment, state, detail }) => [
      commitment,
      state,
      detail,
    ])
  })
  expect(new Set(here.map(([first]) => first?.[1])).size).toBe(3)
  const judged = '[verify.check_chain([(str(i), r) for i, r in enumerate(receipts)]) for receipts in given]'
  expect(inPython(judged, chains)).toEqual(here)
})

const HOSTILE = [
  null,
  true,
  -1,
  0,
  1,
  1.5,
  1e9,
  2 ** 53,
  '',
  'x',
  '0',
  '\ud800',
  '\u001b[2J',
  'A'.repeat(300),
  '__proto__',
  [],
  [0],
  {},
  { length: 1e9 },
]

/** Every field, at any depth, replaced by each hostile value, removed, and with an unknown field beside it. */
function mutationsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return [...HOSTILE, ...value.flatMap((item, i) => mutationsOf(item).map((other) => value.with(i, other)))]
  }
  if (!isRecord(value)) return HOSTILE
  const fields = Object.entries(value)
  return [
    ...HOSTILE,
    ...fields.flatMap(([name, item]) => mutationsOf(item).map((other) => ({ ...value, [name]: other }))),
    ...fields.map(([name]) => Object.fromEntries(fields.filter(([other]) => other !== name))),
    { ...value, unknown: 1 },
  ]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function withoutSignature({ signature: _, ...fields }: Receipt): object {
  return fields
}

function signedAgain({ signature: _, ...fields }: Record<string, unknown>): unknown {
  try {
    return signed(fields)
  } catch {
    return fields
  }
}

function allocationOf(arms: readonly { name: string; weight: number }[]): Receipt {
  const plan = planAllocation({ weights: arms.map(({ weight }) => weight), block: 'permuted' })
  const strata = [{ stratum: 'x', assigned: 4 }]
  return signed({
    subject: 'allocation',
    version: 'allocation/1',
    settings: {
      arms,
      block: 'permuted',
      block_sizes: plan.sizes,
      sha256: createHash('sha256').update('1').digest('hex'),
      seed: 1,
      strata,
    },
    digest: allocationDigest([allocationArms(plan, { seed: 1, stratum: 'x', count: 4 })]),
  })
}

function resigned(receipt: object): object {
  const { signature: _, ...fields } = receipt as { signature: string; digest: string }
  return signed({ ...fields, digest: `f${fields.digest.slice(1).split('').reverse().join('')}` })
}

function statesOf(checks: { name: string; state: string }[]): string[] {
  return checks.map(({ name, state }) => `${name} ${state}`)
}
