import { AuthenticationError, QuotaError } from '@equipoise/sdk'
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { noticeEndOfSession } from '../api.ts'
import { TEXT_CHARS_MAX } from '../kept/documents.ts'
import { ignoredIn, questionOf } from '../marked/ignored.ts'
import { storedAnalysis } from './analysis-cache.ts'
import { liveAnalysis } from './live-analysis.ts'
import { type LiveAnswer, liveScorer, mayLoadLive } from './live-scorer.ts'
import { type Failure, isLongWait, type LastAsked, retryWaitMs, waitMs } from './pacing.ts'
import { isLongerThan } from './parts.ts'
import type { Analysed, EditorService } from './use-service.ts'

/** What the service takes in one request, for visitors and for accounts. */
export const VISITOR_CHARS_MAX = 2_000
export const CHARS_MAX = 10_000

/** Reports the end of a session however it was noticed, not only after a failed analysis. */
const ENDED = new AuthenticationError('The session has ended')

interface AnalysisState {
  /** What the service said last, and about which text. */
  readonly checked: Analysed | undefined
  /** What the small model says about the text of this moment. */
  readonly live: Analysed | undefined
  readonly error: unknown
  readonly isChecking: boolean
  /** Too long to be checked: for a visitor, or for anybody. */
  readonly isTooLong: boolean
  readonly isOffline: boolean
  /** When the service will be asked by itself; undefined if nothing waits. */
  readonly nextCheckMs: number | undefined
  check(): void
}

interface Subject {
  /** Tells documents apart: each has its own minute. */
  readonly subject: string
  readonly service: EditorService
  /** Nothing is asked about a text that somebody is typing in. */
  readonly isTyping: boolean
}

/** The analysis of a text while it is written. */
export function useAnalysis(text: string, { subject, service, isTyping }: Subject): AnalysisState {
  const { isMember, hasEnded, isReady, isOnline, words, ask } = service
  const question = questionOf(text, words.ignored ?? [])
  const [checked, setChecked] = useState(() => storedAnswer(text, []))
  const [failure, setFailure] = useState<Failure>()
  const [isChecking, setChecking] = useState(false)
  const [nextCheckMs, setNextCheckMs] = useState<number>()
  const lastAsked = useRef<LastAsked>({ subject: '', atMs: 0 })
  const running = useRef<AbortController>(undefined)

  const isBlank = text.trim() === ''
  const charsMax = isMember ? CHARS_MAX : VISITOR_CHARS_MAX
  const isTooLong = !hasEnded && isLongerThan(text, isMember === false ? VISITOR_CHARS_MAX : TEXT_CHARS_MAX)
  const canAsk = isReady && !hasEnded && isOnline && !isBlank && !isTooLong && !isTyping

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
      setFailure(undefined)
    } catch (error) {
      if (controller.signal.aborted) return
      noticeEndOfSession(error)
      setFailure((last) => ({ question, error, count: (last?.count ?? 0) + 1, atMs: Date.now() }))
    } finally {
      if (running.current === controller) setChecking(false)
    }
  }, [ask, text, question, charsMax, subject])

  useEffect(() => {
    if (!canAsk || checked?.question === question) return setNextCheckMs(undefined)
    const known = storedAnswer(text, words.ignored ?? [])
    if (known) return setChecked(known)
    // One moment for both: otherwise the time of the next check would differ by a millisecond, and every keystroke draw twice.
    const nowMs = Date.now()
    const delayMs = failure ? retryWaitMs(failure, question, nowMs) : waitMs(lastAsked.current, subject, nowMs)
    if (delayMs === undefined) return setNextCheckMs(undefined)
    const timer = setTimeout(check, delayMs)
    setNextCheckMs(isLongWait(delayMs) ? nowMs + delayMs : undefined)
    return () => clearTimeout(timer)
  }, [canAsk, text, question, words.ignored, subject, checked, failure, check])
  useEffect(() => () => running.current?.abort(), [])

  const live = useLive({ text, ignored: words.ignored, isTyping }, isBlank ? undefined : checked)
  return {
    checked: isBlank ? undefined : checked,
    live: isBlank ? undefined : live,
    error: isBlank
      ? undefined
      : hasEnded
        ? ENDED
        : checked?.question === question
          ? undefined
          : errorAbout(question, failure),
    isChecking,
    isTooLong,
    isOffline: !isOnline,
    nextCheckMs,
    check,
  }
}

/** What is known without asking: the first drawing of a sample has its score already. */
function storedAnswer(text: string, words: readonly string[]): Analysed | undefined {
  const question = questionOf(text, words)
  const analysis = storedAnalysis(question)
  return analysis && { text, ignored: ignoredIn(text, words), question, analysis, parts: 1 }
}

/** What failed for another text says nothing about this one, but for an allowance that is spent. */
function errorAbout(question: string, failure: Failure | undefined): unknown {
  return failure?.question === question || isSpent(failure?.error) ? failure?.error : undefined
}

interface Written {
  readonly text: string
  readonly ignored: readonly string[] | undefined
  readonly isTyping: boolean
}

/** Asked for once somebody has changed the text or the words: who only reads is not sent the model. */
function useLive({ text, ignored, isTyping }: Written, checked: Analysed | undefined): Analysed | undefined {
  const [answer, setAnswer] = useState<LiveAnswer>()
  const first = useRef<string>(undefined)
  const isTouched = useRef(false)
  useEffect(() => {
    if (!mayLoadLive()) return
    // The next keystroke does not wait until an answer is drawn.
    return liveScorer().subscribe((next) => startTransition(() => setAnswer(next)))
  }, [])
  useEffect(() => {
    if (!ignored) return
    const question = questionOf(text, ignored)
    first.current ??= question
    isTouched.current ||= question !== first.current
    if (!isTouched.current || isTyping || !mayLoadLive() || text.trim() === '' || checked?.question === question) return
    liveScorer().ask({
      text,
      ignored: ignoredIn(text, ignored),
      anchor: checked && { text: checked.text, ignored: checked.ignored },
    })
  }, [text, ignored, isTyping, checked])
  return useMemo(() => {
    if (!answer) return undefined
    const { text: about, ignored: left } = answer
    const question = questionOf(about, left)
    return { text: about, ignored: left, question, analysis: liveAnalysis(answer, checked), parts: 1 }
  }, [answer, checked])
}

/** Whether more of the same would be rejected until the month ends or something is bought. */
export function isSpent(error: unknown): boolean {
  return error instanceof QuotaError
}
