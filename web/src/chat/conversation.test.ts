import type { ChatResult } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import {
  changeBetween,
  isUnanswered,
  messagesOf,
  newTurn,
  type Turn,
  turnsBefore,
  withChange,
  withEvent,
} from './conversation.ts'

const attempt = { ain_score: 0.3, bias_direction: 'mixed', input_tokens: 1, output_tokens: 1, duration_ms: 5 } as const
const result = { response: 'All of it', svc_filter: { attempts: [attempt, attempt] } } as unknown as ChatResult

test('the pieces of an answer are joined, and the result replaces them', () => {
  let turn = newTurn(1, 'Why?')
  turn = withEvent(turn, { type: 'delta', text: 'All ' })
  turn = withEvent(turn, { type: 'delta', text: 'of' })
  expect(turn.answer).toBe('All of')
  turn = withEvent(turn, { type: 'attempt', attempt })
  expect(turn.attempts).toHaveLength(1)
  turn = withEvent(turn, { type: 'result', result })
  expect(turn).toMatchObject({ answer: 'All of it', attempts: [attempt, attempt] })
})

test('a retried question replaces itself and everything after it', () => {
  const turns = [newTurn(1, 'a'), newTurn(2, 'b'), newTurn(3, 'c')]
  expect(turnsBefore(turns, 2)).toEqual([turns[0]])
  expect(turnsBefore(turns, undefined)).toEqual(turns)
})

test('a failed turn is not sent to the model', () => {
  const failed = { ...newTurn(1, 'Lost'), ended: 'failed' as const, error: new Error('no') }
  const answered = withEvent(newTurn(2, 'Kept'), { type: 'result', result })
  expect(messagesOf([failed, answered], 'Next')).toEqual([
    { role: 'user', content: 'Kept' },
    { role: 'assistant', content: 'All of it' },
    { role: 'user', content: 'Next' },
  ])
})

const many = (count: number, answer: string) =>
  Array.from({ length: count }, (_, i) => ({ ...newTurn(i, `Question ${i}`), answer, result }))

test('of a long conversation, as many of the latest turns are sent as the service accepts', () => {
  const messages = messagesOf(many(60, 'Yes.'), 'Next')
  expect(messages).toHaveLength(99)
  expect(messages[0]).toEqual({ role: 'user', content: 'Question 11' })
  expect(messages.at(-1)).toEqual({ role: 'user', content: 'Next' })
})

test('long answers leave room for fewer turns', () => {
  const messages = messagesOf(many(12, 'x'.repeat(20_000)), 'Next')
  expect(messages.map(({ content }) => content.length).reduce((a, b) => a + b)).toBeLessThanOrEqual(100_000)
  expect(messages[0]).toEqual({ role: 'user', content: 'Question 8' })
})

test('a failed or stopped turn is unanswered, unless its answer arrived after all', () => {
  const turn = newTurn(1, 'Why?')
  const turns = [
    turn,
    { ...turn, ended: 'failed' },
    { ...turn, ended: 'stopped' },
    { ...turn, ended: 'unknown', result },
  ]
  expect((turns as Turn[]).map(isUnanswered)).toEqual([false, true, true, false])
})

test('a question that is too long by itself is sent alone', () => {
  expect(messagesOf(many(3, 'Yes.'), 'x'.repeat(100_000))).toHaveLength(1)
})

test('a change between two conversations, applied to the first, gives the second in the order of asking', () => {
  const [a, b, c] = [newTurn(1, 'a'), newTurn(2, 'b'), newTurn(3, 'c')]
  const answered = { ...a, answer: 'Yes.' }
  const change = changeBetween([a, c], [answered, b])
  expect(change).toEqual({ put: [answered, b], dropped: [3] })
  expect(withChange([c, a], change)).toEqual([answered, b])
  expect(changeBetween([a, b], [a, b])).toEqual({ put: [], dropped: [] })
})
