// Of many answers with loaded sentences in random places, no loaded sentence is sent, and the sentences sent make up the whole answer.
import { expect, test } from 'vitest'
import { Secret } from '../ground/secret.ts'
import { startDeadline } from './deadline.ts'
import { isNeutralEnough } from './decide.ts'
import type { Ask, Provider } from './provider.ts'
import { releaseSentences } from './release.ts'
import type { AnswerScore } from './retry.ts'
import { firstSentenceEnd } from './sentences.ts'

const ANSWERS = 400
const ASK: Omit<Ask, 'deadline'> = {
  dialect: 'chat',
  request: { messages: [{ role: 'user', content: 'question' }] },
  head: { id: 'x' },
  wantsText: true,
  model: 'm',
  key: new Secret('k'),
  keyName: 'user_api_key',
}

/** Pseudorandom, the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

function answerOf(random: () => number): string {
  const sentences = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, at) => {
    const score = (random() < 0.2 ? random() * 0.8 : 0.8 + random() * 0.2).toFixed(3)
    return `Sentence ${at} number ${Math.floor(random() * 1e6)} has ${score}${'.!?'[Math.floor(random() * 3)]}`
  })
  return sentences.join(random() < 0.5 ? ' ' : '\n')
}

/** The mean score of its sentences. */
function scoreOf(text: string): AnswerScore {
  const scores = [...text.matchAll(/has (\d\.\d{3})/g)].map(([, score]) => Number(score))
  const ainScore = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
  const wordRatios = { positive: 0, negative: 0, loaded: 0, neutral: 1 }
  return { ainScore, biasDirection: 'neutral', certified: false, wordRatios, evidence: [], modelVersion: 'v' }
}

function providerOf(random: () => number, answer = answerOf): Provider {
  return {
    name: 'fake',
    defaultModel: 'm',
    complete: async () => Promise.reject(new Error('only streams are asked for')),
    async stream({ deadline }, onPiece) {
      const text = answer(random)
      for (let at = 0; at < text.length; ) {
        const size = 1 + Math.floor(random() * 12)
        await onPiece({ text: text.slice(at, at + size), events: '', model: 'm' })
        deadline.signal.throwIfAborted()
        at += size
      }
      const whole = { choices: [{ finish_reason: 'stop' }], usage: { prompt_tokens: 1, completion_tokens: 1 } }
      return { whole, texts: [text], model: 'm', usage: { inputTokens: 1, outputTokens: 1 } }
    },
    embed: undefined,
    countTokens: undefined,
  }
}

test.each(['rebalance', 'strict'] as const)('no failing sentence is sent in %s', async (mode) => {
  const random = numbersFrom(7)
  let cutOff = 0
  for (let answers = 0; answers < ANSWERS; answers++) {
    const deadline = startDeadline(60_000, new AbortController(), () => 0)
    let left = ''
    const ask = { ...ASK, deadline }
    const onPiece = ({ text }: { text: string }) => {
      left += text
      return undefined
    }
    const listener = { onPiece, onAttempt: () => undefined }
    const outcome = await releaseSentences({
      provider: providerOf(random),
      ask,
      mode,
      score: scoreOf,
      nowMs: () => 0,
      onScorerFailure: () => {},
      listener,
    }).finally(deadline.end)
    const failing = [...left.matchAll(/has (\d\.\d{3})/g)].filter(([, score]) => !isNeutralEnough(Number(score), mode))
    expect([failing, outcome.text]).toEqual([[], left])
    if (!outcome.passed) cutOff++
  }
  expect(cutOff).toBeLessThan(ANSWERS / 2)
})

const TRAIN = 'The train leaves at nine from platform two.'

test.each([
  ['Yes.', 0.69, `Yes. ${TRAIN}`],
  ['You fools.', 0.1, ''],
])(
  'a fragment of few words is scored with the next sentence, unless it is loaded: %s',
  async (fragment, score, expected) => {
    const { left } = await releasedStrictly(`${fragment} ${TRAIN}`, (text) => ({
      ...scoreOf(text),
      ainScore: text.split(' ').length < 5 ? score : 0.9,
    }))
    expect(left).toBe(expected)
  },
)

test.each([
  ['waits for the next one, which may show another', 'Hola, scum. This is English now. ', ''],
  ['leaves when it is long enough to be that language', `Hola ${'scum '.repeat(24)}. Y mas. `, undefined],
  ['leaves when nothing comes behind it', 'Hola, scum. ', undefined],
])('a sentence in a language that cannot be scored %s', async (_what, answer, expected) => {
  const { left, passed } = await releasedStrictly(answer, (text) =>
    text.includes('English')
      ? { ...scoreOf(text), ainScore: text.includes('scum') ? 0.1 : 0.9 }
      : { ...scoreOf(text), ainScore: 0.5, reason: 'unsupported_language' },
  )
  expect([left, passed]).toEqual([expected ?? answer, false])
})

test.each([
  ['One. Two', 5],
  ['He said "no." Then', 14],
  ['Dr. Smith came. Then', 16],
  ['It costs 3.50 euros now. So', 25],
  ['1. First point\nSecond', 15],
  ['Nothing ends here', 0],
  ['\n\nOne. ', 7],
  ['これは文です。次', 7],
  ['x'.repeat(2_100), 2_000],
  [`x${'😀'.repeat(1_100)}`, 1_999],
  [`x${'😀'.repeat(999)}y`, 0],
  [`${'word '.repeat(410)}`, 2_000],
])('sentence ends are found where expected: %s', (text, end) => {
  expect(firstSentenceEnd(text)).toBe(end)
})

/** The text sent in strict mode if the model gives the same answer each time. */
async function releasedStrictly(
  answer: string,
  score: Parameters<typeof releaseSentences>[0]['score'],
): Promise<{ left: string; passed: boolean }> {
  const deadline = startDeadline(60_000, new AbortController(), () => 0)
  let left = ''
  const onPiece = ({ text }: { text: string }) => {
    left += text
    return undefined
  }
  const { passed } = await releaseSentences({
    provider: providerOf(numbersFrom(1), () => answer),
    ask: { ...ASK, deadline },
    mode: 'strict',
    score,
    nowMs: () => 0,
    onScorerFailure: () => {},
    listener: { onPiece, onAttempt: () => undefined },
  }).finally(deadline.end)
  return { left, passed }
}
