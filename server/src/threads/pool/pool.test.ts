import { compute, reportCompute, reportSweep, sweep } from '@equipoise/engine'
import { afterEach, describe, expect, it } from 'vitest'
import type { Thread } from '../threads.ts'
import { type Host, thisMachine } from './host.ts'
import type { Json } from './job.ts'
import { type Caller, type Job, type Outcome, openPool, type Pool } from './pool.ts'

type Reply = Json | { readonly cause: unknown }

const TIMEOUT_MS = 2_000
const large: Job = { kind: 'sweep', setting: { N: 9, samples: 2_000, steps: 50, seed: 'large' } }
const small: Job = { kind: 'compute', setting: { bias: 0.3, N: 9, samples: 1_000, seed: 'small' } }

function callerOf(signal: AbortSignal): Caller {
  return { owner: 'somebody', isGone: () => signal.aborted, signal: () => signal }
}

const STAYS = callerOf(new AbortController().signal)

describe('the pool', () => {
  it('runs a small job at once without a thread', async () => {
    const { pool, threads } = fakePool()
    expect(await pool.run(small, STAYS)).toEqual({ outcome: 'done', json: smallJson() })
    expect(threads.flatMap((thread) => thread.jobs)).toEqual([])
  })

  it('sends a job predicted above half a millisecond to a thread, measured for this machine', async () => {
    const fast = fakePool({ callMs: 0.01 })
    expect((await fast.pool.run(large, STAYS)).outcome).toBe('done')
    const slow = fakePool({ callMs: 1_000 })
    void slow.pool.run(small, STAYS)
    await turn()
    expect(slow.threads[0]?.jobs).toEqual([small])
  })

  it('gives the next job in the queue to the first free thread', async () => {
    const { pool, threads } = fakePool({ threads: 2 })
    const outcomes = [1, 2, 3].map((samples) => pool.run(largeOf(samples), STAYS))
    await turn()
    expect(threads.map((thread) => thread.jobs.length)).toEqual([1, 1])
    threads[1]?.reply({ json: '"second"' })
    await turn()
    expect(threads[1]?.jobs).toEqual([largeOf(2), largeOf(3)])
    threads[1]?.reply({ json: '"third"' })
    threads[0]?.reply({ json: '"first"' })
    expect(await Promise.all(outcomes)).toEqual(
      ['"first"', '"second"', '"third"'].map((json) => ({ outcome: 'done', json })),
    )
  })

  it('is overloaded from the seventeenth waiting job per thread on', async () => {
    const { pool, threads } = fakePool()
    const outcomes = Array.from({ length: 18 }, () => pool.run(large, STAYS))
    expect(await outcomes[17]).toEqual({ outcome: 'overloaded' })
    for (let i = 0; i < 17; i++) threads[0]?.reply({ json: '{}' })
    expect((await Promise.all(outcomes.slice(0, 17))).every(({ outcome }) => outcome === 'done')).toBe(true)
    expect(threads[0]?.jobs).toHaveLength(17)
  })

  it('stops and replaces the thread of a job that exceeds its deadline, and continues', async () => {
    const { pool, threads, timers } = fakePool()
    const late = pool.run(largeOf(1), STAYS)
    const next = pool.run(largeOf(2), STAYS)
    await turn()
    timers[0]?.fire()
    expect(await late).toEqual({ outcome: 'timed_out', begun: true })
    expect(threads.map((thread) => thread.stopped)).toEqual([true, false])
    expect(threads[1]?.jobs).toEqual([largeOf(2)])
    threads[1]?.reply({ json: '2' })
    expect(await next).toEqual({ outcome: 'done', json: '2' })
    expect(timers.map(({ delayMs, cancelled }) => ({ delayMs, cancelled }))).toEqual([
      { delayMs: TIMEOUT_MS, cancelled: false },
      { delayMs: TIMEOUT_MS, cancelled: true },
    ])
  })

  it('counts the wait in the queue against the deadline, without touching the thread', async () => {
    const { pool, threads, timers } = fakePool()
    void pool.run(largeOf(1), STAYS)
    const waiting = pool.run(largeOf(2), STAYS)
    await turn()
    timers[1]?.fire()
    expect(await waiting).toEqual({ outcome: 'timed_out', begun: false })
    threads[0]?.reply({ json: '1' })
    await turn()
    expect(threads.map(({ stopped, jobs }) => ({ stopped, jobs }))).toEqual([{ stopped: false, jobs: [largeOf(1)] }])
  })

  it('drops an abandoned job from the queue', async () => {
    const { pool, threads, timers } = fakePool()
    void pool.run(largeOf(1), STAYS)
    const gone = new AbortController()
    const waiting = pool.run(largeOf(2), callerOf(gone.signal))
    await turn()
    gone.abort()
    expect(await waiting).toEqual({ outcome: 'abandoned', begun: false })
    threads[0]?.reply({ json: '1' })
    expect(threads[0]?.jobs).toEqual([largeOf(1)])
    expect(timers.every((timer) => timer.cancelled)).toBe(true)
  })

  it('lets an abandoned job that is running finish, within its deadline', async () => {
    const { pool, threads, timers } = fakePool()
    const gone = new AbortController()
    const running = pool.run(largeOf(1), callerOf(gone.signal))
    await turn()
    gone.abort()
    expect(await running).toEqual({ outcome: 'abandoned', begun: true })
    expect(timers[0]?.cancelled).toBe(false)
    timers[0]?.fire()
    expect(threads.map((thread) => thread.stopped)).toEqual([true, false])
  })

  it('does not start a job that was abandoned before', async () => {
    const { pool } = fakePool()
    expect(await pool.run(small, callerOf(AbortSignal.abort()))).toEqual({ outcome: 'abandoned', begun: false })
  })

  it('reports a crashed thread and replaces it only for the next job', async () => {
    const { pool, threads } = fakePool()
    const cause = new Error('out of memory')
    const first = pool.run(large, STAYS)
    await turn()
    threads[0]?.die(cause)
    expect(await first).toEqual({ outcome: 'failed', cause })
    expect(threads).toHaveLength(1)
    const second = pool.run(large, STAYS)
    await turn()
    threads[1]?.reply({ json: '{}' })
    expect(await second).toEqual({ outcome: 'done', json: '{}' })
  })

  it('fails waiting and running jobs when it is closed, and accepts no more', async () => {
    const { pool, threads, timers } = fakePool()
    const outcomes = [pool.run(large, STAYS), pool.run(large, STAYS)]
    await turn()
    await pool.close()
    for (const outcome of await Promise.all([...outcomes, pool.run(small, STAYS)]))
      expect(outcome.outcome).toBe('failed')
    expect(threads.every((thread) => thread.stopped)).toBe(true)
    expect(timers.every((timer) => timer.cancelled)).toBe(true)
  })
})

describe('the pool on real threads', () => {
  let opened: Pool | undefined
  afterEach(() => opened?.close())

  it('returns the same bytes as an inline run, and reports what a thread throws', async () => {
    opened = openPool({ timeoutMs: 60_000, host: { ...thisMachine, threads: 1, nowMs: slowClock() } })
    expect(await opened.run(large, STAYS)).toEqual({ outcome: 'done', json: reportSweep(sweep(largeSetting())) })
    expect(await opened.run(small, STAYS)).toEqual({ outcome: 'done', json: smallJson() })
    const bad: Job = { kind: 'compute', setting: { bias: 2, N: 9, samples: 100, seed: 1 } }
    expect(await opened.run(bad, STAYS)).toMatchObject({
      outcome: 'failed',
      cause: { message: 'bias must be within 0..1, not 2' },
    })
  })

  it('survives ending a running thread at the deadline', async () => {
    const timers: (() => void)[] = []
    const after: Host['after'] = (_delayMs, callback) => {
      timers.push(callback)
      return () => undefined
    }
    opened = openPool({ timeoutMs: TIMEOUT_MS, host: { ...thisMachine, threads: 1, nowMs: slowClock(), after } })
    const late: Promise<Outcome> = opened.run(large, STAYS)
    const next = opened.run(small, STAYS)
    await turn()
    timers[0]?.()
    expect(await late).toEqual({ outcome: 'timed_out', begun: true })
    expect(await next).toEqual({ outcome: 'done', json: smallJson() })
  })
})

interface FakeThread extends Thread<Job, Json> {
  jobs: Job[]
  stopped: boolean
  reply(reply: Reply): void
  die(cause: unknown): void
}

function fakePool({ threads: count = 1, callMs = 0.6 } = {}) {
  const threads: FakeThread[] = []
  const timers: { delayMs: number; fire(): void; cancelled: boolean }[] = []
  let nowMs = 0
  const host: Host = {
    threads: count,
    shortMaxUs: 0,
    startThread() {
      const thread = fakeThread()
      threads.push(thread)
      return thread
    },
    nowMs() {
      nowMs += callMs
      return nowMs
    },
    after(delayMs, fire) {
      const timer = { delayMs, fire, cancelled: false }
      timers.push(timer)
      return () => {
        timer.cancelled = true
      }
    },
  }
  return { pool: openPool({ timeoutMs: TIMEOUT_MS, host }), threads, timers }
}

function fakeThread(): FakeThread {
  let waiting: ((reply: Reply) => void) | undefined
  let dead = false
  const thread: FakeThread = {
    jobs: [],
    stopped: false,
    run(job, reply) {
      thread.jobs.push(job)
      waiting = reply
    },
    isDead: () => dead,
    async stop() {
      waiting = undefined
      thread.stopped = true
    },
    reply: (reply) => waiting?.(reply),
    die(cause) {
      dead = true
      waiting?.({ cause })
    },
  }
  return thread
}

/** Makes the machine seem so slow that every job goes to a thread. */
function slowClock(): () => number {
  let nowMs = 0
  return () => {
    nowMs += 1_000
    return nowMs
  }
}

function largeSetting() {
  if (large.kind !== 'sweep') throw new Error('the large job is a sweep')
  return large.setting
}

function largeOf(seed: number): Job {
  return { kind: 'sweep', setting: { ...largeSetting(), seed } }
}

function smallJson(): string {
  if (small.kind !== 'compute') throw new Error('the small job is a compute call')
  return reportCompute(compute(small.setting))
}

/** Lets pending promises settle. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

describe('anonymous work', () => {
  const anonymous = { anonymous: true, ...STAYS }

  it('waits behind the work of accounts, whenever it arrived', async () => {
    const { pool, threads } = fakePool()
    void pool.run(largeOf(1), STAYS)
    void pool.run(largeOf(2), anonymous)
    void pool.run(largeOf(3), STAYS)
    await turn()
    threads[0]?.reply({ json: '1' })
    threads[0]?.reply({ json: '3' })
    expect(threads[0]?.jobs).toEqual([largeOf(1), largeOf(3), largeOf(2)])
  })

  it('can fill its half of the queue while accounts still have all places', async () => {
    const { pool } = fakePool()
    const burst = Array.from({ length: 60 }, (_, at) => pool.run(largeOf(at), anonymous))
    const paid = Array.from({ length: 16 }, (_, at) => pool.run(largeOf(100 + at), STAYS))
    await turn()
    const overloaded = (outcomes: Promise<Outcome>[]) =>
      Promise.all(outcomes.map((one) => Promise.race([one, turn().then(() => undefined)]))).then(
        (ended) => ended.filter((one) => one?.outcome === 'overloaded').length,
      )
    expect([await overloaded(burst), await overloaded(paid)]).toEqual([60 - 9, 0])
  })
})
