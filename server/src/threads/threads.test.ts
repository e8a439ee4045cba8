import { expect, test } from 'vitest'
import { type Outcome, openThreads, type Reply, type RunOptions, type Thread, type ThreadsParts } from './threads.ts'

interface Done {
  readonly value: string
}

interface Played extends Thread<string, Done> {
  /** The jobs it was given, in order. */
  readonly asked: string[]
  running: string | undefined
  reply(reply?: Reply<Done>): void
}

function play(): Played {
  let handOver: (reply: Reply<Done>) => void = () => {}
  const thread: Played = {
    asked: [],
    running: undefined,
    run(job, reply) {
      thread.asked.push(job)
      thread.running = job
      handOver = reply
    },
    isDead: () => false,
    stop: async () => void thread.asked.push('terminate'),
    reply(reply = { value: thread.running ?? '' }) {
      thread.running = undefined
      handOver(reply)
    },
  }
  return thread
}

function open(parts: Partial<ThreadsParts<string, Done>> = {}) {
  const threads: Played[] = []
  const timers: { delayMs: number; fire: () => void; isOff: boolean }[] = []
  const pool = openThreads<string, Done>({
    threads: 1,
    startThread() {
      const thread = play()
      threads.push(thread)
      return thread
    },
    queueMaxPerThread: 4,
    timeoutMs: 1_000,
    graceMs: 10,
    after(delayMs, fire) {
      const timer = { delayMs, fire, isOff: false }
      timers.push(timer)
      return () => {
        timer.isOff = true
      }
    },
    ...parts,
  })
  const outcomes = new Map<string, Outcome<Done>>()
  const run = (job: string, options: Partial<RunOptions> = {}) =>
    void pool.run(job, { owner: job.slice(0, 1), cost: 1, ...options }).then((outcome) => outcomes.set(job, outcome))
  return { run, threads, timers, outcomes, thread: () => threads[0] as Played }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('owners take turns, in whatever order they came and however much they send', async () => {
  const { run, thread } = open()
  for (const job of ['a1', 'a2', 'a3', 'b1', 'c1']) run(job, { cost: 5 })
  for (let round = 0; round < 5; round++) thread().reply()
  expect(thread().asked).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('a short job of another owner goes before a long one that waits', () => {
  const { run, thread } = open()
  run('a1', { cost: 1 })
  run('b1', { cost: 100 })
  run('c1', { cost: 2 })
  for (let round = 0; round < 3; round++) thread().reply()
  expect(thread().asked).toEqual(['a1', 'c1', 'b1'])
})

test('a job whose turn is over continues on the same thread, after jobs of others that were due before its end', async () => {
  const { run, threads, outcomes } = open({ threads: 2 })
  run('a1', { cost: 100 })
  run('b1', { cost: 100 })
  run('c1', { cost: 1 })
  threads[0]?.reply({ unfinished: true })
  threads[1]?.reply({ unfinished: true })
  threads[0]?.reply()
  expect(threads.map(({ asked }) => asked)).toEqual([
    ['a1', 'c1', 'a1'],
    ['b1', 'b1'],
  ])
  for (const thread of threads) thread.reply()
  await settle()
  expect(['a1', 'b1', 'c1'].map((job) => outcomes.get(job))).toMatchObject([DONE, DONE, DONE])
})

const DONE = { outcome: 'done' }

test('a running job whose time is up ends with its turn, and its thread is kept', async () => {
  const { run, threads, thread, timers, outcomes } = open()
  run('a1', { cost: 100 })
  run('a2', { cost: 100 })
  timers[0]?.fire()
  await settle()
  expect(outcomes.get('a1')).toEqual({ outcome: 'timed_out', begun: true })
  thread().reply({ unfinished: true })
  expect([thread().asked, threads.length, timers.at(-1)?.isOff]).toEqual([['a1', 'a2'], 1, true])
})

test('a job that never started is reported as such when its time is up', async () => {
  const { run, timers, outcomes } = open()
  run('a1')
  run('a2')
  timers[1]?.fire()
  await settle()
  expect(outcomes.get('a2')).toEqual({ outcome: 'timed_out', begun: false })
})

test('a thread that does not stop is ended after a while', async () => {
  const { run, threads, timers } = open()
  run('a1')
  run('a2')
  timers[0]?.fire()
  const grace = timers.at(-1)
  expect([threads.length, grace?.isOff]).toEqual([1, false])
  grace?.fire()
  expect([threads[0]?.asked, threads[1]?.asked]).toEqual([['a1', 'terminate'], ['a2']])
})

test('in a full queue, the owner with the most jobs loses one to an owner with fewer', async () => {
  const { run, outcomes } = open()
  for (const job of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']) run(job)
  await settle()
  expect([...outcomes]).toEqual([['a5', { outcome: 'overloaded' }]])
  run('b1')
  run('b2')
  run('b3')
  await settle()
  expect([...outcomes.keys()].sort()).toEqual(['a3', 'a4', 'a5', 'b3'])
})

test('a thread for short jobs takes no long one, however many wait', () => {
  const { run, threads } = open({ shortMax: 10 })
  run('a1', { cost: 100 })
  run('a2', { cost: 100 })
  run('b1', { cost: 1 })
  expect(threads.map(({ asked }) => asked)).toEqual([['b1'], ['a1']])
})
