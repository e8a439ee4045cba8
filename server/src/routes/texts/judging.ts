// What routes share on which other programs have texts scored: access, cost and scores.
import type { Analysis } from '@equipoise/score'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../ground/errors.ts'
import { callerGone, type Guarded, ownerOf, refundPart } from '../../http/http.ts'
import { type Analyze, type ScoreOptions, scoreAll } from '../../threads/scorer/scorer.ts'
import type { Metering } from '../../usage/usage.ts'
import type { Words } from '../../words/words.ts'
import { TEXT_CHARACTERS_MAX } from './analysis-shape.ts'
import { charactersOf } from './characters.ts'
import { type CalledWords, joinWords } from './word-lists.ts'

/** One text analysis per 10,000 characters or part of them; an empty text costs nothing. */
export function unitsOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.ceil(charactersOf(text) / TEXT_CHARACTERS_MAX), 0)
}

/** The access of a route that is charged like /ai/analyze for each of these texts. */
export function judgingAccess(textsOf: (request: FastifyRequest) => readonly string[]): Guarded {
  return {
    credentials: 'required',
    kinds: ['jwt', 'key'],
    area: 'ai',
    meter: { name: 'ai/analyze', units: (request) => unitsOf(textsOf(request)) },
  }
}

/** What a score depends on besides the text: the word lists of the caller and the request, and the owner of the queue place. */
export async function scoringFor(request: FastifyRequest, words: Words, called: CalledWords = {}) {
  const { caller } = request
  const lists = joinWords(caller ? await words.read(caller.accountId) : { ignore: [], flag: [] }, called)
  return { ...lists, ...ownerOf(request) }
}

export interface Judging {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: JudgingParts
}

export interface JudgingParts {
  readonly analyze: Analyze
  readonly words: Words
  readonly usage: Metering
}

/** The scores of all texts; throws if one of them could not be scored. */
export async function judgeTexts(
  { request, reply, parts }: Judging,
  texts: readonly string[],
  options: Pick<ScoreOptions, 'tier'>,
): Promise<Analysis[]> {
  const signal = callerGone(reply)
  const words = await scoringFor(request, parts.words)
  const results = await scoreAll(parts.analyze, texts, { ...options, ...words, signal })
  const failure = results.find((result) => result.status === 'rejected')?.reason
  if (failure) throw await partlyPaid({ request, parts }, texts, results, failure)
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

/** If a text's time ran out, all texts whose scoring had started stay charged, and the others are refunded. */
async function partlyPaid(
  { request, parts }: Pick<Judging, 'request' | 'parts'>,
  texts: readonly string[],
  results: readonly PromiseSettledResult<Analysis>[],
  failure: unknown,
): Promise<unknown> {
  const late = results.flatMap((result) => (isBegun(result) ? [result.reason] : []))[0]
  if (!late) return failure
  const unbegun = texts.filter((_, at) => results[at]?.status === 'rejected' && !isBegun(results[at]))
  await refundPart(request, parts.usage, unitsOf(unbegun))
  return late
}

/** Whether scoring failed after it had started, and so is charged. */
export function isBegun(result: PromiseSettledResult<Analysis> | undefined): result is PromiseRejectedResult {
  return result?.status === 'rejected' && result.reason instanceof ApiError && result.reason.keepsCharge === true
}
