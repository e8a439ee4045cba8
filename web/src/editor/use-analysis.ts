import { type Analysis, AuthenticationError, QuotaError } from '@equipoise/sdk'
import { useNetwork } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { noticeEndOfSession, useAccount, useAnonymousClient, useBrand, useClient, useLastAccount } from '../api.ts'
import { liveAnalysis } from '../live/live-analysis.ts'
import { type LiveAnswer, liveScorer, mayLoadLive } from '../live/live-scorer.ts'
import { storedAnalysis } from './analysis-cache.ts'
import { joined, lengthOf, partsOf } from './parts.ts'

/** What the service takes in one request, for visitors and for accounts. */
export const VISITOR_CHARS_MAX = 2_000
export const CHARS_MAX = 10_000
/** At most so many parts of one text are scored. */
const PARTS_MAX = 20

/** The end of a session is told however it was noticed, not only by an analysis that failed. */
const ENDED = new AuthenticationError('The session has ended')

/** How long the hand rests before the service is asked. */
const REST_MS = 700
/** While somebody types, the service scores a document at most once in this time. */
const PAUSE_MS = 60_000

export interface Analysed {
  readonly text: string
  readonly analysis: Analysis
  readonly parts: number
}

export interface AnalysisState {
  /** What the service said last, and about which text. */
  readonly checked: Analysed | undefined
  /** What the small model says about the text of this moment. */
  readonly live: Analysed | undefined
  readonly error: unknown
  readonly isChecking: boolean
  /** Too long for a visitor. */
  readonly isTooLong: boolean
  readonly isOffline: boolean
  /** When the service will be asked by itself; undefined where nothing waits. */
  readonly nextCheckMs: number | undefined
  check(): void
}

/** The analysis of a text while it is written. `subject` tells documents apart: each has its own minute. */
export function useAnalysis(text: string, subject: string): AnalysisState {
  const account = useAccount()
  // Whose session has ended is told so, and not taken for a visitor.
  const last = useLastAccount()
  const hasEnded = account === null && Boolean(last)
  const isBrandKnown = useBrand() !== undefined
  const { online } = useNetwork()
  const ask = useAsk(account)
  const [checked, setChecked] = useState<Analysed>()
  const [error, setError] = useState<unknown>()
  const [isChecking, setChecking] = useState(false)
  const [nextCheckMs, setNextCheckMs] = useState<number>()
  const lastAsked = useRef({ subject: '', atMs: 0 })
  const running = useRef<AbortController>(undefined)

  const isBlank = text.trim() === ''
  const charsMax = account ? CHARS_MAX : VISITOR_CHARS_MAX
  const isTooLong = account === null && !hasEnded && lengthOf(text) > charsMax
  const canAsk = account !== undefined && !hasEnded && isBrandKnown && online && !isBlank && !isTooLong

  const check = useCallback(async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setNextCheckMs(undefined)
    setChecking(true)
    try {
      const answer = await ask(text, { charsMax, signal: controller.signal })
      if (controller.signal.aborted) return
      if (answer.isPaid) lastAsked.current = { subject, atMs: Date.now() }
      setChecked(answer)
      setError(undefined)
    } catch (caught) {
      if (controller.signal.aborted) return
      lastAsked.current = { subject, atMs: Date.now() }
      noticeEndOfSession(caught)
      setError(caught)
    } finally {
      if (running.current === controller) setChecking(false)
    }
  }, [ask, text, charsMax, subject])

  useEffect(() => {
    if (!canAsk || checked?.text === text) return setNextCheckMs(undefined)
    const known = storedAnalysis(text)
    if (known) return setChecked({ text, analysis: known, parts: 1 })
    const { subject: before, atMs } = lastAsked.current
    const waitMs = before === subject ? Math.max(REST_MS, atMs + PAUSE_MS - Date.now()) : REST_MS
    const timer = setTimeout(check, waitMs)
    setNextCheckMs(waitMs > REST_MS ? Date.now() + waitMs : undefined)
    return () => clearTimeout(timer)
  }, [canAsk, text, subject, checked, check])
  useEffect(() => () => running.current?.abort(), [])

  const live = useLive(text, isBlank ? undefined : checked)
  return {
    checked: isBlank ? undefined : checked,
    live: isBlank ? undefined : live,
    error: isBlank ? undefined : hasEnded ? ENDED : error,
    isChecking,
    isTooLong,
    isOffline: !online,
    nextCheckMs,
    check,
  }
}

interface Answer extends Analysed {
  /** Whether any of it was charged or counted. */
  readonly isPaid: boolean
}

/** Asks for every part that is not known yet. */
function useAsk(account: unknown) {
  const client = useClient()
  const visitors = useAnonymousClient()
  const cache = useQueryClient()
  return useCallback(
    async (text: string, { charsMax, signal }: { charsMax: number; signal: AbortSignal }): Promise<Answer> => {
      const parts = partsOf(text, charsMax).slice(0, PARTS_MAX)
      const analyses: Analysis[] = []
      let isPaid = false
      for (const part of parts) {
        const known = storedAnalysis(part.text)
        isPaid ||= known === undefined
        analyses.push(
          known ??
            (await (account
              ? client.ai.analyze(part.text, { signal })
              : visitors.ai.tryAnalyze(part.text, { signal }))),
        )
        storedAnalysis(part.text, analyses.at(-1))
      }
      if (isPaid) void cache.invalidateQueries({ queryKey: ['usage'] })
      return { text, analysis: joined(parts, analyses), parts: parts.length, isPaid }
    },
    [account, client, visitors, cache],
  )
}

/** Asked for once somebody has changed the text: who only reads is not sent the model. */
function useLive(text: string, checked: Analysed | undefined): Analysed | undefined {
  const [answer, setAnswer] = useState<LiveAnswer>()
  const first = useRef(text)
  const isTouched = useRef(false)
  useEffect(() => {
    if (!mayLoadLive()) return
    return liveScorer().subscribe(setAnswer)
  }, [])
  useEffect(() => {
    isTouched.current ||= text !== first.current
    if (!isTouched.current || !mayLoadLive() || text.trim() === '' || checked?.text === text) return
    liveScorer().ask({ text, anchor: checked?.text })
  }, [text, checked])
  return useMemo(
    () => (answer ? { text: answer.text, analysis: liveAnalysis(answer, checked), parts: 1 } : undefined),
    [answer, checked],
  )
}

/** Whether more of the same would be refused until the month ends or something is bought. */
export function isSpent(error: unknown): boolean {
  return error instanceof QuotaError
}
