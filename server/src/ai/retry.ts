// Asks, scores the answer, and asks again until it is neutral enough or the attempts are used up.
import type { Analysis, Evidence } from '@equipoise/score'
import type { FilterMode } from '../ground/filter-mode.ts'
import { decide, indexOfBest, isNeutralEnough } from './decide.ts'
import { addCounts, isObject, type Json, objectsOf } from './dialects/json.ts'
import { CODECS } from './dialects/translation.ts'
import { neutralise } from './neutralise.ts'
import type { Answer, Ask, Dialect, OnPiece, Origin, Provider, TokenUsage } from './provider.ts'
import { scoredText, wantsJson } from './scored-text.ts'
import { sumUsage } from './tally.ts'

/** The part of an analysis that the loop needs. */
export interface AnswerScore
  extends Pick<Analysis, 'ainScore' | 'biasDirection' | 'certified' | 'wordRatios' | 'modelVersion'>,
    Partial<Pick<Analysis, 'language' | 'reason' | 'withheldBy' | 'accepted'>> {
  readonly evidence: readonly Evidence[]
}

export type Scorer = (text: string) => AnswerScore | Promise<AnswerScore>

export type Unjudged = NonNullable<Analysis['reason']> | 'no_text'

export interface Attempt {
  readonly ainScore: number | null
  readonly biasDirection: string | null
  readonly usage: TokenUsage
  readonly durationMs: number
  /** Set only if the caller asked to see every answer. Never sent in a stream event, and never stored. */
  readonly shown?: {
    readonly text: string
    readonly evidence: readonly Evidence[]
    readonly withheldBy: Analysis['withheldBy']
  }
}

export interface FilteredAnswer {
  readonly dialect: Dialect
  /** The answer in that dialect, with every field that the provider sent; token counts are summed over all attempts. */
  readonly whole: Json
  readonly text: string
  readonly model: string
  readonly mode: FilterMode
  readonly passed: boolean
  /** Of the first choice; undefined if the scorer failed or there was no text. */
  readonly judgement: Omit<AnswerScore, 'evidence'> | undefined
  readonly reason: Unjudged | undefined
  /** If several choices were requested: the scores of those returned, in their order. */
  readonly choices: readonly { readonly index: number; readonly ainScore: number | null }[] | undefined
  readonly attempts: readonly Attempt[]
  readonly usage: TokenUsage
  /** `whole` as the provider sent it, if nothing in it was changed. Never stored. */
  readonly sent?: string | undefined
  /** The events that end a streamed answer; none if it is not streamed. */
  readonly tail: readonly Json[]
  readonly origin?: Origin | undefined
}

export interface Listener {
  /** Gets the text for the caller: in `analyze` as it arrives, otherwise once it is accepted. */
  readonly onPiece: OnPiece
  readonly onAttempt: (attempt: Attempt) => Promise<void> | undefined
}

export interface Retry {
  readonly provider: Pick<Provider, 'complete' | 'stream'>
  readonly ask: Ask
  readonly mode: FilterMode
  readonly score: Scorer
  readonly nowMs: () => number
  /** Called if the scorer throws: the caller gets a null score, the operator the reason. */
  readonly onScorerFailure: (error: unknown) => void
  readonly listener?: Listener | undefined
  /** Whether the caller asked for the texts of all attempts, rejected ones included. */
  readonly showsAttempts?: boolean | undefined
}

interface Choice {
  readonly text: string
  readonly judgement: AnswerScore | undefined
  readonly reason: Unjudged | undefined
}

interface Tried {
  readonly answer: Answer
  readonly choices: readonly Choice[]
  readonly best: number
  readonly attempt: Attempt
}

export async function retry(options: Retry): Promise<FilteredAnswer> {
  const { mode, ask, listener } = options
  const tried: Tried[] = []
  let next = ask
  for (;;) {
    const one = await tryOnce(options, next)
    tried.push(one)
    await listener?.onAttempt(one.attempt)
    const verdict = decide(tried.map(scoreOf), mode)
    if (!verdict.again) {
      const chosen = tried[verdict.chosen] ?? one
      const outcome = outcomeOf({ tried, chosen, passed: verdict.passed }, options)
      if (mode !== 'analyze') await listener?.onPiece(pieceOf(outcome))
      return outcome
    }
    const evidence = one.choices[one.best]?.judgement?.evidence ?? []
    next = { ...ask, request: neutralise(ask.request, ask.dialect, evidence) }
  }
}

/** An accepted answer as one piece. */
export function pieceOf({ whole, dialect, text, model }: FilteredAnswer) {
  return { text, events: CODECS[dialect].stream(whole).events, model }
}

/** Reasons without a meaningful score. A text that is merely short has one, and can be retried. */
const UNJUDGED: ReadonlySet<Unjudged | undefined> = new Set<Unjudged>(['no_text', 'unsupported_language'])

function scoreOf({ choices, best, attempt }: Tried) {
  return { ainScore: attempt.ainScore, isUnjudged: UNJUDGED.has(choices[best]?.reason) }
}

async function tryOnce(options: Retry, ask: Ask): Promise<Tried> {
  const { provider, mode, listener, nowMs } = options
  const startedMs = nowMs()
  // Only `analyze` never rejects, so only there can text be sent before it was scored.
  const answer =
    listener && mode === 'analyze' ? await provider.stream(ask, listener.onPiece) : await provider.complete(ask)
  const durationMs = Math.round(nowMs() - startedMs)
  const isJson = wantsJson(ask.request, ask.dialect)
  const choices: Choice[] = []
  for (const text of answer.texts) choices.push(await scoreAnswer(text, scoredText(text, isJson), options))
  const best = indexOfBest(choices.map(({ judgement }) => ({ ainScore: judgement?.ainScore ?? null })))
  const { ainScore = null, biasDirection = null } = choices[best]?.judgement ?? {}
  return { answer, choices, best, attempt: { ainScore, biasDirection, usage: answer.usage, durationMs } }
}

export async function scoreAnswer(
  text: string,
  scored: string,
  { score, onScorerFailure }: Pick<Retry, 'score' | 'onScorerFailure'>,
): Promise<Choice> {
  if (scored.trim() === '') return { text, judgement: undefined, reason: 'no_text' }
  try {
    const judgement = await score(scored)
    if (!(judgement.ainScore >= 0 && judgement.ainScore <= 1)) throw new RangeError('the score is not within 0 to 1')
    return { text, judgement, reason: judgement.reason }
  } catch (error) {
    onScorerFailure(error)
    return { text, judgement: undefined, reason: undefined }
  }
}

interface End {
  readonly tried: readonly Tried[]
  readonly chosen: Tried
  readonly passed: boolean
}

function outcomeOf({ tried, chosen, passed }: End, { ask, mode, listener, showsAttempts }: Retry): FilteredAnswer {
  const { answer, choices } = chosen
  const isStreamed = answer.tail !== undefined
  const order = isStreamed ? choices.map((_, index) => index) : orderOf(chosen, mode)
  const first = choices[isStreamed ? chosen.best : (order[0] ?? 0)]
  const whole = wholeOf({ tried, chosen, ask, order })
  return {
    dialect: ask.dialect,
    whole,
    sent: whole === answer.whole ? answer.sent : undefined,
    text: first?.text ?? '',
    model: answer.model,
    mode,
    passed,
    judgement: first?.judgement && withoutEvidence(first.judgement),
    reason: first?.reason,
    choices: choices.length > 1 ? order.map((from, index) => ({ index, ainScore: scoreAt(choices, from) })) : undefined,
    attempts: tried.map((one) => (showsAttempts ? shownAttempt(one) : one.attempt)),
    usage: sumUsage(tried.map((one) => one.answer.usage)),
    origin: answer.origin,
    tail: answer.tail ?? (listener ? CODECS[ask.dialect].stream(whole).tail : []),
  }
}

function shownAttempt({ attempt, choices, best }: Tried): Attempt {
  const { text = '', judgement } = choices[best] ?? {}
  return { ...attempt, shown: { text, evidence: judgement?.evidence ?? [], withheldBy: judgement?.withheldBy ?? [] } }
}

function scoreAt(choices: readonly Choice[], index: number): number | null {
  return choices[index]?.judgement?.ainScore ?? null
}

/** The most neutral choice first. In modes that reject, of the others only those remain that are neutral enough or have no text. */
function orderOf({ choices, best }: Tried, mode: FilterMode): number[] {
  const score = (index: number) => scoreAt(choices, index) ?? -1
  const order = choices.map((_, index) => index).sort((a, b) => score(b) - score(a))
  if (mode === 'analyze') return order
  return order.filter(
    (index) => index === best || choices[index]?.reason === 'no_text' || isNeutralEnough(scoreAt(choices, index), mode),
  )
}

function wholeOf({
  tried,
  chosen,
  ask,
  order,
}: Pick<End, 'tried' | 'chosen'> & { ask: Ask; order: readonly number[] }): Json {
  const { whole } = chosen.answer
  const isOne = order.length <= 1 && chosen.choices.length <= 1
  if (isOne && tried.length === 1 && isWhole(whole, ask)) return whole
  const { usage: _usage, ...rest } = whole
  const counts = tried.map(({ answer }) => answer.whole.usage).filter(isObject)
  const usage = counts.length === tried.length ? { usage: counts.reduce(addCounts) } : {}
  const missing = missingIn(rest, { ...ask.head, model: ask.model })
  // First, where clients look for them; and once more, in place of fields that are null.
  const named = { ...missing, ...rest, ...missing, ...usage }
  if (ask.dialect !== 'chat' || isOne) return named
  const choices = objectsOf(whole.choices)
  return { ...named, choices: order.map((from, index) => ({ ...choices[from], index })) }
}

/** Whether an answer has all that it must have, and no token counts of another form. */
function isWhole(answer: Json, { head, model }: Ask): boolean {
  if (answer.usage !== undefined && !isObject(answer.usage)) return false
  for (const name in { ...head, model }) if (answer[name] === undefined || answer[name] === null) return false
  return true
}

function missingIn(answer: Json, fields: Json): Json {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => answer[name] === undefined || answer[name] === null),
  )
}

export function withoutEvidence(judgement: AnswerScore): Omit<AnswerScore, 'evidence'> {
  const { ainScore, biasDirection, certified, wordRatios, modelVersion, language, reason, accepted } = judgement
  return { ainScore, biasDirection, certified, wordRatios, modelVersion, language, reason, accepted } as Omit<
    AnswerScore,
    'evidence'
  >
}
