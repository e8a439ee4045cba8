import type { Analysis } from '@equipoise/score'
import { expect, test } from 'vitest'
import { startThread, type Thread } from '../threads.ts'
import { type Job, openScorer, type Scored } from './scorer.ts'

type Reply = Parameters<Parameters<Thread<Job, Scored>['run']>[1]>[0]

const ATTACK = 'The disastrous bill is a shameless gift to greedy corporate cronies.'

test('the default tier answers with the encoder, the fast tier by the words alone, and both say which', async () => {
  const scorer = openScorer({ which: 'default', threads: 1, timeoutMs: 60_000 })
  try {
    const [deep, fast] = [await scorer.analyze(ATTACK), await scorer.analyze(ATTACK, { tier: 'fast' })]
    expect(deep.modelVersion).toBe('2.2.0-default')
    expect(fast.modelVersion).toBe('1.2.0-default')
    expect(deep.ainScore).toBeLessThan(0.4)
  } finally {
    await scorer.close()
  }
})

test('texts scored side by side get the scores they get alone', async () => {
  const scorer = openScorer({ which: 'default', threads: 2, timeoutMs: 60_000 })
  const texts = [ATTACK, 'The train leaves at nine.', 'Women belong in the kitchen.', 'Water boils at 100 degrees.']
  try {
    const together = await Promise.all([...texts, ...texts].map((text) => scorer.analyze(text)))
    for (const [at, text] of texts.entries()) {
      const alone = await scorer.analyze(text)
      expect(together[at]).toEqual(alone)
      expect(together[at + texts.length]).toEqual(alone)
    }
  } finally {
    await scorer.close()
  }
})

/** A thread under the test's control: it answers when it is told to. */
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

test('a full queue is refused, a caller that hangs up leaves it, and a thread that fails says why', async () => {
  const threads: ReturnType<typeof slowThread>[] = []
  const start = () => {
    const thread = slowThread()
    threads.push(thread)
    return thread
  }
  const scorer = openScorer({ which: 'default', threads: 1, timeoutMs: 60_000, startThread: start })
  const score = (text: string, signal?: AbortSignal) => scorer.analyze(text, { signal }) as Promise<unknown>
  // One for short texts, one for all.
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

/** Some 4,000 characters. */
const LONG = `${ATTACK} The train leaves at nine. `.repeat(43)

test('texts of one account are scored while another one has many long ones in flight, and those get the same score as alone', async () => {
  const scorer = openScorer({ which: 'default', threads: 1, timeoutMs: 600_000 })
  try {
    const alone = await scorer.analyze(LONG)
    let done = 0
    const greedy = Array.from({ length: 3 }, () => scorer.analyze(LONG, { owner: 'greedy' }) as Promise<Analysis>)
    const scored = Promise.all(greedy.map((text) => text.finally(() => done++)))
    // A sentence has a thread for itself; what is longer pauses the long texts.
    for (const text of [ATTACK, LONG.slice(0, 2_500)]) await scorer.analyze(text, { owner: 'innocent' })
    expect(done).toBe(0)
    for (const analysis of await scored) expect(analysis).toEqual(alone)
  } finally {
    await scorer.close()
  }
}, 120_000)

test('a text whose caller hangs up is not scored to its end, and the thread goes on with its model', async () => {
  let started = 0
  const scorer = openScorer({
    which: 'default',
    threads: 1,
    timeoutMs: 600_000,
    startThread(data) {
      started++
      return startThread({ beside: new URL('./scorer.ts', import.meta.url).href, data, canInterrupt: true })
    },
  })
  try {
    await scorer.analyze(ATTACK)
    const gone = new AbortController()
    const endless = scorer.analyze(LONG.repeat(40), { signal: gone.signal }) as Promise<Analysis>
    const next = scorer.analyze(ATTACK) as Promise<Analysis>
    gone.abort()
    await expect(endless).rejects.toThrow('hung up')
    expect((await next).ainScore).toBeLessThan(0.4)
    expect(started).toBe(2)
  } finally {
    await scorer.close()
  }
}, 120_000)

test('the tier fast scores long texts on a thread, too, with the same result', async () => {
  const scorer = openScorer({ which: 'fast', threads: 1, timeoutMs: 60_000 })
  try {
    const long = scorer.analyze(LONG)
    expect(long).toBeInstanceOf(Promise)
    expect((await long).modelVersion).toBe('1.2.0-default')
    expect(scorer.analyze(LONG.slice(0, 2_000))).not.toBeInstanceOf(Promise)
  } finally {
    await scorer.close()
  }
}, 60_000)
