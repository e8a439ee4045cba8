import { expect, test } from 'vitest'
import type { Thread } from '../threads.ts'
import { type Job, openScorer, type Scored } from './scorer.ts'

type Reply = Scored | { readonly cause: unknown }

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
  const thread = slowThread()
  const scorer = openScorer({ which: 'default', threads: 1, timeoutMs: 60_000, startThread: () => thread })
  const running = scorer.analyze('first') as Promise<unknown>
  const gone = new AbortController()
  const left = scorer.analyze('left', { signal: gone.signal }) as Promise<unknown>
  const waiting = Array.from({ length: 63 }, () => scorer.analyze('waiting') as Promise<unknown>)
  expect(() => scorer.analyze('one too many')).toThrow(/Too many texts/)
  gone.abort()
  await expect(left).rejects.toThrow(/hung up/)
  const next = scorer.analyze('next') as Promise<unknown>
  thread.answer({ cause: new Error('broken') })
  await expect(running).rejects.toThrow('broken')
  const settled = Promise.allSettled([...waiting, next])
  await scorer.close()
  for (let i = 0; i < 70; i++) thread.answer({ cause: new Error('closed') })
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
})
