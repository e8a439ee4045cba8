// OpenAI's chat completions on the wire. A request is sent as it came, except for the model and the stream options.
import { objectOf } from '../dialects/json.ts'
import type { WireFormat } from './wire-format.ts'

export const OPENAI: WireFormat = {
  dialect: 'chat',
  path: '/chat/completions',
  embeddingsPath: '/embeddings',
  countPath: undefined,
  headers: (key, given = {}) => ['authorization', `Bearer ${key.reveal()}`, ...Object.entries(given).flat()],
  body(request, { model, streamed }) {
    const { stream, stream_options, ...rest } = request
    // Spreading keeps the order of the fields.
    if (!streamed) return stream === true ? { ...rest, model } : { ...request, model }
    return { ...request, model, stream: true, stream_options: { ...objectOf(stream_options), include_usage: true } }
  },
  isEnd: (data) => data === '[DONE]',
}
