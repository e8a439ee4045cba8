// A headline claims only what was checked, in the engine and in docs/verify.py, which prints every sentence, not only the weakest.
import { expect, test } from 'vitest'
import { inPython } from '../../test/python.ts'
import {
  DECK,
  KEY,
  LOOT,
  SERVER_SEED,
  signedChain,
  signedDraw,
  signedMinimisation,
  signedPulls,
  signedRoundDraw,
} from '../../test/signed-receipts.ts'
import { type Receipt, verifyChain, verifyReceipt } from '../engine.ts'

const keys = [KEY]
const named = (receipts: readonly unknown[]) => receipts.map((receipt, i) => ({ name: `${i}`, receipt }))
const { player: _, ...unowned } = LOOT
const chain = signedChain(3)
const [allocation, assignment] = signedMinimisation()

const ALONE: readonly [receipt: Receipt, seed: string | undefined, proves: RegExp][] = [
  [signedDraw(DECK), undefined, /^Computed correctly\. Nothing shows that this was the only draw\.$/],
  [signedDraw(LOOT), undefined, /^Computed correctly\. Nothing shows that this was the only draw\.$/],
  [signedDraw(unowned), undefined, /only draw\. A guarantee that names no player cannot be followed/],
  [chain[1] as Receipt, SERVER_SEED, /committed to\. Only the other receipts of the commitment show/],
  [chain[0] as Receipt, undefined, /^A commitment to a server seed\. Only/],
  [chain.at(-1) as Receipt, undefined, /^The seed that was committed to\. Only/],
  [signedRoundDraw()[0], undefined, /^Announced before it could be known, by the time that the service signed\. Only/],
  [signedRoundDraw()[1], undefined, /public round\. Only the receipt of the announcement/],
  [
    allocation,
    undefined,
    /every arm follows from the seed that was committed to\. Nothing shows that this was the only allocation/,
  ],
  [
    assignment,
    'trial',
    /the arm follows from the seed that was committed to\. Nothing shows that this was the only allocation/,
  ],
]

test('one receipt proves what follows from it alone', () => {
  const found = ALONE.map(([receipt, seed]) => verifyReceipt(receipt, { keys, seed }).proves)
  ALONE.forEach(([, , proves], i) => {
    expect(found[i]).toMatch(proves)
  })
  const given = ALONE.map(([receipt]) => receipt)
  expect(inPython('[verify.proves(r) for r in given]', given)).toEqual(found)
  expect(verifyReceipt(chain[1], { keys }).proves).toBeUndefined()
})

const PUBLISHED = ' Make sure that the commitment was published before.'
const MIXED = 'These receipts do not prove the same. The weakest of them:'
const TOGETHER: readonly [receipts: readonly Receipt[], proves: string | undefined][] = [
  [chain, `One of 3 draws of this commitment, none missing.${PUBLISHED}`],
  [signedChain(1), `The one draw of this commitment, none missing.${PUBLISHED}`],
  [signedChain(0), `Nothing was drawn from this commitment.${PUBLISHED}`],
  [signedPulls(2), `One of 2 draws of this commitment, none missing.${PUBLISHED}`],
  [
    signedRoundDraw(),
    'Announced before it could be known, by the time that the service signed. Make sure that the announcement was published before.',
  ],
  [[signedDraw(DECK), signedDraw(LOOT, 'again')], 'Computed correctly. Nothing shows that this was the only draw.'],
  [[signedDraw(DECK), ...signedChain(1)], `${MIXED} Computed correctly. Nothing shows that this was the only draw.`],
  [[...chain, ...signedRoundDraw()], `${MIXED} One of 3 draws of this commitment, none missing.${PUBLISHED}`],
  [chain.slice(0, -1), undefined],
  [chain.toSpliced(2, 1), undefined],
]

test('a chain proves that no draw is missing, a round that nobody could know it; repeated draws from seeds prove neither', () => {
  expect(TOGETHER.map(([receipts]) => verifyChain(named(receipts), { keys }).proves)).toEqual(
    TOGETHER.map(([, proves]) => proves),
  )
  const complete = TOGETHER.filter(([, proves]) => proves !== undefined && !proves.startsWith(MIXED))
  expect(
    inPython(
      '[verify.prove_together([("", r) for r in one]) for one in given]',
      complete.map(([receipts]) => receipts),
    ),
  ).toEqual(complete.map(([, proves]) => proves))
})

test('the headline of several receipts is that of the weakest, and each draw has its own beside it', () => {
  const one = signedChain(1)
  const { receipts, proves } = verifyChain(named([signedDraw(DECK), ...one]), { keys })
  expect(proves).toBe(`${MIXED} ${receipts[0]?.proves}`)
  expect(receipts.map((found) => found.proves)).toEqual([
    'Computed correctly. Nothing shows that this was the only draw.',
    undefined,
    `The one draw of this commitment, none missing.${PUBLISHED}`,
    undefined,
  ])
  expect(inPython('verify.prove_together([("", r) for r in given])', [...one, signedDraw(DECK)])).toBe(
    `${receipts[0]?.proves} ${receipts[2]?.proves}`,
  )
})

test('an announcement says when its round is public, before the round as after it', () => {
  const [announced] = signedRoundDraw()
  const { detail } = verifyReceipt(announced, { keys }).checks.find(({ name }) => name === 'beacon') ?? {}
  expect(detail).toBe('Round 1000 is public from 2023-08-23T15:59:24.000Z on. It was announced before.')
  const inOther = 'next(c[2] for c in verify.verify(given, keys)[0] if c[0] == "beacon")'
  expect(inPython(inOther, announced)).toBe(detail)
})
