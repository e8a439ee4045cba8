// What the loop knows of a model: one question in, one answer out, whole or piece by piece. Vendors live below, in providers/.
import type { Secret } from '../secret.ts'
import type { Deadline } from './deadline.ts'

export const ROLES = ['user', 'assistant', 'system'] as const
export type Role = (typeof ROLES)[number]

export interface Message {
  readonly role: Role
  readonly content: string
}

/** What a caller may tune; absent is the provider's own default. */
export interface Sampling {
  readonly temperature?: number | undefined
  readonly topP?: number | undefined
  readonly stop?: readonly string[] | undefined
  /** OpenAI has two names for the same limit, and some models accept only one of them: the caller's choice is kept. */
  readonly maxTokens?: number | undefined
  readonly maxCompletionTokens?: number | undefined
}

export interface Ask {
  readonly messages: readonly Message[]
  readonly model: string
  readonly sampling: Sampling
  readonly key: Secret
  /** Where that key comes from, for the words of a refusal. */
  readonly keyName: 'user_api_key' | 'CHAT_API_KEY'
  readonly deadline: Deadline
}

/** Null is unknown: a provider that does not count is not one that used nothing. */
export interface TokenUsage {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}

export interface Answer {
  readonly text: string
  readonly model: string
  readonly usage: TokenUsage
  /** `length`: cut off by the token limit. */
  readonly finish: 'stop' | 'length'
}

/** Takes a piece of text, and the name of the model as far as it is known by then. */
export type OnDelta = (text: string, model: string) => Promise<void> | undefined

/** Both throw an ApiError in words for the caller, never with the key in it. */
export interface Provider {
  readonly name: string
  readonly defaultModel: string
  complete(ask: Ask): Promise<Answer>
  /** Hands over each piece as it comes; the next one waits until the last was taken. Resolves with the whole. */
  stream(ask: Ask, onDelta: OnDelta): Promise<Answer>
}

export interface ProviderSetting {
  readonly format: 'openai' | 'anthropic'
  readonly baseUrl: string
  readonly model: string
}
