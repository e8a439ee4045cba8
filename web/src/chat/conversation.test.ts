import type { ChatResult } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { messagesOf, newTurn, withEvent } from './conversation.ts'

const attempt = { ain_score: 0.3, bias_direction: 'mixed', input_tokens: 1, output_tokens: 1, duration_ms: 5 } as const
const result = { response: 'All of it', svc_filter: { attempts: [attempt, attempt] } } as unknown as ChatResult

test('pieces add up, and the result has the last word', () => {
  let turn = newTurn(1, 'Why?')
  turn = withEvent(turn, { type: 'delta', text: 'All ' })
  turn = withEvent(turn, { type: 'delta', text: 'of' })
  expect(turn.answer).toBe('All of')
  turn = withEvent(turn, { type: 'attempt', attempt })
  expect(turn.attempts).toHaveLength(1)
  turn = withEvent(turn, { type: 'result', result })
  expect(turn).toMatchObject({ answer: 'All of it', attempts: [attempt, attempt] })
})

test('a turn that failed is not told to the model', () => {
  const failed = { ...newTurn(1, 'Lost'), error: new Error('no') }
  const answered = withEvent(newTurn(2, 'Kept'), { type: 'result', result })
  expect(messagesOf([failed, answered], 'Next')).toEqual([
    { role: 'user', content: 'Kept' },
    { role: 'assistant', content: 'All of it' },
    { role: 'user', content: 'Next' },
  ])
})
