// Ask a model, judge its answer, ask again: with the deployment's own key (chat) or with the caller's (proxy).
import { ApiError } from '../errors.ts'
import type { Secret } from '../secret.ts'
import { startDeadline } from './deadline.ts'
import type { FilterMode } from './decide.ts'
import type { Ask, Message, Provider, ProviderSetting, Sampling } from './provider.ts'
import { createProviders, type ProviderOptions } from './providers/providers.ts'
import { type Listener, type Outcome, reask, type Scorer } from './reask.ts'

export { FILTER_MODES } from './decide.ts'
export { type Claim, createIdempotency, type Head, type Idempotency } from './idempotency.ts'
export { createInFlight, type InFlight } from './in-flight.ts'
export { type Message, ROLES, type Sampling } from './provider.ts'
export type { Attempt, Listener, Outcome } from './reask.ts'

export interface AiOptions extends Partial<ProviderOptions> {
  readonly providers: Readonly<Record<string, ProviderSetting>>
  /** The server-held key goes to this provider and to no other. */
  readonly chat: { readonly apiKey: Secret | undefined; readonly provider: string; readonly model: string | undefined }
  /** One deadline for a whole call, its retries and re-asks included. */
  readonly timeoutMs: number
  readonly score: Scorer
  readonly nowMs: () => number
  /** Tells the operator what the caller is not told. */
  readonly report: (error: unknown, message: string) => void
}

export interface Question {
  readonly messages: readonly Message[]
  readonly model?: string | undefined
  readonly mode: FilterMode
  readonly sampling?: Sampling | undefined
  /** Ends the call early; its reason is what the call fails with. */
  readonly ending: AbortController
  /** Present: the answer is streamed to it. */
  readonly listener?: Listener | undefined
}

export interface OwnKeyQuestion extends Question {
  readonly provider: string
  readonly key: Secret
}

export interface Ai {
  readonly providerNames: readonly string[]
  /** What /v1/models lists: the model that chat uses unless told otherwise. */
  readonly chatModel: { readonly id: string; readonly provider: string }
  chat(question: Question): Promise<Outcome>
  proxy(question: OwnKeyQuestion): Promise<Outcome>
  close(): Promise<void>
}

type Terms = Pick<Ask, 'model' | 'key' | 'keyName'>

export function createAi(options: AiOptions): Ai {
  const { chat, timeoutMs, score, nowMs, report, random = Math.random, sleep, limits } = options
  const providers = createProviders(options.providers, {
    random,
    nowMs,
    ...(sleep && { sleep }),
    ...(limits && { limits }),
  })
  const providerNamed = (name: string): Provider => {
    const provider = providers.get(name)
    if (!provider) throw new ApiError('not_configured', `The provider ${name} is not configured on this deployment`)
    return provider
  }
  const onScorerFailure = (error: unknown) => report(error, 'an answer could not be scored')
  const chatModel = { id: chat.model ?? providerNamed(chat.provider).defaultModel, provider: chat.provider }

  const run = async (provider: Provider, question: Question, { model, key, keyName }: Terms) => {
    const { messages, mode, sampling = {}, ending, listener } = question
    const deadline = startDeadline(timeoutMs, ending, nowMs)
    const ask: Ask = { messages, model, sampling, key, keyName, deadline }
    try {
      return await reask({ provider, ask, mode, score, nowMs, onScorerFailure, listener })
    } finally {
      deadline.end()
    }
  }

  return {
    providerNames: [...providers.keys()],
    chatModel,
    async chat(question) {
      if (!chat.apiKey)
        throw new ApiError('not_configured', 'Chat is not configured on this deployment: CHAT_API_KEY is not set')
      const terms = { model: question.model ?? chatModel.id, key: chat.apiKey, keyName: 'CHAT_API_KEY' } as const
      return run(providerNamed(chat.provider), question, terms)
    },
    async proxy(question) {
      const provider = providerNamed(question.provider)
      const model = question.model ?? provider.defaultModel
      return run(provider, question, { model, key: question.key, keyName: 'user_api_key' })
    },
    async close() {
      await Promise.all([...providers.values()].map((provider) => provider.close()))
    },
  }
}
