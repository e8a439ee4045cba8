// One account has 16 jobs of a kind in flight, and another account sends one of another kind. The test counts jobs and turns of the real
// threads, so that a busy machine cannot fail it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuditor } from './auditor/auditor.ts'
import { thisMachine } from './pool/host.ts'
import { type Json, predictUs } from './pool/job.ts'
import { openPool, type Pool, type Job as PoolJob } from './pool/pool.ts'
import { openScorer, type Scored, type Job as Text } from './scorer/scorer.ts'
import { startThread, type Thread } from './threads.ts'

const GREEDY_JOBS = 16
/** One job or turn may start at the moment when the other account's job arrives. */
const BEFORE_MAX = 1
/** How much work of the first account may come before the other account's job, as a multiple of that job's cost. */
const COST_BEFORE_MAX = 4

/** Every kind of job. */
const POOL: { readonly [kind in PoolJob['kind']]: PoolJob } = {
  compute: { kind: 'compute', setting: { bias: 0.5, N: 9, samples: 50_000, seed: 1 }, withReport: true },
  sweep: { kind: 'sweep', setting: { N: 9, samples: 50_000, steps: 50, seed: 1 } },
  round: { kind: 'round', round: 1, signature: '8'.repeat(96) },
  odds: {
    kind: 'odds',
    table: { weights: [1, 9], pity: [{ items: [0], after: 1_000 }], state: [0] },
    pulls: 5_000,
    counts: undefined,
  },
  cards: { kind: 'cards', copies: Array(500).fill(3), counts: [1, 1, ...Array(498).fill(0)] },
}

interface Started<Job> {
  readonly job: Job
  /** Work on another thread delays nobody. */
  readonly thread: object
}

/** The same thread, recording each job or turn that it starts. */
function noting<Job, Answer extends object>(started: Started<Job>[], thread: Thread<Job, Answer>): Thread<Job, Answer> {
  return {
    ...thread,
    run(job, reply, id) {
      started.push({ job, thread })
      thread.run(job, reply, id)
    },
  }
}

/** How many jobs or turns the thread started after the other job arrived and before it ran. */
function startedBefore<Job>(started: readonly Started<Job>[], from: number, isTheirs: (job: Job) => boolean): number {
  const place = started.findIndex(({ job }, at) => at >= from && isTheirs(job))
  return started.slice(from, place).filter(({ thread }) => thread === started[place]?.thread).length
}

const caller = (owner: string) => ({ owner, isGone: () => false, signal: () => new AbortController().signal })

const started: Started<PoolJob>[] = []
let pool: Pool
beforeAll(() => {
  const beside = new URL('./pool/host.ts', import.meta.url).href
  const startNoted = () => noting<PoolJob, Json>(started, startThread({ beside }))
  pool = openPool({ timeoutMs: 600_000, host: { ...thisMachine, threads: 1, startThread: startNoted } })
})
afterAll(() => pool.close())

const kinds = Object.keys(POOL) as PoolJob['kind'][]
test.each(kinds.flatMap((greedy) => kinds.filter((kind) => kind !== greedy).map((kind) => [greedy, kind])))(
  '16 jobs of the kind %s of one account delay one of the kind %s by at most four times its own cost',
  async (greedyKind = 'compute', kind = 'compute') => {
    const [greedy, innocent] = [POOL[greedyKind], POOL[kind]]
    const flood = Array.from({ length: GREEDY_JOBS }, () => pool.run(greedy, caller('greedy')))
    const before = started.length
    expect((await pool.run(innocent, caller('innocent'))).outcome).toBe('done')
    const jobs = startedBefore(started, before, (job) => job.kind === kind) - BEFORE_MAX
    expect(jobs * predictUs(greedy, 1)).toBeLessThanOrEqual(COST_BEFORE_MAX * predictUs(innocent, 1))
    await Promise.all(flood)
  },
)

const longText = (nth: number) =>
  Array.from({ length: 150 }, (_, at) => `The report number ${nth * 1_000 + at} was read in the town hall.`).join(' ')

test('16 long texts of one account delay a text of another account by one turn of a thread', async () => {
  const turns: Started<Text>[] = []
  const beside = new URL('./scorer/scorer.ts', import.meta.url).href
  const scorer = openScorer({
    which: 'default',
    threads: 1,
    timeoutMs: 600_000,
    startThread: (data) => noting<Text, Scored>(turns, startThread({ beside, data })),
  })
  const flood = Promise.allSettled(
    Array.from({ length: GREEDY_JOBS }, (_, nth) => scorer.analyze(longText(nth), { owner: 'greedy' })),
  )
  for (const text of ['The vote is in May.', longText(99).slice(0, 3_000)]) {
    const before = turns.length
    await scorer.analyze(text, { owner: 'innocent' })
    expect(startedBefore(turns, before, (job) => job.text === text)).toBeLessThanOrEqual(BEFORE_MAX)
  }
  await scorer.close()
  await flood
})

test('16 pages of reports of one account delay a page of another account by the one that is being made', async () => {
  const auditor = openAuditor()
  const ended: string[] = []
  const page = (owner: string) =>
    auditor
      .page('{}', owner)
      .catch(() => 'this is no report')
      .finally(() => ended.push(owner))
  const flood = Array.from({ length: GREEDY_JOBS }, () => page('greedy'))
  await page('innocent')
  expect(ended.length - 1).toBeLessThanOrEqual(BEFORE_MAX)
  await Promise.all(flood)
  await auditor.close()
})
