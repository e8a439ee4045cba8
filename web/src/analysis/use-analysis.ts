import { AuthenticationError, QuotaError } from '@equipoise/sdk'
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { noticeEndOfSession } from '../api.ts'
import { TEXT_CHARS_MAX } from '../kept/documents.ts'
import { ignoredIn, questionOf } from '../marked/ignored.ts'
import { storedAnalysis } from './analysis-cache.ts'
import { liveAnalysis } from './live-analysis.ts'
import { type LiveAnswer, liveScorer, mayLoadLive } from './live-scorer.ts'
import { type Failure, isLongWait, type LastAsked, retryWaitMs, waitMs } from './pacing.ts'
import { isLongerThan, partsOf } from './parts.ts'
import type { Analysed, EditorService } from './use-service.ts'

/** The longest text that the service accepts in one request, from visitors and from accounts. */
export const VISITOR_CHARS_MAX = 2_000
export const CHARS_MAX = 10_000

/** The error shown once the session has ended, also if something other than an analysis noticed it. */
const ENDED = new AuthenticationError('The session has ended')

interface AnalysisState {
  /** The last analysis of the service, with its text: for visitors, the start of a longer one. */
  readonly checked: Analysed | undefined
  /** The small model's analysis of the current text. */
  readonly live: Analysed | undefined
  readonly error: unknown
  readonly isChecking: boolean
  /** Whether the text is longer than visitors, or anybody, can have checked. */
  readonly isTooLong: boolean
  readonly isOffline: boolean
  /** When the text will be sent without a click; undefined if that is soon or not planned. */
  readonly nextCheckMs: number | undefined
  check(): void
}

interface Subject {
  /** Identifies the document: the limit of one check a minute counts per document. */
  readonly subject: string
  readonly service: EditorService
  /** No text is sent while somebody is typing in it. */
  readonly isTyping: boolean
}

export function useAnalysis(text: string, { subject, service, isTyping }: Subject): AnalysisState {
  const { isMember, hasEnded, isReady, isOnline, words, ask } = service
  const asked = isMember === false ? startOf(text) : text
  const question = questionOf(asked, words.ignored ?? [])
  const [checked, setChecked] = useState(() => storedAnswer(asked, []))
  const [failure, setFailure] = useState<Failure>()
  const [isChecking, setChecking] = useState(false)
  const [nextCheckMs, setNextCheckMs] = useState<number>()
  const lastAsked = useRef<LastAsked>({ subject: '', atMs: 0 })
  const running = useRef<AbortController>(undefined)

  const isBlank = text.trim() === ''
  const charsMax = isMember ? CHARS_MAX : VISITOR_CHARS_MAX
  const isTooLong = !hasEnded && (asked !== text || isLongerThan(text, TEXT_CHARS_MAX))
  const canAsk = isReady && !hasEnded && isOnline && !isBlank && !isLongerThan(asked, TEXT_CHARS_MAX) && !isTyping

  const check = useCallback(async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setNextCheckMs(undefined)
    setChecking(true)
    try {
      const answer = await ask(asked, { charsMax, signal: controller.signal })
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
  }, [ask, asked, question, charsMax, subject])

  useEffect(() => {
    if (!canAsk || checked?.question === question) return setNextCheckMs(undefined)
    const known = storedAnswer(asked, words.ignored ?? [])
    if (known) return setChecked(known)
    // One time for both: with two, the next check would differ by a millisecond, and every keystroke would render twice.
    const nowMs = Date.now()
    const delayMs = failure ? retryWaitMs(failure, question, nowMs) : waitMs(lastAsked.current, subject, nowMs)
    if (delayMs === undefined) return setNextCheckMs(undefined)
    const timer = setTimeout(check, delayMs)
    setNextCheckMs(isLongWait(delayMs) ? nowMs + delayMs : undefined)
    return () => clearTimeout(timer)
  }, [canAsk, asked, question, words.ignored, subject, checked, failure, check])
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

/** What visitors can have checked: a longer text is cut at the end of a paragraph or sentence. */
function startOf(text: string): string {
  if (!isLongerThan(text, VISITOR_CHARS_MAX)) return text
  return partsOf(text.slice(0, 2 * VISITOR_CHARS_MAX), VISITOR_CHARS_MAX)[0]?.text ?? ''
}

/** The cached analysis, so that the first render of a sample already has its score. */
function storedAnswer(text: string, words: readonly string[]): Analysed | undefined {
  const question = questionOf(text, words)
  const analysis = storedAnalysis(question)
  return analysis && { text, ignored: ignoredIn(text, words), question, analysis, parts: 1 }
}

/** An error about another text does not apply to this one, unless the quota is used up. */
function errorAbout(question: string, failure: Failure | undefined): unknown {
  return failure?.question === question || isSpent(failure?.error) ? failure?.error : undefined
}

interface Written {
  readonly text: string
  readonly ignored: readonly string[] | undefined
  readonly isTyping: boolean
}

/** The model is loaded only once somebody has changed the text or the ignored words: people who only read do not need it. */
function useLive({ text, ignored, isTyping }: Written, checked: Analysed | undefined): Analysed | undefined {
  const [answer, setAnswer] = useState<LiveAnswer>()
  const first = useRef<string>(undefined)
  const isTouched = useRef(false)
  useEffect(() => {
    if (!mayLoadLive()) return
    // A transition, so that the next keystroke does not wait for this render.
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
      anchor: checked,
    })
  }, [text, ignored, isTyping, checked])
  return useMemo(() => {
    if (!answer) return undefined
    const { text: about, ignored: left } = answer
    const question = questionOf(about, left)
    return { text: about, ignored: left, question, analysis: liveAnalysis(answer), parts: 1 }
  }, [answer])
}

/** Whether further requests would be rejected until the month ends or the person buys more. */
export function isSpent(error: unknown): boolean {
  return error instanceof QuotaError
}
