// Asks one prompt of an audit in the same way as /ai/chat or, with the caller's key, /ai/proxy.
import { randomUUID } from 'node:crypto'
import { type Ai, type CallParts, callModel, type Origin, type Tally, type TokenUsage } from '../ai/ai.ts'
import { ApiError, type Report } from '../ground/errors.ts'
import type { Plan } from '../ground/plans.ts'
import type { Secret } from '../ground/secret.ts'
import type { Audit } from './audit-store.ts'

export interface ModelCall {
  readonly audit: Pick<Audit, 'accountId' | 'keyId' | 'terms'>
  readonly plan: Plan
  readonly prompt: string
  /** Present if the caller's own key is used. */
  readonly key: Secret | undefined
  readonly signal: AbortSignal
  /** Present if the question is limited. */
  readonly tally?: Tally | undefined
}

/** The answer as the model gave it: a filtered one would audit the filter. */
export type AskModel = (call: ModelCall) => Promise<ModelAnswer>

export interface ModelAnswer {
  readonly text: string
  readonly origin: Origin
}

interface AskParts extends CallParts {
  readonly ai: Ai
  readonly report: Report
}

/** The prompt was charged before, with its row. */
const PAID = {
  finalise() {},
  refund: async () => {},
  briefly: (work: Promise<unknown>) => work,
}

export function createAsk({ ai, inFlight, countTokens, report }: AskParts): AskModel {
  return async ({ audit, plan, prompt, key, signal, tally }) => {
    const { model, provider } = audit.terms
    const ending = new AbortController()
    const end = () => ending.abort(signal.reason)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
    const seat = {
      accountId: audit.accountId,
      keyId: audit.keyId ?? undefined,
      plan,
      claim: undefined,
      payment: PAID,
      ending,
      openChannel: () => {
        throw new Error('an audit streams nothing')
      },
      tellable: tellableOf,
      logError: report,
    }
    const question = {
      dialect: 'chat',
      request: { messages: [{ role: 'user', content: prompt }] },
      wantsText: true,
      mode: 'analyze',
      // The fast tier, because only the report needs a full score, computed once all answers are there.
      tier: 'fast',
      words: async () => ({ owner: `account:${audit.accountId}` }),
      model: model ?? undefined,
      id: randomUUID(),
      ending,
      tally,
    } as const
    const costMicros = (usage: TokenUsage) => ai.models.costMicros(model ?? ai.chatModel.id, usage)
    try {
      const answer = await callModel(
        seat,
        { inFlight, countTokens },
        {
          ask: () =>
            key && provider ? ai.proxy({ ...question, provider, key, keyName: 'user_api_key' }) : ai.chat(question),
          plain: ({ text, origin }) => ({ text, origin }),
          costMicros: key ? undefined : costMicros,
        },
      )
      if (!answer?.origin) throw new Error('an answer has no origin')
      return { text: answer.text, origin: answer.origin }
    } finally {
      signal.removeEventListener('abort', end)
    }
  }
}

function tellableOf(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('internal', 'The model could not be asked.', { cause: error })
}
