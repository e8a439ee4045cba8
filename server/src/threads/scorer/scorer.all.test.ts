import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Analysis } from '@equipoise/score'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startThread, type Thread } from '../threads.ts'
import { type Job, openScorer, type Scored, type Scorer } from './scorer.ts'

type Reply = Parameters<Parameters<Thread<Job, Scored>['run']>[1]>[0]

/** No test waits this long. */
const TIMEOUT_MS = 600_000

const ME = { owner: 'me' }
const ATTACK = 'The disastrous bill is a shameless gift to greedy corporate cronies.'

// A thread takes most of a second to load its model, so tests share two scorers; the threads of one are counted.
let shared: Scorer
let single: Scorer
let started = 0
beforeAll(() => {
  shared = openScorer({ which: 'default', threads: 2, timeoutMs: TIMEOUT_MS })
  single = openScorer({
    which: 'default',
    threads: 1,
    timeoutMs: TIMEOUT_MS,
    startThread(data) {
      started++
      return startThread({ beside: new URL('./scorer.ts', import.meta.url).href, data })
    },
  })
})
afterAll(async () => {
  await shared.close()
  await single.close()
})

test('the default tier uses the encoder, the fast tier the words alone, and both results name the tier', async () => {
  const [deep, fast] = [await shared.analyze(ATTACK, ME), await shared.analyze(ATTACK, { ...ME, tier: 'fast' })]
  expect(deep.modelVersion).toBe('3.0.0-default')
  expect(fast.modelVersion).toBe('1.3.0-default')
  expect(deep.ainScore).toBeLessThan(0.4)
})

test('texts scored concurrently get the same scores as alone', async () => {
  const texts = [ATTACK, 'The train leaves at nine.', 'Women belong in the kitchen.', 'Water boils at 100 degrees.']
  const together = await Promise.all([...texts, ...texts].map((text) => shared.analyze(text, ME)))
  for (const [at, text] of texts.entries()) {
    const alone = await shared.analyze(text, ME)
    expect(together[at]).toEqual(alone)
    expect(together[at + texts.length]).toEqual(alone)
  }
})

/** A thread that answers when the test tells it to. */
function slowThread(): Thread<Job, Scored> & { answer: (reply: Reply) => void } {
  let waiting: (reply: Reply) => void = () => undefined
  return {
    run: (_text, reply) => {
      waiting = reply
    },
    answer: (reply) => waiting(reply),
    isDead: () => false,
    stop: async () => undefined,
  }
}

test('a full queue rejects, a caller that hangs up leaves it, and a failing thread reports why', async () => {
  const threads: ReturnType<typeof slowThread>[] = []
  const start = () => {
    const thread = slowThread()
    threads.push(thread)
    return thread
  }
  const scorer = openScorer({ which: 'default', threads: 1, timeoutMs: TIMEOUT_MS, startThread: start })
  const score = (text: string, signal?: AbortSignal) => scorer.analyze(text, { ...ME, signal }) as Promise<unknown>
  // One thread is for short texts, one for all.
  const running = [score('first'), score('second')]
  const gone = new AbortController()
  const left = score('left', gone.signal)
  const waiting = Array.from({ length: 63 }, () => score('waiting'))
  await expect(score('one too many')).rejects.toThrow(/Too many texts/)
  gone.abort()
  await expect(left).rejects.toThrow(/hung up/)
  const next = score('next')
  for (const thread of threads) thread.answer({ cause: new Error('broken') })
  for (const one of running) await expect(one).rejects.toThrow('broken')
  const settled = Promise.allSettled([...waiting, next])
  await scorer.close()
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
})

test('every thread has scored a text before the service answers', async () => {
  const threads: ReturnType<typeof slowThread>[] = []
  const start = () => {
    const thread = slowThread()
    threads.push(thread)
    return thread
  }
  const scorer = openScorer({ which: 'default', threads: 3, timeoutMs: TIMEOUT_MS, startThread: start })
  let isWarm = false
  const warming = scorer.warm().then(() => {
    isWarm = true
  })
  const [first, ...others] = threads
  expect(others).toHaveLength(3)
  for (const thread of others) thread.answer({ cause: new Error('a thread that fails holds nobody up') })
  await nextTurn()
  expect(isWarm).toBe(false)
  first?.answer({ cause: new Error('the last one') })
  await warming
  await scorer.close()
})

const THINGS = ['train', 'ferry', 'parcel', 'garden', 'library', 'bakery', 'harbour']
const DEEDS = [
  'reached',
  'served',
  'passed',
  'supplied',
  'replaced',
  'followed',
  'crossed',
  'joined',
  'faced',
  'drew',
  'lost',
]

/** Some 4,000 characters. No sentence occurs twice, or in another text: a thread remembers sentences that it has read. */
function longText(nth: number): string {
  const sentences = Array.from({ length: 77 }, (_, at) => {
    const [thing, deed] = [THINGS[at % THINGS.length], DEEDS[at % DEEDS.length]]
    return `The ${thing} ${deed} the ${THINGS[(at + nth) % THINGS.length]} of the ${DEEDS[(at + nth) % DEEDS.length]} town.`
  })
  return [ATTACK, ...sentences].join(' ')
}

test('texts of one account are scored while another has many long ones in flight, whose scores are the same as alone', async () => {
  const texts = [1, 2, 3].map(longText)
  const alone = await Promise.all(texts.map((text) => shared.analyze(text, ME)))
  // Makes both threads load their model.
  await Promise.all([ATTACK, 'The train leaves at nine.'].map((text) => single.analyze(text, ME)))
  let done = 0
  const greedy = texts.map((text) => single.analyze(text, { owner: 'greedy' }) as Promise<Analysis>)
  const scored = Promise.all(greedy.map((text) => text.finally(() => done++)))
  // A sentence has a thread for itself; a longer text goes before the next turn of the long texts.
  for (const text of [ATTACK, longText(4).slice(0, 2_500)]) await single.analyze(text, { owner: 'innocent' })
  // One after the other, all long texts would be done by now.
  expect(done).toBeLessThan(texts.length)
  expect(await scored).toEqual(alone)
})

test('a text whose caller hangs up is not scored to its end, and the thread keeps its model', async () => {
  await single.analyze(ATTACK, ME)
  const gone = new AbortController()
  const endless = single.analyze(longText(5).repeat(40), { ...ME, signal: gone.signal }) as Promise<Analysis>
  const next = single.analyze(ATTACK, ME) as Promise<Analysis>
  gone.abort()
  await expect(endless).rejects.toThrow('hung up')
  expect((await next).ainScore).toBeLessThan(0.4)
  expect(started).toBe(2)
})

test('the fast tier also scores long texts on a thread, with the same result', async () => {
  const scorer = openScorer({ which: 'fast', threads: 1, timeoutMs: TIMEOUT_MS })
  try {
    const long = scorer.analyze(longText(1), ME)
    expect(long).toBeInstanceOf(Promise)
    expect((await long).modelVersion).toBe('1.3.0-default')
    const short = longText(1).slice(0, 2_000)
    const alone = scorer.analyze(short, ME)
    expect(alone).not.toBeInstanceOf(Promise)
    // Neither many short texts nor many own words are scored on the calling thread.
    const many = scorer.analyze(short, { ...ME, isOneOfMany: true })
    const own = scorer.analyze(short, { ...ME, flag: Array.from({ length: 21 }, (_, at) => ({ word: `word${at}` })) })
    expect([many, own].every((one) => one instanceof Promise)).toBe(true)
    expect(await Promise.all([many, own])).toEqual([alone, alone])
  } finally {
    await scorer.close()
  }
})
