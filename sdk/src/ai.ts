// Scores, neutral wording, chat and word lists.
import { get, post, type Send } from './calls.ts'
import type * as shape from './shapes.ts'
import type { Call, CallOptions } from './transport.ts'

export type Stream = (call: Call) => AsyncGenerator<shape.ChatEvent>

export function aiCalls(send: Send, stream: Stream) {
  const streamed = (path: string, request: object, options?: CallOptions) =>
    stream({ ...post(path, { ...request, stream: true }), ...options })
  return {
    /** Scores a text; asks no AI provider. */
    analyze: (text: string, options?: CallOptions & shape.ScoringOptions) => {
      const { tier, ignore, flag, ...rest } = options ?? {}
      return send<shape.Analysis>({ ...post('/ai/analyze', { text, tier, ignore, flag }), ...rest })
    },
    /** Scores up to 100 texts; each has an analysis or an error of its own. */
    analyzeBatch: (request: shape.AnalyzeBatchRequest, options?: CallOptions) =>
      send<shape.AnalyzeBatch>({ ...post('/ai/analyze/batch', request), ...options }),
    /** The smallest neutral edit: our suggestions, and with `mode: 'model'` the deployment's model for the words that are left. */
    neutralise: (request: shape.NeutraliseRequest, options?: CallOptions) =>
      send<shape.NeutralisedText>({ ...post('/ai/neutralise', request), ...options }),
    /** The word lists of the account, which hold wherever its texts are scored. */
    words: (options?: CallOptions) => send<shape.WordLists>({ ...get('/ai/words'), ...options }),
    /** Replaces both lists; one that is left out is empty. */
    replaceWords: (lists: shape.WordListsRequest, options?: CallOptions) =>
      send<shape.WordLists>({ method: 'PUT', path: '/ai/words', body: lists, ...options }),
    /** `analyze` for a text of at most 2,000 characters, without credentials; at most 30 an hour from one address. */
    tryAnalyze: (text: string, options?: CallOptions & shape.ScoringOptions) => {
      const { tier, ignore, flag, ...rest } = options ?? {}
      return send<shape.Analysis>({ ...post('/try/analyze', { text, tier, ignore, flag }), ...rest })
    },
    /** Asks the deployment’s model and scores the answer. */
    chat: (request: shape.ChatRequest, options?: CallOptions) =>
      send<shape.ChatResult>({ ...post('/ai/chat', request), ...options }),
    /** Asks a provider with your own key and scores the answer. */
    proxy: (request: shape.ProxyRequest, options?: CallOptions) =>
      send<shape.ChatResult>({ ...post('/ai/proxy', request), ...options }),
    /** The answer in pieces: `for await (const event of client.ai.streamChat(…))`. Leaving the loop hangs up. */
    streamChat: (request: shape.ChatRequest, options?: CallOptions) => streamed('/ai/chat', request, options),
    /** The same with your own key for a provider. */
    streamProxy: (request: shape.ProxyRequest, options?: CallOptions) => streamed('/ai/proxy', request, options),
  }
}
