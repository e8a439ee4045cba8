import { type DrawnSettings, entriesHash, type Receipt } from '@equipoise/engine'
import { openAnalyzer } from '@equipoise/score/weights'
import { expect, test } from 'vitest'
import { KEY, signed, signedChain, signedRoundDraw } from '../../../engine/test/signed-receipts.ts'
import { drawSample, EVEN_HANDED, evenHandedPairs, promptSetOf } from '../sets/sets.ts'
import { buildReport, fixedSeedOf, htmlReport, receiptContent, type Sample, verifyAudit } from './report.ts'

const analyze = openAnalyzer({ tier: 'fast' })
const set = promptSetOf(EVEN_HANDED, evenHandedPairs())
const ids = set.pairs.map(({ id }) => id)
const DRAW: DrawnSettings = { kind: 'sample', size: ids.length, count: 2, entries: entriesHash(ids) }
const CREATED = '2026-11-17T12:00:00.000Z'

const announced = signedRoundDraw(DRAW)
const committed = signedChain(1, 1, DRAW)

function reportOn(sample: Sample, askedFrom = '2026-11-17T11:00:00.000Z') {
  const answered = drawSample(set.pairs, { seed: sample.seed, count: 2 }).map((pair) => {
    return { ...pair, answer_a: 'It is said to be cheap.', answer_b: 'It is said to be dear.' }
  })
  const asked = {
    provider: 'p',
    model: 'm',
    host: 'h',
    from: askedFrom,
    until: askedFrom,
    answers: 4,
    retried: 0,
    cached: 0,
    cut: 0,
  }
  const source = { source: 'asked', asked } as const
  return buildReport({ createdAt: CREATED, source, mode: 'ab', set, sample, answered, analyze })
}

/** A report that says that these receipts fixed its seed. */
const fixedBy = (receipts: readonly Receipt[], more: Partial<Sample> = {}, askedFrom?: string) =>
  reportOn({ seed: fixedSeedOf(receipts).seed, count: 2, fixed_by: receipts, ...more }, askedFrom)

function seedCheck(report: object, keys = [KEY], pairs = set.pairs) {
  return verifyAudit(report, { analyze, pairs, keys }).find(({ name }) => name === 'seed')
}

const CHOSEN = "The sample's seed was chosen by the account; nothing shows that it was the first."

test('a seed that was not fixed is said to be chosen, in the receipt, on the page and in the check', () => {
  const report = reportOn({ seed: 'pinned', count: 2 })
  expect(receiptContent(report).seed_origin).toBe('chosen')
  expect(htmlReport(report).replaceAll('&#39;', "'")).toContain(CHOSEN)
  expect(seedCheck(report)).toMatchObject({ state: 'passed', detail: CHOSEN })
})

test.each([
  [
    'announced',
    announced,
    /fixed beforehand: it was announced on 23 August 2023, 15:00 UTC, before round 1000 of drand was public \(23 August 2023, 15:59 UTC\)\. Nothing shows how many other commitments were made\.$/,
  ],
  ['committed', committed, /fixed beforehand: it is the one draw of a commitment of 1 March 2026, 09:31 UTC/],
] as const)('a seed that was %s is verified from its receipts', (origin, receipts, sentence) => {
  const report = fixedBy(receipts)
  expect(receiptContent(report).seed_origin).toBe(origin)
  expect(seedCheck(report)).toMatchObject({ state: 'passed', detail: expect.stringMatching(sentence) })
  expect(seedCheck(report, [])).toMatchObject({ state: 'skipped' })
})

test('a report of a service says how many other commitments the account made', () => {
  const from = '2026-10-18T00:00:00.000Z'
  const sentence = (commitments: NonNullable<Sample['commitments']>) =>
    seedCheck(fixedBy(announced, { commitments }))?.detail
  expect(sentence({ from, made: 1, deleted: 0 })).toMatch(
    /The account made no other commitment from 18 October 2026 on/,
  )
  expect(sentence({ from, made: 9, deleted: 7 })).toMatch(/account made 9 commitments, and deleted 7 of them\.$/)
})

const [commitment, draw] = announced
const late = signedRoundDraw(DRAW, '2023-08-23T15:59:24.000Z')
const forged = signed({
  ...draw,
  settings: {
    ...draw.settings,
    beacon: { ...(draw.settings as { beacon: object }).beacon, signature: 'a'.repeat(96) },
  },
})
test.each([
  ['made after the first answer', fixedBy(committed, {}, '2026-03-01T09:30:59.999Z'), 'fixed after it was used'],
  ['another seed than the receipts give', fixedBy(committed, { seed: 'mine' }), 'fixed another seed'],
  [
    'a round that was public already',
    reportOn({ seed: 'x', count: 2, fixed_by: late }),
    'Round 1000 was public before',
  ],
  ['a round that nobody announced', reportOn({ seed: 'x', count: 2, fixed_by: [draw] }), 'receipts of a commitment'],
  ['a signature that is not drand’s', fixedBy([commitment, forged]), "not drand's signature of round 1000"],
  [
    'one of two draws',
    reportOn({ seed: 'x', count: 2, fixed_by: signedChain(2, null, DRAW) }),
    'receipts of a commitment',
  ],
  [
    'a hidden second draw',
    reportOn({ seed: 'x', count: 2, fixed_by: signedChain(2, null, DRAW).toSpliced(2, 1) }),
    'more than this one draw',
  ],
  ['a draw of something else', reportOn({ seed: 'x', count: 2, fixed_by: signedChain(1, 1) }), 'a sample of the ids'],
  ['a draw of another size', fixedBy(signedRoundDraw({ ...DRAW, count: 3 })), 'of another sample'],
  [
    'a draw from other ids',
    fixedBy(signedRoundDraw({ ...DRAW, entries: entriesHash(['x']) })),
    'not the ones that were drawn from',
  ],
  ['a receipt that was changed', fixedBy([commitment, { ...draw, id: 'other' }]), 'changed after it was signed'],
  [
    'no list of receipts',
    { ...reportOn({ seed: 'x', count: 2 }), sample: { seed: 'x', count: 2, fixed_by: 7 } },
    'receipts of a commitment',
  ],
])('a seed that is said to be fixed by %s fails', (_, report, words) => {
  expect(seedCheck(report)).toMatchObject({ state: 'failed', detail: expect.stringContaining(words) })
})

test('receipts signed by somebody else do not fix the seed', () => {
  expect(seedCheck(fixedBy(announced), ['another'])).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('is not one that you trust'),
  })
})
