// A conversation as it is shown, and as it is sent.
import type { Attempt, ChatEvent, ChatResult, FilterMode, Message } from '@equipoise/sdk'

export interface Turn {
  readonly id: number
  readonly question: string
  readonly mode: FilterMode
  /** What has arrived so far, or the whole answer. */
  readonly answer: string
  readonly attempts: readonly Attempt[]
  readonly result?: ChatResult
  readonly error?: unknown
  /** By the person, before the answer was there. */
  readonly isStopped?: boolean
}

export function newTurn(id: number, question: string, mode: FilterMode = 'strict'): Turn {
  return { id, question, mode, answer: '', attempts: [] }
}

/** Whether there is nothing more to come, and no answer either. */
export function isUnanswered({ error, isStopped }: Turn): boolean {
  return Boolean(error) || isStopped === true
}

/** The turn after one more event. */
export function withEvent(turn: Turn, event: ChatEvent): Turn {
  if (event.type === 'delta') return { ...turn, answer: turn.answer + event.text }
  if (event.type === 'attempt') return { ...turn, attempts: [...turn.attempts, event.attempt] }
  const { result } = event
  return { ...turn, answer: result.response, attempts: result.svc_filter.attempts, result }
}

/** The turns that stay when one is asked again: those before it. */
export function turnsBefore(turns: readonly Turn[], id: number | undefined): readonly Turn[] {
  const at = turns.findIndex((turn) => turn.id === id)
  return at < 0 ? turns : turns.slice(0, at)
}

/** What the service takes in one call. */
const MESSAGES_MAX = 100
const CHARACTERS_MAX = 100_000

/** What we send to the model: the latest answered turns, as many as fit, then the new question. */
export function messagesOf(turns: readonly Turn[], question: string): Message[] {
  const answered = turns.filter(({ result }) => result !== undefined)
  return [
    ...latestOf(answered, CHARACTERS_MAX - question.length).flatMap(({ question: asked, answer }): Message[] => [
      { role: 'user', content: asked },
      { role: 'assistant', content: answer },
    ]),
    { role: 'user', content: question },
  ]
}

function latestOf(answered: readonly Turn[], charactersMax: number): readonly Turn[] {
  const turnsMax = Math.floor((MESSAGES_MAX - 1) / 2)
  let first = answered.length
  let characters = 0
  while (first > 0 && answered.length - first < turnsMax) {
    const { question, answer } = answered[first - 1] as Turn
    characters += question.length + answer.length
    if (characters > charactersMax) break
    first--
  }
  return answered.slice(first)
}
