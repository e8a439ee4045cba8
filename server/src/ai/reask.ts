// Ask, judge the answer, and ask again until it is neutral enough or the asks are used up.
import type { Analysis } from '@equipoise/score'
import { decide, type FilterMode } from './decide.ts'
import { neutralise } from './neutralise.ts'
import type { Answer, Ask, OnDelta, Provider, TokenUsage } from './provider.ts'

/** What the loop needs of an analysis. */
export interface Judgement
  extends Pick<Analysis, 'ainScore' | 'biasDirection' | 'certified' | 'wordRatios' | 'modelVersion'> {
  readonly evidence: readonly { readonly text: string }[]
}

export type Scorer = (text: string) => Judgement

export interface Attempt {
  readonly ainScore: number | null
  readonly biasDirection: string | null
  readonly usage: TokenUsage
  readonly durationMs: number
}

export interface Outcome {
  readonly text: string
  readonly model: string
  readonly finish: Answer['finish']
  readonly mode: FilterMode
  readonly passed: boolean
  /** Of the returned text; undefined where the scorer failed. */
  readonly judgement: Omit<Judgement, 'evidence'> | undefined
  readonly attempts: readonly Attempt[]
  readonly usage: TokenUsage
}

export interface Listener {
  /** Gets text that the caller may see: in `analyze` as it comes, otherwise once, when it is accepted. */
  readonly onDelta: OnDelta
  readonly onAttempt: (attempt: Attempt) => Promise<void> | undefined
}

export interface Reask {
  readonly provider: Provider
  readonly ask: Ask
  readonly mode: FilterMode
  readonly score: Scorer
  readonly nowMs: () => number
  /** Told of a scorer that threw: the caller gets null, the operator the reason. */
  readonly onScorerFailure: (error: unknown) => void
  readonly listener?: Listener | undefined
}

interface Tried {
  readonly answer: Answer
  readonly judgement: Judgement | undefined
  readonly attempt: Attempt
}

export async function reask(options: Reask): Promise<Outcome> {
  const { mode, ask, listener } = options
  const tried: Tried[] = []
  let next = ask
  for (;;) {
    const one = await tryOnce(options, next)
    tried.push(one)
    await listener?.onAttempt(one.attempt)
    const verdict = decide(
      tried.map(({ attempt }) => attempt.ainScore),
      mode,
    )
    if (!verdict.again) {
      const chosen = tried[verdict.chosen] ?? one
      if (mode !== 'analyze') await listener?.onDelta(chosen.answer.text, chosen.answer.model)
      return outcomeOf({ tried, chosen, mode, passed: verdict.passed })
    }
    next = { ...ask, messages: neutralise(ask.messages, one.judgement?.evidence ?? []) }
  }
}

async function tryOnce(options: Reask, ask: Ask): Promise<Tried> {
  const { provider, mode, listener, nowMs, score, onScorerFailure } = options
  const startedMs = nowMs()
  // Only `analyze` never rejects an answer, so only there may text leave before it was judged.
  const answer =
    listener && mode === 'analyze' ? await provider.stream(ask, listener.onDelta) : await provider.complete(ask)
  const durationMs = Math.round(nowMs() - startedMs)
  const judgement = judge(answer.text, score, onScorerFailure)
  const { ainScore = null, biasDirection = null } = judgement ?? {}
  return { answer, judgement, attempt: { ainScore, biasDirection, usage: answer.usage, durationMs } }
}

function judge(text: string, score: Scorer, onScorerFailure: (error: unknown) => void): Judgement | undefined {
  try {
    const judgement = score(text)
    if (!(judgement.ainScore >= 0 && judgement.ainScore <= 1)) throw new RangeError('the score is not within 0 to 1')
    return judgement
  } catch (error) {
    onScorerFailure(error)
    return undefined
  }
}

function outcomeOf(end: { tried: Tried[]; chosen: Tried; mode: FilterMode; passed: boolean }): Outcome {
  const { tried, chosen, mode, passed } = end
  const { text, model, finish } = chosen.answer
  return {
    text,
    model,
    finish,
    mode,
    passed,
    judgement: chosen.judgement && withoutEvidence(chosen.judgement),
    attempts: tried.map(({ attempt }) => attempt),
    usage: {
      inputTokens: sum(tried.map(({ answer }) => answer.usage.inputTokens)),
      outputTokens: sum(tried.map(({ answer }) => answer.usage.outputTokens)),
    },
  }
}

function withoutEvidence(judgement: Judgement): Omit<Judgement, 'evidence'> {
  const { ainScore, biasDirection, certified, wordRatios, modelVersion } = judgement
  return { ainScore, biasDirection, certified, wordRatios, modelVersion }
}

/** Unknown plus anything is unknown. */
function sum(counts: readonly (number | null)[]): number | null {
  return counts.reduce<number | null>((total, count) => (total === null || count === null ? null : total + count), 0)
}
