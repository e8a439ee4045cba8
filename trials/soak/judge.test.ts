import { expect, test } from 'vitest'
import { FAULTS, type Fault, planFaults } from './faults.ts'
import { accountFor, judgeFlatness, miscounted, type SeenResponse, undocumented, unexplained } from './judge.ts'

const DURATION_MS = 100_000
const margin = { times: 1.1, plus: 5 }

function seriesOf(valueAt: (atMs: number) => number) {
  const points = Array.from({ length: 100 }, (_, at) => ({ atMs: at * 1_000, value: valueAt(at * 1_000) }))
  return { name: 'memory', unit: 'MB', points, margin }
}
const flatnessOf = (valueAt: (atMs: number) => number) => judgeFlatness(seriesOf(valueAt), DURATION_MS)

test('what stays level, goes up and down, or falls is flat', () => {
  expect(flatnessOf(() => 100)).toMatchObject({ first: 100, last: 100, isFlat: true })
  expect(flatnessOf((atMs) => 100 + ((atMs / 1_000) % 10) * 20).isFlat).toBe(true)
  expect(flatnessOf((atMs) => 200 - atMs / 1_000).isFlat).toBe(true)
})

test('what grows by more than the margin is not flat, however it grows', () => {
  expect(flatnessOf((atMs) => 100 + atMs / 2_000)).toMatchObject({ isFlat: false })
  expect(flatnessOf((atMs) => (atMs < 60_000 ? 100 : 116)).isFlat).toBe(false)
  expect(flatnessOf((atMs) => (atMs < 60_000 ? 100 : 114)).isFlat).toBe(true)
})

test('growth during warm-up and single peaks do not count', () => {
  expect(flatnessOf((atMs) => (atMs < 9_000 ? 10 : 100)).isFlat).toBe(true)
  expect(flatnessOf((atMs) => (atMs === 90_000 ? 10_000 : 100)).isFlat).toBe(true)
})

test('without samples nothing is flat', () => {
  expect(judgeFlatness({ ...seriesOf(() => 1), points: [] }, DURATION_MS).isFlat).toBe(false)
  const early = seriesOf(() => 1).points.filter(({ atMs }) => atMs < 50_000)
  expect(judgeFlatness({ ...seriesOf(() => 1), points: early }, DURATION_MS).isFlat).toBe(false)
})

const fault = (kind: Fault['kind'], atMs: number): Fault => ({ kind, atMs, forMs: 0, untilMs: atMs + 5_000 })
const answer = (status: number, atMs: number, more: Partial<SeenResponse> = {}): SeenResponse => ({
  operation: 'POST /compute',
  status,
  startMs: atMs,
  endMs: atMs + 10,
  ...more,
})

test('an error needs a matching fault at the time', () => {
  const faults = [fault('database restarted', 10_000), fault('provider hangs', 30_000), fault('worker killed', 50_000)]
  const explained = [
    answer(200, 1),
    answer(402, 1),
    answer(503, 12_000),
    answer(503, 9_995),
    answer(504, 31_000, { operation: 'POST /ai/chat' }),
    answer(0, 50_000),
    answer(0, 1, { hungUp: true }),
  ]
  expect(unexplained(explained, faults)).toEqual([])
  const surprises = [
    answer(503, 20_000),
    answer(504, 31_000),
    answer(500, 12_000),
    answer(0, 12_000),
    answer(401, 12_000),
    answer(503, 51_000),
  ]
  expect(unexplained(surprises, faults)).toEqual(surprises)
})

test('a status that openapi.json does not describe is reported, whatever the fault', () => {
  const document = { paths: { '/compute': { post: { responses: { 200: {}, 503: {} } } } } }
  const odd = [answer(502, 1), answer(200, 1, { operation: 'GET /nowhere' })]
  expect(undocumented([answer(200, 1), answer(503, 1), answer(0, 1), ...odd], document)).toEqual(odd)
})

const cost = { account: 'one', meter: 'compute', units: 6 }
const paid = (status: number, more: Partial<SeenResponse> = {}) => answer(status, 1, { cost, ...more })
const counted = (units: number, limit: number | null = null) => [{ account: 'one', meter: 'compute', units, limit }]

test('acknowledged requests are counted, and failed ones are not', () => {
  const accounts = accountFor([paid(200), paid(200), paid(503), paid(402)], [])
  expect(accounts).toEqual([{ account: 'one', meter: 'compute', acknowledged: 12, doubtful: 0 }])
  expect(miscounted(accounts, counted(12))).toEqual([])
  expect(miscounted(accounts, counted(11))).toEqual(['one, compute: 11 counted, 12 acknowledged, 0 in doubt'])
  expect(miscounted(accounts, counted(18))).toHaveLength(1)
  expect(miscounted(accounts, [])).toHaveLength(1)
})

test('a request that was cut off may be counted once or not at all', () => {
  const accounts = accountFor([paid(200), paid(0), paid(200, { hungUp: true })], [])
  for (const units of [6, 12, 18]) expect(miscounted(accounts, counted(units))).toEqual([])
  for (const units of [5, 19]) expect(miscounted(accounts, counted(units))).toHaveLength(1)
})

test('a stream that had started when its deadline passed is charged; other failed streams are not', () => {
  const begun = true
  expect(accountFor([paid(504, { begun }), paid(504), paid(502, { begun })], [])[0]?.acknowledged).toBe(6)
})

test('the refund of an error is lost only if a worker is killed soon after', () => {
  expect(accountFor([paid(503)], [fault('worker killed', 2_000)])[0]?.doubtful).toBe(6)
  expect(accountFor([paid(503)], [fault('worker killed', 60_000)])[0]?.doubtful).toBe(0)
  expect(accountFor([paid(503)], [fault('database restarted', 2_000)])[0]?.doubtful).toBe(0)
})

test('nobody gets more than the plan allows, or is charged for what they did not request', () => {
  const accounts = accountFor([paid(200), paid(200)], [])
  expect(miscounted(accounts, counted(12, 12))).toEqual([])
  expect(miscounted(accounts, counted(12, 11))).toEqual(['one, compute: 12 counted, 11 allowed'])
  expect(miscounted([], counted(6))).toEqual(['one, compute: 6 counted, and nobody asked for them'])
})

test.each([1, 10, 60])(
  'a plan for %s minutes has every fault, none at the start or the end, and is fixed by its seed',
  (minutes) => {
    const durationMs = minutes * 60_000
    const plan = planFaults({ durationMs, seed: 1 })
    expect(new Set(plan.map(({ kind }) => kind)).size).toBe(Object.keys(FAULTS).length)
    expect(plan[0]?.atMs).toBeGreaterThanOrEqual(durationMs * 0.1)
    expect(plan.at(-1)?.atMs).toBeLessThan(durationMs * 0.85)
    expect(plan).toEqual(planFaults({ durationMs, seed: 1 }))
    expect(plan).not.toEqual(planFaults({ durationMs, seed: 2 }))
  },
)
