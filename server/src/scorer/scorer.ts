// Scores texts: with the encoder on threads of their own, so that long texts keep nobody waiting, and by their words alone (tier
// `fast`) at once on the calling thread.
import { type Analysis, analyze, supportsSimd } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import { ApiError } from '../errors.ts'
import type { Tier } from '../filter-mode.ts'
import { type ScorerThread, startScorerThread } from './thread.ts'

export interface ScoreOptions {
  readonly tier?: Tier | undefined
  /** Raised when the caller hangs up: what still waits is not scored. */
  readonly signal?: AbortSignal | undefined
}

export type Analyze = (text: string, options?: ScoreOptions) => Analysis | Promise<Analysis>

export interface Scorer {
  readonly analyze: Analyze
  /** Whether the encoder is used at all. */
  readonly isDeep: boolean
  readonly close: () => Promise<void>
}

export interface ScorerOptions {
  /** `default`, `permissive`, `fast` (default weights, words alone) or the path of a file. */
  readonly which: string | undefined
  readonly threads: number
  /** From acceptance to answer, the wait in the queue included. */
  readonly timeoutMs: number
  readonly startThread?: (which: string) => ScorerThread
}

/** Texts that may wait for each thread. */
const QUEUE_MAX_PER_THREAD = 64

export function openScorer({
  which = 'default',
  threads,
  timeoutMs,
  startThread = startScorerThread,
}: ScorerOptions): Scorer {
  const model = readModel(which === 'fast' ? 'default' : which)
  const isDeep = (which === 'default' || which === 'permissive') && supportsSimd()
  const inline = (text: string): Analysis => analyze(model, text)
  if (!isDeep) return { analyze: inline, isDeep, close: async () => undefined }
  const queue = openQueue({ start: () => startThread(which), threads, timeoutMs })
  return {
    analyze: (text, { tier = 'default', signal } = {}) => (tier === 'fast' ? inline(text) : queue.add(text, signal)),
    isDeep,
    close: queue.close,
  }
}

interface Ticket {
  readonly text: string
  readonly resolve: (analysis: Analysis) => void
  readonly reject: (error: unknown) => void
}

interface Slot {
  thread: ScorerThread
  ticket: Ticket | undefined
}

interface QueueOptions {
  readonly start: () => ScorerThread
  readonly threads: number
  readonly timeoutMs: number
}

function openQueue({ start, threads, timeoutMs }: QueueOptions) {
  const slots: Slot[] = Array.from({ length: threads }, () => ({ thread: start(), ticket: undefined }))
  const waiting: Ticket[] = []
  const dispatch = (): void => {
    for (const slot of slots) {
      if (slot.ticket !== undefined) continue
      const ticket = waiting.shift()
      if (ticket === undefined) return
      if (slot.thread.isDead()) slot.thread = start()
      slot.ticket = ticket
      slot.thread.run(ticket.text, (reply) => {
        slot.ticket = undefined
        if ('analysis' in reply) ticket.resolve(reply.analysis)
        else ticket.reject(reply.cause)
        dispatch()
      })
    }
  }
  const withdraw = (ticket: Ticket): void => {
    const place = waiting.indexOf(ticket)
    if (place >= 0) waiting.splice(place, 1)
  }
  /** A text that takes too long is given up together with its thread. */
  const giveUp = (ticket: Ticket): void => {
    withdraw(ticket)
    const slot = slots.find((candidate) => candidate.ticket === ticket)
    if (slot) {
      void slot.thread.stop()
      slot.thread = start()
      slot.ticket = undefined
      dispatch()
    }
    ticket.reject(new ApiError('timed_out', 'The text could not be scored in time. Try again, or use the tier "fast".'))
  }
  const add = (text: string, signal: AbortSignal | undefined): Promise<Analysis> => {
    if (waiting.length >= threads * QUEUE_MAX_PER_THREAD) throw overloaded()
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        withdraw(ticket)
        clearTimeout(timer)
        reject(new ApiError('caller_gone', 'The caller hung up.'))
      }
      const done =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', abandon)
          settle(value)
        }
      const ticket: Ticket = { text, resolve: done(resolve), reject: done(reject) }
      const timer = setTimeout(() => giveUp(ticket), timeoutMs)
      signal?.addEventListener('abort', abandon)
      waiting.push(ticket)
      dispatch()
    })
  }
  const close = async (): Promise<void> => {
    for (const ticket of waiting.splice(0)) ticket.reject(new ApiError('unavailable', 'The service is stopping.'))
    await Promise.all(slots.map(({ thread }) => thread.stop()))
  }
  return { add, close }
}

function overloaded(): ApiError {
  const message = 'Too many texts are waiting to be scored. Try again in a moment, or use the tier "fast".'
  return new ApiError('unavailable', message, { headers: { 'retry-after': '1' } })
}
