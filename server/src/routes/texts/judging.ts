// What the routes share on which other programs have texts judged: who may call, what it costs, and the scores.
import type { Analysis } from '@equipoise/score'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerGone, type Guarded } from '../../http/http.ts'
import { type Analyze, type ScoreOptions, scoreAll } from '../../threads/scorer/scorer.ts'
import type { Words } from '../../words/words.ts'
import { TEXT_CHARACTERS_MAX } from './analysis-shape.ts'
import { charactersOf } from './characters.ts'
import { type CalledWords, joinWords } from './word-lists.ts'

/** A text analysis for every 10,000 characters that a text has or begins; an empty text costs nothing. */
export function unitsOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.ceil(charactersOf(text) / TEXT_CHARACTERS_MAX), 0)
}

/** The access of a route that counts as /ai/analyze for each of these texts. */
export function judgingAccess(textsOf: (request: FastifyRequest) => readonly string[]): Guarded {
  return {
    credentials: 'required',
    kinds: ['jwt', 'key'],
    area: 'ai',
    meter: { name: 'ai/analyze', units: (request) => unitsOf(textsOf(request)), mayTrail: true },
  }
}

/** The word lists of the caller, together with those of the request. */
export async function wordsFor({ caller }: FastifyRequest, words: Words, called: CalledWords = {}) {
  return joinWords(caller ? await words.read(caller.accountId) : { ignore: [], flag: [] }, called)
}

export interface Judging {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: JudgingParts
}

export interface JudgingParts {
  readonly analyze: Analyze
  readonly words: Words
}

/** The scores of all texts, once they are paid for; throws where one of them could not be scored. */
export async function judgeTexts(
  { request, reply, parts }: Judging,
  texts: readonly string[],
  options: ScoreOptions,
): Promise<Analysis[]> {
  try {
    const signal = callerGone(reply)
    const words = await wordsFor(request, parts.words)
    if (request.charge) await chargesLeft()
    const results = await scoreAll(parts.analyze, texts, { ...options, ...words, signal })
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
  } finally {
    // A rejected charge is the answer, whatever became of the scores.
    await request.charge
  }
}

/** Resolves once the charges of this turn are on the wire, so that the database works while this thread scores. */
function chargesLeft(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(setImmediate, resolve)
  })
}
