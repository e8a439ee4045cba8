// A conversation: what is shown, and what is sent to the model.
import type { Attempt, ChatEvent, ChatResult, FilterMode, Message } from '@equipoise/sdk'

/** Stopped by the person, failed, or unknown: the page was closed, or another tab still waits for the answer. */
type Ending = 'stopped' | 'failed' | 'unknown'

export interface Turn {
  readonly id: number
  readonly question: string
  readonly mode: FilterMode
  /** What has arrived of the answer so far. */
  readonly answer: string
  readonly attempts: readonly Attempt[]
  readonly result?: ChatResult
  readonly error?: unknown
  /** Why the answer is missing or incomplete. */
  readonly ended?: Ending
}

export function newTurn(id: number, question: string, mode: FilterMode = 'strict'): Turn {
  return { id, question, mode, answer: '', attempts: [] }
}

/** Whether there is no answer and this tab no longer waits for one. */
export function isUnanswered({ result, ended }: Turn): boolean {
  return !result && ended !== undefined
}

export function withEvent(turn: Turn, event: ChatEvent): Turn {
  if (event.type === 'delta') return { ...turn, answer: turn.answer + event.text }
  if (event.type === 'attempt') return { ...turn, attempts: [...turn.attempts, event.attempt] }
  const { result } = event
  return { ...turn, answer: result.response, attempts: result.svc_filter.attempts, result }
}

export interface Change {
  readonly put: readonly Turn[]
  readonly dropped: readonly number[]
}

/** The difference between two states of a conversation. Turns that are equal by `isSame` are not part of it. */
export function changeBetween(before: readonly Turn[], now: readonly Turn[], isSame: Compare = Object.is): Change {
  const known = new Map(before.map((turn) => [turn.id, turn]))
  const ids = new Set(now.map(({ id }) => id))
  return {
    put: now.filter((turn) => !isSame(known.get(turn.id), turn)),
    dropped: before.map(({ id }) => id).filter((id) => !ids.has(id)),
  }
}

type Compare = (before: Turn | undefined, now: Turn) => boolean

export function withChange(turns: readonly Turn[], { put, dropped }: Change): readonly Turn[] {
  const replaced = new Set([...dropped, ...put.map(({ id }) => id)])
  return [...turns.filter(({ id }) => !replaced.has(id)), ...put].sort((a, b) => a.id - b.id)
}

/** The turns that stay when the turn `id` is asked again: those before it. */
export function turnsBefore(turns: readonly Turn[], id: number | undefined): readonly Turn[] {
  const at = turns.findIndex((turn) => turn.id === id)
  return at < 0 ? turns : turns.slice(0, at)
}

/** The limits of the service for one request. */
const MESSAGES_MAX = 100
const CHARACTERS_MAX = 100_000

/** The messages for the model: the latest answered turns that fit, then the new question. */
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
