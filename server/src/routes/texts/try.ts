// What visitors of the web application can try without an account. Not metered; rate-limited by address.

import { z } from 'zod'
import type { Brand } from '../../ground/brand.ts'
import { ApiError } from '../../ground/errors.ts'
import { type App, callerGone, named, ownerOf, compilePlainWriter as serializerCompiler } from '../../http/http.ts'
import type { Analyze } from '../../threads/scorer/scorer.ts'
import { type RateLimiter, rateOfAddress } from '../../usage/usage.ts'
import { analysisSchema, shownAnalysis, textOf, tier } from './analysis-shape.ts'
import { tryAnalyze } from './analyze-reference.ts'
import { CALL_ENTRIES_MAX, joinWords, wordLists } from './word-lists.ts'

interface TryParts {
  readonly brand: Brand
  readonly analyze: Analyze
  /** Per hour. */
  readonly limiter: RateLimiter
}

export const TRY_WINDOW_MS = 3_600_000
const CHARACTERS_MAX = 2_000
const ANALYSES_AN_HOUR = 30
const NO_WORDS = { ignore: [], flag: [] }

export function tryRoutes(app: App, { brand, analyze, limiter }: TryParts): void {
  const schema = {
    ...tryAnalyze(brand, { charactersMax: CHARACTERS_MAX, analysesAnHour: ANALYSES_AN_HOUR }),
    body: named(
      'TryAnalyzeRequest',
      'A short text to score.',
      z.object({ text: textOf(CHARACTERS_MAX), tier: tier.nullish(), ...wordLists(CALL_ENTRIES_MAX) }),
    ),
    response: { 200: analysisSchema(brand) },
  }
  app.post('/try/analyze', { config: { access: 'open' }, schema, serializerCompiler }, async (request, reply) => {
    const rate = rateOfAddress(limiter, request.ip, { limit: ANALYSES_AN_HOUR })
    const { allowed, limit, remaining, resetSeconds } = rate
    reply.headers({
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(resetSeconds),
    })
    if (!allowed) throw spent(resetSeconds)
    const { text, tier: asked, ...called } = request.body
    const options = {
      ...joinWords(NO_WORDS, called),
      ...ownerOf(request),
      tier: asked ?? undefined,
      signal: callerGone(reply),
    }
    return shownAnalysis(await analyze(text, options), brand)
  })
}

function spent(resetSeconds: number): ApiError {
  const minutes = Math.ceil(resetSeconds / 60)
  return new ApiError(
    'too_fast',
    `Without an account you can score ${ANALYSES_AN_HOUR} texts an hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or sign up for free.`,
    { headers: { 'retry-after': String(resetSeconds) } },
  )
}
