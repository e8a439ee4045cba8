import type { ChatEvent, FilterMode, Message } from '@equipoise/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { noticeEndOfSession } from '../api.ts'
import { messagesOf, newTurn, type Turn, turnsBefore, withEvent } from './conversation.ts'
import type { ConversationOwner } from './place.ts'
import { useTurns } from './use-turns.ts'

interface Ask {
  readonly messages: Message[]
  readonly svc_options: { readonly filter_mode: FilterMode; readonly show_attempts: true }
}

/** Sends a question and yields the events of the answer. */
export type AskSomewhere = (ask: Ask, signal: AbortSignal) => AsyncIterable<ChatEvent>

interface Running {
  /** The turn that waits for its answer. */
  readonly id: number
  readonly controller: AbortController
}

export function useConversation(ask: AskSomewhere, place: ConversationOwner) {
  const running = useRef<Running>(undefined)
  const stopIfRunning = useCallback((ids: readonly number[]) => {
    if (running.current && ids.includes(running.current.id)) running.current.controller.abort()
  }, [])
  const [turns, setTurns] = useTurns(place, stopIfRunning)
  const [busy, setBusy] = useState(false)
  const cache = useQueryClient()
  useEffect(() => () => running.current?.controller.abort(), [])

  const answer = async (turn: Turn, before: readonly Turn[]) => {
    const controller = new AbortController()
    running.current = { id: turn.id, controller }
    const update = (change: (now: Turn) => Turn) =>
      setTurns((all) => all.map((one) => (one.id === turn.id ? change(one) : one)))
    setBusy(true)
    try {
      const messages = messagesOf(before, turn.question)
      // Withheld attempts can be read too, once the answer is there.
      const options = { filter_mode: turn.mode, show_attempts: true } as const
      for await (const event of ask({ messages, svc_options: options }, controller.signal)) {
        update((now) => withEvent(now, event))
      }
    } catch (error) {
      noticeEndOfSession(error)
      update((now) => ({ ...now, ...(controller.signal.aborted ? { ended: 'stopped' } : { ended: 'failed', error }) }))
    } finally {
      setBusy(false)
      void cache.invalidateQueries({ queryKey: ['usage'] })
    }
  }
  /** With `from`, replaces that turn and everything after it. */
  const send = (question: string, mode: FilterMode, from?: number) => {
    const turn = newTurn(Date.now(), question, mode)
    const before = turnsBefore(turns, from)
    setTurns([...before, turn])
    return answer(turn, before)
  }
  /** Retries a question in its place. */
  const repeat = ({ id, question, mode }: Turn) => {
    const turn = newTurn(id, question, mode)
    setTurns(turns.map((one) => (one.id === id ? turn : one)))
    return answer(turn, turnsBefore(turns, id))
  }
  const stop = () => running.current?.controller.abort()
  const clear = () => {
    stop()
    setTurns([])
  }
  return { turns, busy, send, repeat, stop, clear }
}
