// The endpoints in the formats of OpenAI and Anthropic, without streams: for those, use the official clients with our base URL.
import type { Send } from './calls.ts'
import type * as shape from './shapes.ts'
import type { CallOptions } from './transport.ts'

export interface V1Options extends CallOptions {
  /** Your own key for one of the providers that `brand()` lists. It is used for this one call, and counts as a proxy call. */
  readonly ownKey?: { readonly provider: string; readonly key: string } | undefined
}

export function v1Calls(send: Send) {
  const ask = <Result>(path: string, body: object, { ownKey, ...options }: V1Options = {}) =>
    send<Result>({
      method: 'POST',
      path,
      body,
      ...(ownKey && { headers: { 'x-provider': ownKey.provider, 'x-provider-key': ownKey.key } }),
      ...options,
    })
  return {
    /** Chat Completions of OpenAI. */
    completion: (request: shape.CompletionRequest, options?: V1Options) =>
      ask<shape.Completion>('/v1/chat/completions', request, options),
    /** Responses of OpenAI. Nothing is stored. */
    response: (request: shape.ResponsesRequest, options?: V1Options) =>
      ask<shape.ResponsesAnswer>('/v1/responses', request, options),
    /** Messages of Anthropic. */
    message: (request: shape.MessagesRequest, options?: V1Options) =>
      ask<shape.MessagesAnswer>('/v1/messages', request, options),
    /** How many tokens a request in Anthropic's format has. Costs nothing. */
    countTokens: (request: shape.CountTokensRequest, options?: V1Options) =>
      ask<shape.TokenCount>('/v1/messages/count_tokens', request, options),
    /** Embeddings of OpenAI, passed on to the provider. */
    embeddings: (request: shape.EmbeddingsRequest, options?: V1Options) =>
      ask<shape.EmbeddingsAnswer>('/v1/embeddings', request, options),
    /** The models that chat can use, the default first. */
    models: (options?: CallOptions) =>
      send<shape.ModelList>({ method: 'GET', path: '/v1/models', repeatable: true, ...options }),
    /** One model that chat can use. */
    model: (id: string, options?: CallOptions) =>
      send<shape.Model>({
        method: 'GET',
        path: `/v1/models/${encodeURIComponent(id)}`,
        repeatable: true,
        ...options,
      }),
  }
}
