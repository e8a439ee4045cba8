// A conversation as it is shown, and as it is sent.
import type { Attempt, ChatEvent, ChatResult, FilterMode, Message } from '@equipoise/sdk'

/** The person stopped it, it failed, or nobody knows: the page was closed, or another tab still waits for the answer. */
type Ending = 'stopped' | 'failed' | 'unknown'

export interface Turn {
  readonly id: number
  readonly question: string
  readonly mode: FilterMode
  /** What has arrived so far, or the whole answer. */
  readonly answer: string
  readonly attempts: readonly Attempt[]
  readonly result?: ChatResult
  readonly error?: unknown
  /** Why there is no answer, or no whole one. */
  readonly ended?: Ending
}

export function newTurn(id: number, question: string, mode: FilterMode = 'strict'): Turn {
  return { id, question, mode, answer: '', attempts: [] }
}

/** Whether this tab waits for nothing more, and there is no answer either. */
export function isUnanswered({ result, ended }: Turn): boolean {
  return !result && ended !== undefined
}

/** The turn after one more event. */
export function withEvent(turn: Turn, event: ChatEvent): Turn {
  if (event.type === 'delta') return { ...turn, answer: turn.answer + event.text }
  if (event.type === 'attempt') return { ...turn, attempts: [...turn.attempts, event.attempt] }
  const { result } = event
  return { ...turn, answer: result.response, attempts: result.svc_filter.attempts, result }
}

export interface Change {
  /** Turns that are new, or no longer what they were. */
  readonly put: readonly Turn[]
  /** The ids of turns that are gone. */
  readonly dropped: readonly number[]
}

/** What happened between two states of a conversation. A turn that `isSame` finds in both is no change. */
export function changeBetween(before: readonly Turn[], now: readonly Turn[], isSame: Compare = Object.is): Change {
  const known = new Map(before.map((turn) => [turn.id, turn]))
  const ids = new Set(now.map(({ id }) => id))
  return {
    put: now.filter((turn) => !isSame(known.get(turn.id), turn)),
    dropped: before.map(({ id }) => id).filter((id) => !ids.has(id)),
  }
}

type Compare = (before: Turn | undefined, now: Turn) => boolean

/** The turns after a change, in the order they were asked. */
export function withChange(turns: readonly Turn[], { put, dropped }: Change): readonly Turn[] {
  const replaced = new Set([...dropped, ...put.map(({ id }) => id)])
  return [...turns.filter(({ id }) => !replaced.has(id)), ...put].sort((a, b) => a.id - b.id)
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
