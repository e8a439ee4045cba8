// Routes that score texts: one or many, for people, programs and other gateways.
import type { Group } from '../../http/http.ts'
import type { Metering, RateLimiter } from '../../usage/usage.ts'
import { type AnalyzeParts, analyzeRoute } from './analyze.ts'
import { batchRoutes } from './batch.ts'
import { gatewayRoutes } from './gateways.ts'
import { guardrailRoutes } from './guardrails.ts'
import { moderationRoutes } from './moderations.ts'
import { tryRoutes } from './try.ts'
import { wordRoutes } from './words.ts'

export { TRY_WINDOW_MS } from './try.ts'

interface TextsParts extends AnalyzeParts {
  readonly usage: Metering
  /** Limits requests without an account. */
  readonly tryLimiter: RateLimiter
}

export function textsGroup({ brand, analyze, words, usage, tryLimiter }: TextsParts): Group {
  return async (app) => {
    analyzeRoute(app, { brand, analyze, words })
    batchRoutes(app, { brand, analyze, usage, words })
    wordRoutes(app, { words })
    moderationRoutes(app, { analyze, words, usage })
    guardrailRoutes(app, { analyze, words, usage })
    gatewayRoutes(app, { analyze, words, usage })
    tryRoutes(app, { brand, analyze, limiter: tryLimiter })
  }
}
