import { type Analysis, AuthenticationError, QuotaError } from '@equipoise/sdk'
import { useNetwork } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { noticeEndOfSession, useAccount, useAnonymousClient, useBrand, useClient, useLastAccount } from '../api.ts'
import { liveAnalysis } from '../live/live-analysis.ts'
import { type LiveAnswer, liveScorer, mayLoadLive } from '../live/live-scorer.ts'
import { storedAnalysis } from './analysis-cache.ts'
import { ignoredIn, questionOf } from './ignored.ts'
import type { IgnoredWords } from './ignored-words.ts'
import { isLongWait, type LastAsked, waitMs } from './pacing.ts'
import { joined, lengthOf, partsOf } from './parts.ts'

/** What the service takes in one request, for visitors and for accounts. */
export const VISITOR_CHARS_MAX = 2_000
export const CHARS_MAX = 10_000
/** At most so many parts of one text are scored. */
const PARTS_MAX = 20

/** Reports the end of a session however it was noticed, not only after a failed analysis. */
const ENDED = new AuthenticationError('The session has ended')

export interface Analysed {
  readonly text: string
  /** The words that were left out. */
  readonly ignored: readonly string[]
  /** Both together (see ignored.ts). */
  readonly question: string
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

interface Subject {
  /** Tells documents apart: each has its own minute. */
  readonly subject: string
  readonly words: Pick<IgnoredWords, 'ignored' | 'here'>
}

/** The analysis of a text while it is written. */
export function useAnalysis(text: string, { subject, words }: Subject): AnalysisState {
  const account = useAccount()
  // People whose session has ended are told so, and not treated as visitors.
  const last = useLastAccount()
  const hasEnded = account === null && Boolean(last)
  const isBrandKnown = useBrand() !== undefined
  const { online } = useNetwork()
  const ask = useAsk(account, words)
  const question = questionOf(text, words.ignored ?? [])
  const [checked, setChecked] = useState<Analysed>()
  const [error, setError] = useState<unknown>()
  const [isChecking, setChecking] = useState(false)
  const [nextCheckMs, setNextCheckMs] = useState<number>()
  const lastAsked = useRef<LastAsked>({ subject: '', atMs: 0 })
  const running = useRef<AbortController>(undefined)

  const isBlank = text.trim() === ''
  const charsMax = account ? CHARS_MAX : VISITOR_CHARS_MAX
  const isTooLong = account === null && !hasEnded && lengthOf(text) > charsMax
  const isReady = account !== undefined && words.ignored !== undefined && isBrandKnown
  const canAsk = isReady && !hasEnded && online && !isBlank && !isTooLong

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
    if (!canAsk || checked?.question === question) return setNextCheckMs(undefined)
    const known = storedAnalysis(question)
    if (known)
      return setChecked({ text, ignored: ignoredIn(text, words.ignored ?? []), question, analysis: known, parts: 1 })
    const delayMs = waitMs(lastAsked.current, subject, Date.now())
    const timer = setTimeout(check, delayMs)
    setNextCheckMs(isLongWait(delayMs) ? Date.now() + delayMs : undefined)
    return () => clearTimeout(timer)
  }, [canAsk, text, question, words.ignored, subject, checked, check])
  useEffect(() => () => running.current?.abort(), [])

  const live = useLive({ text, ignored: words.ignored }, isBlank ? undefined : checked)
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
function useAsk(account: unknown, { ignored = [], here }: Subject['words']) {
  const client = useClient()
  const visitors = useAnonymousClient()
  const cache = useQueryClient()
  return useCallback(
    async (text: string, { charsMax, signal }: { charsMax: number; signal: AbortSignal }): Promise<Answer> => {
      const parts = partsOf(text, charsMax).slice(0, PARTS_MAX)
      const analyses: Analysis[] = []
      let isPaid = false
      for (const part of parts) {
        const question = questionOf(part.text, ignored)
        const known = storedAnalysis(question)
        isPaid ||= known === undefined
        // The service knows the account's words; those of this browser go along.
        const options = { signal, ignore: ignoredIn(part.text, here) }
        analyses.push(
          known ??
            (await (account ? client.ai.analyze(part.text, options) : visitors.ai.tryAnalyze(part.text, options))),
        )
        storedAnalysis(question, analyses.at(-1))
      }
      if (isPaid) void cache.invalidateQueries({ queryKey: ['usage'] })
      const about = { text, ignored: ignoredIn(text, ignored), question: questionOf(text, ignored) }
      return { ...about, analysis: joined(parts, analyses), parts: parts.length, isPaid }
    },
    [account, client, visitors, cache, ignored, here],
  )
}

interface Written {
  readonly text: string
  readonly ignored: readonly string[] | undefined
}

/** Asked for once somebody has changed the text or the words: who only reads is not sent the model. */
function useLive({ text, ignored }: Written, checked: Analysed | undefined): Analysed | undefined {
  const [answer, setAnswer] = useState<LiveAnswer>()
  const first = useRef<string>(undefined)
  const isTouched = useRef(false)
  useEffect(() => {
    if (!mayLoadLive()) return
    return liveScorer().subscribe(setAnswer)
  }, [])
  useEffect(() => {
    if (!ignored) return
    const question = questionOf(text, ignored)
    first.current ??= question
    isTouched.current ||= question !== first.current
    if (!isTouched.current || !mayLoadLive() || text.trim() === '' || checked?.question === question) return
    liveScorer().ask({
      text,
      ignored: ignoredIn(text, ignored),
      anchor: checked && { text: checked.text, ignored: checked.ignored },
    })
  }, [text, ignored, checked])
  return useMemo(() => {
    if (!answer) return undefined
    const { text: about, ignored: left } = answer
    const question = questionOf(about, left)
    return { text: about, ignored: left, question, analysis: liveAnalysis(answer, checked), parts: 1 }
  }, [answer, checked])
}

/** Whether more of the same would be refused until the month ends or something is bought. */
export function isSpent(error: unknown): boolean {
  return error instanceof QuotaError
}
