import { expect, test } from 'vitest'
import type { FilterMode } from '../ground/filter-mode.ts'
import { Secret } from '../ground/secret.ts'
import { startDeadline } from './deadline.ts'

import type { Ask, Message, Provider } from './provider.ts'
import { type AnswerScore, type Listener, retry, type Unjudged } from './retry.ts'

/** A provider whose answers state the score that they will get. */
function scored(...ainScores: number[]) {
  const asked: Ask[] = []
  const answer = (ask: Ask) => {
    asked.push(ask)
    const text = `answer ${asked.length} scores ${ainScores[asked.length - 1]}`
    const whole = {
      id: 'x',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    }
    return { whole, texts: [text], model: ask.model, usage: { inputTokens: 10, outputTokens: asked.length } }
  }
  const provider: Provider = {
    name: 'fake',
    defaultModel: 'm',
    complete: async (ask) => answer(ask),
    async stream(ask, onPiece) {
      const whole = answer(ask)
      for (const text of whole.texts[0]?.split(/(?= )/) ?? []) await onPiece({ text, events: '', model: 'm' })
      return whole
    },
    embed: undefined,
    countTokens: undefined,
  }
  return { provider, asked }
}

function scoreOf(text: string): AnswerScore {
  const ainScore = Number(/scores (\S+)/.exec(text)?.[1])
  const wordRatios = { positive: 0, negative: 0.1, loaded: 0.1, neutral: 0.8 }
  const biasDirection = ainScore < 0.4 ? 'negative_leaning' : 'neutral'
  const words = `loaded${'abcd'[Number(text[7]) - 1]}`
  const evidence = [{ start: 0, end: 7, text: words, kind: 'loaded', direction: 'negative', weight: 1 }] as const
  return { ainScore, biasDirection, certified: ainScore >= 0.7, wordRatios, evidence, modelVersion: 'v' }
}

function run(
  mode: FilterMode,
  ainScores: number[],
  rest: { score?: typeof scoreOf; listener?: Listener; showsAttempts?: boolean } = {},
) {
  const { provider, asked } = scored(...ainScores)
  const deadline = startDeadline(1_000, new AbortController(), () => 0)
  const failures: unknown[] = []
  const ask: Ask = {
    dialect: 'chat',
    request: { messages: [{ role: 'user', content: 'question' }] },
    head: { id: 'x' },
    wantsText: true,
    model: 'm',
    key: new Secret('k'),
    keyName: 'user_api_key',
    deadline,
  }
  const outcome = retry({
    provider,
    ask,
    mode,
    score: scoreOf,
    nowMs: () => 0,
    onScorerFailure: (error) => failures.push(error),
    ...rest,
  }).finally(deadline.end)
  return { outcome, asked, failures }
}

test.each<[Unjudged, number]>([
  ['insufficient_text', 2],
  ['unsupported_language', 1],
])('an answer below 0.4 with the reason %s is requested %i times', async (reason, asks) => {
  const { outcome, asked } = run('rebalance', [0.08, 0.9], {
    score: (text) => ({ ...scoreOf(text), reason }) as AnswerScore,
  })
  expect([(await outcome).passed, asked.length]).toEqual([reason === 'insufficient_text', asks])
})

test.each<[FilterMode, number[], number, boolean, number]>([
  ['analyze', [0.1], 1, true, 0.1],
  ['rebalance', [0.4], 1, true, 0.4],
  ['rebalance', [0.39, 0.9], 2, true, 0.9],
  ['rebalance', [0.39, 0.1], 2, false, 0.39],
  ['strict', [0.71], 1, true, 0.71],
  ['strict', [0.7, 0.71], 2, true, 0.71],
  ['strict', [0.1, 0.2, 0.71], 3, true, 0.71],
  ['strict', [0.1, 0.2, 0.3, 0.71], 4, true, 0.71],
  ['strict', [0.1, 0.7, 0.3, 0.2], 4, false, 0.7],
])('%s over scores %j asks %i times', async (mode, ainScores, asks, passed, returned) => {
  const { outcome, asked } = run(mode, ainScores)
  const { attempts, judgement, text, usage, ...rest } = await outcome
  expect(asked).toHaveLength(asks)
  expect(attempts.map(({ ainScore }) => ainScore)).toEqual(ainScores)
  expect([rest.passed, judgement?.ainScore]).toEqual([passed, returned])
  expect(text).toContain(`scores ${returned}`)
  expect(usage).toEqual({ inputTokens: 10 * asks, outputTokens: (asks * (asks + 1)) / 2 })
})

test('each retry keeps the conversation, names the words of the last attempt only, and never quotes an answer', async () => {
  const { outcome, asked } = run('strict', [0.1, 0.2, 0.3, 0.4])
  await outcome
  expect(asked[0]?.request.messages).toEqual([{ role: 'user', content: 'question' }])
  for (const [index, { request }] of asked.slice(1).entries()) {
    const messages = request.messages as Message[]
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(messages[1]?.content).toBe('question')
    expect(messages[0]?.content).toMatch(new RegExp(`Words to avoid: loaded${'abcd'[index]}\\.$`))
    expect(messages[0]?.content).not.toContain('scores')
  }
})

test('if the scorer fails, the score is null, the answer does not pass, and the operator is informed', async () => {
  for (const score of [
    () => {
      throw new Error('broken scorer')
    },
    (text: string) => ({ ...scoreOf(text), ainScore: Number.NaN }),
  ]) {
    const { outcome, asked, failures } = run('strict', [0.1, 0.9], { score })
    const { passed, judgement, attempts } = await outcome
    expect({ passed, judgement, asked: asked.length, failures: failures.length }).toEqual({
      passed: false,
      judgement: undefined,
      asked: 1,
      failures: 1,
    })
    expect(attempts[0]?.ainScore).toBeNull()
  }
})

test('analyze streams at once; in the other modes no rejected text is sent', async () => {
  const heard = async (mode: FilterMode, ainScores: number[]) => {
    const events: string[] = []
    const listener: Listener = {
      onPiece: ({ text }) => void events.push(text),
      onAttempt: ({ ainScore }) => void events.push(`[${ainScore}]`),
    }
    await run(mode, ainScores, { listener }).outcome
    return events
  }
  expect(await heard('analyze', [0.1])).toEqual(['answer', ' 1', ' scores', ' 0.1', '[0.1]'])
  expect(await heard('rebalance', [0.1, 0.8])).toEqual(['[0.1]', '[0.8]', 'answer 2 scores 0.8'])
  expect(await heard('strict', [0.6, 0.1, 0.2, 0.3])).toEqual([
    '[0.6]',
    '[0.1]',
    '[0.2]',
    '[0.3]',
    'answer 1 scores 0.6',
  ])
})

test('if the tokens of one attempt are unknown, so is the sum', async () => {
  const { provider } = scored(0.1, 0.9)
  const uncounted: Provider = {
    ...provider,
    complete: async (ask) => ({ ...(await provider.complete(ask)), usage: { inputTokens: null, outputTokens: 3 } }),
  }
  const deadline = startDeadline(1_000, new AbortController(), () => 0)
  const ask: Ask = {
    dialect: 'chat',
    request: { messages: [] },
    head: {},
    wantsText: true,
    model: 'm',
    key: new Secret('k'),
    keyName: 'CHAT_API_KEY',
    deadline,
  }
  const options = {
    provider: uncounted,
    ask,
    mode: 'strict',
    score: scoreOf,
    nowMs: () => 0,
    onScorerFailure() {},
  } as const
  const { usage } = await retry(options)
  deadline.end()
  expect(usage).toEqual({ inputTokens: null, outputTokens: 6 })
})

test('rejected answers are in the outcome only if the caller asked for them', async () => {
  const told: object[] = []
  const listener: Listener = { onPiece: async () => {}, onAttempt: async (attempt) => void told.push(attempt) }
  const quiet = await run('strict', [0.1, 0.9], { listener }).outcome
  expect(quiet.attempts.map(({ shown }) => shown)).toEqual([undefined, undefined])
  const open = await run('strict', [0.1, 0.9], { listener, showsAttempts: true }).outcome
  expect(open.attempts.map(({ shown }) => shown?.text)).toEqual(['answer 1 scores 0.1', 'answer 2 scores 0.9'])
  expect(open.attempts[0]?.shown?.evidence).toHaveLength(1)
  expect(told.some((attempt) => 'shown' in attempt)).toBe(false)
})
