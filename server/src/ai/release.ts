// Streams an answer whose sentences can be rejected: each is scored when it ends, and sent if it passes alone and together with what was
// sent before. A sentence that fails ends the attempt; the model is asked to continue from there. Sent text stays.
import type { Evidence } from '@equipoise/score'
import { ApiError } from '../ground/errors.ts'
import { attemptsMaxOf, isNeutralEnough } from './decide.ts'
import { addCounts, isObject, type Json, objectsOf } from './dialects/json.ts'
import { type Spoken, speakIn } from './dialects/spoken.ts'
import { neutralise } from './neutralise.ts'
import type { Answer, Ask, Dialect } from './provider.ts'
import {
  type Attempt,
  type FilteredAnswer,
  type Listener,
  type Retry,
  scoreAnswer,
  type Unjudged,
  withoutEvidence,
} from './retry.ts'
import { wantsJson } from './scored-text.ts'
import { firstSentenceEnd } from './sentences.ts'
import { sumUsage } from './tally.ts'

/** How much of the sent text is scored with a sentence: scoring all of it each time would take ever longer. */
const BEFORE_CHARS_MAX = 4_000

/** Shorter texts have no meaningful score: unless clearly loaded, they are scored with the next sentence. */
const FRAGMENT_WORDS = 5

/** This much text shows the language of an answer. Shorter text in an unsupported language waits: the next words may show another. */
const LANGUAGE_CHARS = 120

const GO_ON =
  'The assistant message above is the beginning of your answer, and the user has read it. ' +
  'Write only what comes after it. Do not repeat any of it, and do not mention this request.'

interface Releasing extends Retry {
  readonly listener: Listener
}

interface Progress {
  readonly spoken: Spoken
  released: string
  /** To recognise a model that starts over. */
  readonly sentences: Set<string>
  readonly attempts: Attempt[]
  readonly counts: unknown[]
  /** Whether a sentence was sent that could not be scored. */
  hasUnjudged: boolean
  model: string
}

/** Whether an answer can only be text, so that it can be sent sentence by sentence. */
export function isTextAlone(request: Json, dialect: Dialect): boolean {
  const hasTools = objectsOf(request.tools).length > 0 || objectsOf(request.functions).length > 0
  return !hasTools && !wantsJson(request, dialect) && !(Number(request.n ?? 1) > 1) && !request.logprobs
}

export async function releaseSentences(options: Releasing): Promise<FilteredAnswer> {
  const { ask, mode, listener } = options
  const spoken = speakIn(ask.dialect, { ...ask.head, model: ask.model })
  const progress: Progress = {
    spoken,
    released: '',
    sentences: new Set(),
    attempts: [],
    counts: [],
    hasUnjudged: false,
    model: ask.model,
  }
  let next = ask
  for (;;) {
    const { answer, rejected, attempt } = await tryOnce(options, next, progress)
    progress.attempts.push(attempt)
    progress.counts.push(answer?.whole.usage)
    await listener.onAttempt(attempt)
    const mayGoOn = rejected?.isScored && progress.attempts.length < attemptsMaxOf(mode)
    if (!rejected || !mayGoOn) return outcomeOf(options, progress, { answer, isCutOff: rejected !== undefined })
    const request = neutralise(ask.request, ask.dialect, rejected.evidence)
    const isBegun = progress.released !== ''
    next = {
      ...ask,
      request: isBegun ? goingOn(request, progress.released) : request,
      wantsText: !isBegun && ask.wantsText,
    }
  }
}

/** Sent text was accepted, so the model can see it as its own. */
function goingOn(request: Json, released: string): Json {
  const messages = Array.isArray(request.messages) ? (request.messages as unknown[]) : []
  return {
    ...request,
    messages: [...messages, { role: 'assistant', content: released.trimEnd() }, { role: 'user', content: GO_ON }],
  }
}

interface Rejected {
  /** False if the scorer failed, so that another attempt would not help. */
  readonly isScored: boolean
  readonly evidence: readonly Evidence[]
}

interface Tried {
  /** Undefined if it was not received to its end. */
  readonly answer: Answer | undefined
  readonly rejected: Rejected | undefined
  readonly attempt: Attempt
}

async function tryOnce(options: Releasing, ask: Ask, progress: Progress): Promise<Tried> {
  const { provider, nowMs } = options
  const startedMs = nowMs()
  const judging = createJudging(options, progress)
  const stop = stoppable(ask)
  let answer: Answer | undefined
  try {
    answer = await provider.stream(stop.ask, async ({ text, model }) => {
      progress.model = model
      await judging.take(text)
      if (judging.rejected) stop.now()
    })
    await judging.end()
  } catch (error) {
    if (error !== STOPPED) throw error
  }
  const usage = answer?.usage ?? { inputTokens: null, outputTokens: null }
  const durationMs = Math.round(nowMs() - startedMs)
  return { answer, rejected: judging.rejected, attempt: { ...judging.score, usage, durationMs } }
}

/** Ends one attempt without ending the request. */
const STOPPED = new ApiError('caller_gone', 'The rest of this attempt is not needed')

function stoppable(ask: Ask) {
  const ending = new AbortController()
  const signal = AbortSignal.any([ask.deadline.signal, ending.signal])
  return { ask: { ...ask, deadline: { ...ask.deadline, signal } }, now: () => ending.abort(STOPPED) }
}

/** Takes the text of one attempt, and sends its sentences one after the other until one fails. */
function createJudging(options: Releasing, progress: Progress) {
  let pending = ''
  let held = ''
  let isFirst = true
  let rejected: Rejected | undefined
  let score: Pick<Attempt, 'ainScore' | 'biasDirection'> = { ainScore: null, biasDirection: null }
  let taken = Promise.resolve()
  const isContinued = progress.released !== ''
  const passOn = async (next: string, isLast = false): Promise<void> => {
    const sentence = held + next
    if (isContinued && progress.sentences.has(sentence.trim())) return
    const verdict = await judgeSentence(sentence, options, progress)
    score = verdict.score
    held = !isLast && isTooShortToTell(sentence, verdict) ? sentence : ''
    if (held !== '') return
    rejected = verdict.rejected
    if (rejected) return
    progress.hasUnjudged ||= verdict.isUnjudged
    progress.released += sentence
    progress.sentences.add(sentence.trim())
    const { model, spoken } = progress
    await options.listener.onPiece({ text: sentence, events: spoken.piece(sentence), model })
  }
  const takeNext = async (text: string): Promise<void> => {
    pending += text
    // A continuation starts right after the space of the last sent sentence.
    if (isContinued && isFirst) pending = pending.trimStart()
    for (let end = firstSentenceEnd(pending); end > 0 && !rejected; end = firstSentenceEnd(pending)) {
      const sentence = pending.slice(0, end)
      pending = pending.slice(end)
      isFirst = false
      await passOn(sentence)
    }
  }
  return {
    get rejected() {
      return rejected
    },
    get score() {
      return score
    },
    take(text: string): Promise<void> {
      taken = takeNext(text)
      return taken
    },
    /** The rest of the text when the answer ends is its last sentence; it is scored too. */
    async end(): Promise<void> {
      await taken
      if (!rejected && (held + pending).trim() !== '') await passOn(pending, true)
    },
  }
}

/** Whether the sentence is scored together with the next one. */
function isTooShortToTell(
  sentence: string,
  { rejected, isForeign, score }: Awaited<ReturnType<typeof judgeSentence>>,
): boolean {
  if (!rejected) return isForeign && sentence.length < LANGUAGE_CHARS
  return sentence.trim().split(/\s+/).length < FRAGMENT_WORDS && isNeutralEnough(score.ainScore, 'rebalance')
}

/** A sentence passes if it is neutral enough, alone and together with what was sent before. */
async function judgeSentence(sentence: string, options: Releasing, { released }: Progress) {
  const alone = await scoreAnswer(sentence, sentence, options)
  const before = released.slice(-BEFORE_CHARS_MAX)
  const together = before === '' ? alone : await scoreAnswer(before + sentence, before + sentence, options)
  const worse = [alone, together].find(({ reason, judgement }) => !isFine(reason, judgement?.ainScore ?? null, options))
  const { judgement } = worse ?? together
  const { ainScore = null, biasDirection = null } = judgement ?? {}
  const evidence = judgement?.evidence ?? []
  return {
    score: { ainScore, biasDirection },
    isUnjudged: alone.reason === 'unsupported_language',
    isForeign: together.reason === 'unsupported_language',
    rejected: worse && { isScored: judgement !== undefined, evidence },
  }
}

/** Text without a meaningful score is not rejected: the report says that it could not be scored. */
function isFine(reason: Unjudged | undefined, ainScore: number | null, { mode }: Pick<Retry, 'mode'>): boolean {
  return reason === 'no_text' || reason === 'unsupported_language' || isNeutralEnough(ainScore, mode)
}

interface End {
  readonly answer: Answer | undefined
  /** True if no neutral continuation was found. */
  readonly isCutOff: boolean
}

async function outcomeOf(options: Releasing, progress: Progress, { answer, isCutOff }: End): Promise<FilteredAnswer> {
  const { ask, mode } = options
  const { released: text, attempts, counts, spoken, model, hasUnjudged } = progress
  const { judgement, reason } = await scoreAnswer(text, text, options)
  const isSummed = counts.every(isObject)
  const usage = isSummed ? { usage: (counts as Json[]).reduce(addCounts) } : {}
  const whole = { ...spoken.whole(text, answer?.whole ?? {}, isCutOff), model, ...usage }
  return {
    dialect: ask.dialect,
    whole,
    text,
    model,
    mode,
    passed: !isCutOff && !hasUnjudged && isNeutralEnough(judgement?.ainScore ?? null, mode),
    judgement: judgement && withoutEvidence(judgement),
    reason,
    choices: undefined,
    attempts,
    usage: sumUsage(attempts.map((one) => one.usage)),
    tail: spoken.tail(whole),
  }
}
