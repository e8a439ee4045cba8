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
    expect(deep.modelVersion).toBe('2.3.0-default')
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

/** Some 4,000 characters. No sentence stands in it twice, or in another one: a thread remembers those that it has read. */
function longText(nth: number): string {
  const sentences = Array.from({ length: 77 }, (_, at) => {
    const [thing, deed] = [THINGS[at % THINGS.length], DEEDS[at % DEEDS.length]]
    return `The ${thing} ${deed} the ${THINGS[(at + nth) % THINGS.length]} of the ${DEEDS[(at + nth) % DEEDS.length]} town.`
  })
  return [ATTACK, ...sentences].join(' ')
}

test('texts of one account are scored while another one has many long ones in flight, and those get the same score as alone', async () => {
  const texts = [1, 2, 3].map(longText)
  const other = openScorer({ which: 'default', threads: 1, timeoutMs: 600_000 })
  const alone = await Promise.all(texts.map((text) => other.analyze(text))).finally(other.close)
  const scorer = openScorer({ which: 'default', threads: 1, timeoutMs: 600_000 })
  try {
    let done = 0
    const greedy = texts.map((text) => scorer.analyze(text, { owner: 'greedy' }) as Promise<Analysis>)
    const scored = Promise.all(greedy.map((text) => text.finally(() => done++)))
    // A sentence has a thread for itself; what is longer pauses the long texts.
    for (const text of [ATTACK, longText(4).slice(0, 2_500)]) await scorer.analyze(text, { owner: 'innocent' })
    expect(done).toBe(0)
    expect(await scored).toEqual(alone)
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
    const endless = scorer.analyze(longText(1).repeat(40), { signal: gone.signal }) as Promise<Analysis>
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
    const long = scorer.analyze(longText(1))
    expect(long).toBeInstanceOf(Promise)
    expect((await long).modelVersion).toBe('1.2.0-default')
    expect(scorer.analyze(longText(1).slice(0, 2_000))).not.toBeInstanceOf(Promise)
  } finally {
    await scorer.close()
  }
}, 60_000)
