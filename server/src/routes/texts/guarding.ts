// What the guardrails of other gateways share: whether texts can pass, changed or as they are, and why not.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Analysis, MODERATE_MIN } from '@equipoise/score'
import { allReplaced } from '@equipoise/score/rewriting'
import { z } from 'zod'
import type { Tier } from '../../ground/filter-mode.ts'
import { tier } from './analysis-shape.ts'
import { type Judging, judgeTexts } from './judging.ts'

export const minScore = z
  .number()
  .min(0)
  .max(1)
  .describe('Texts with a lower neutrality score are blocked. Default: 0.4.')
export const onLoaded = z
  .literal(['block', 'neutralise'])
  .describe('`neutralise` applies our suggestions to loaded texts, and blocks them only if that is not enough.')

/** Settings that stand in the address. */
export const guardQuery = z.object({
  min_score: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: minScore.description, override: { type: 'number', minimum: 0, maximum: 1 } }),
  tier: tier.optional(),
})

interface GuardSettings {
  readonly min_score?: number | null | undefined
  readonly tier?: Tier | null | undefined
  readonly on_loaded?: z.output<typeof onLoaded> | null | undefined
}

/** Texts that can pass: all of them, changed or not; or why not. */
type Guarded =
  | { readonly texts: readonly string[]; readonly isChanged: boolean; readonly passed: string }
  | { readonly reason: string }

export async function guardTexts(
  judging: Judging,
  texts: readonly string[],
  { min_score, tier: asked, on_loaded }: GuardSettings,
): Promise<Guarded> {
  const limit = min_score ?? MODERATE_MIN
  const scoreAll = (some: readonly string[]) => judgeTexts(judging, some, { tier: asked ?? undefined })
  const scored = await scoreEach(texts, scoreAll)
  const loaded = scored.filter(({ score }) => score && isBelow(score, limit))
  const passed = passedFor(scored.flatMap(({ score }) => score ?? []))
  if (loaded.length === 0) return { texts, isChanged: false, passed }
  const changed = on_loaded === 'neutralise' ? await neutralised(scored, limit, scoreAll) : undefined
  return changed ? { texts: changed, isChanged: true, passed } : { reason: reasonFor(worstOf(loaded), limit) }
}

interface ScoredText {
  readonly text: string
  /** Undefined for an empty text. */
  readonly score: Analysis | undefined
}
type ScoreAll = (texts: readonly string[]) => Promise<Analysis[]>

async function scoreEach(texts: readonly string[], scoreAll: ScoreAll): Promise<ScoredText[]> {
  const scores = await scoreAll(texts.filter((text) => text !== ''))
  return texts.map((text) => ({ text, score: text === '' ? undefined : scores.shift() }))
}

/** All texts, the loaded ones with our suggestions; undefined if those are not enough. Scoring again costs nothing. */
async function neutralised(
  scored: readonly ScoredText[],
  limit: number,
  scoreAll: ScoreAll,
): Promise<string[] | undefined> {
  const texts: string[] = []
  for (const { text, score } of scored) {
    const isLoaded = score !== undefined && isBelow(score, limit)
    // Other requests get their turn between two long texts.
    if (isLoaded) await nextTurn()
    texts.push(isLoaded ? allReplaced(text, score.evidence) : text)
  }
  const changed = texts.filter((text, at) => scored[at]?.score && text !== scored[at]?.text)
  const isLeft = scored.some(({ text, score }, at) => score && isBelow(score, limit) && texts[at] === text)
  if (isLeft || (await scoreAll(changed)).some((score) => isBelow(score, limit))) return undefined
  return texts
}

function worstOf(scored: readonly ScoredText[]): Analysis {
  const scores = scored.flatMap(({ score }) => score ?? [])
  return scores.reduce((one, other) => (other.ainScore < one.ainScore ? other : one))
}

/** Texts that cannot be scored (too short, or in a language that we do not support) are not blocked. */
export function isBelow(score: Analysis, limit: number): boolean {
  return isScored(score) && score.ainScore < limit
}

function isScored({ reason, certified }: Pick<Analysis, 'reason' | 'certified'>): boolean {
  return reason === undefined || certified
}

/** Why texts pass: those that were not scored are not called neutral. */
export function passedFor(scores: readonly Pick<Analysis, 'reason' | 'certified'>[]): string {
  if (scores.every(isScored)) return 'The wording is neutral enough.'
  return 'Not scored, so not blocked: a text is too short or in a language that we do not support.'
}

const WORDS_MAX = 10

export function evidenceWords({ evidence }: Analysis): string[] {
  return [...new Set(evidence.map(({ text }) => text))].slice(0, WORDS_MAX)
}

export function reasonFor(score: Analysis, limit: number): string {
  const words = evidenceWords(score)
  const named = words.length > 0 ? ` Loaded words: ${words.join(', ')}.` : ''
  return `The neutrality score ${score.ainScore} is below ${limit}.${named}`
}
