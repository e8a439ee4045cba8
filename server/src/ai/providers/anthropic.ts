// Anthropic's messages on the wire. A request is sent as it came, except for `model` and `stream`.
import type { WireFormat } from './wire-format.ts'

const API_VERSION = '2023-06-01'

export const ANTHROPIC: WireFormat = {
  dialect: 'messages',
  path: '/messages',
  embeddingsPath: undefined,
  countPath: '/messages/count_tokens',
  headers: (key, given) => [
    'x-api-key',
    key.reveal(),
    ...Object.entries({ 'anthropic-version': API_VERSION, ...given }).flat(),
  ],
  body(request, { model, streamed }) {
    const { stream, ...rest } = request
    if (streamed) return { ...request, model, stream: true }
    return stream === true ? { ...rest, model } : { ...request, model }
  },
  isEnd: (_data, { type }) => type === 'message_stop',
}
