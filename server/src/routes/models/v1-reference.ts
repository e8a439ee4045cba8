import type { z } from 'zod'
import type { Brand } from '../../ground/brand.ts'
import type { Operation } from '../../http/http.ts'

const MODEL_ID = 'llama-3.1-8b-instant'
const modelOf = (provider: string) => ({
  id: MODEL_ID,
  object: 'model',
  created: 1772355600,
  owned_by: provider,
  type: 'model',
  display_name: 'Llama 3.1 8B',
  created_at: '2026-03-01T09:00:00.000Z',
})

export const listModels = (provider: string): Operation => ({
  operationId: 'listModels',
  access: 'scope ai or read-only',
  sdk: ['v1.models'],
  tags: ['OpenAI-compatible'],
  summary: 'List the models you can use',
  description:
    'Lists the models that this deployment offers, the default first. If it has no such list, only the default is listed, and you can name any model of its AI provider. Clients of OpenAI and of Anthropic can both read the response.',
  examples: {
    response: { object: 'list', data: [modelOf(provider)], has_more: false, first_id: MODEL_ID, last_id: MODEL_ID },
  },
})

export const readModel = (provider: string): Operation => ({
  operationId: 'getModel',
  access: 'scope ai or read-only',
  sdk: ['v1.model', 'path.id'],
  sample: { id: MODEL_ID },
  tags: ['OpenAI-compatible'],
  summary: 'Get one model',
  description: 'Returns one model of the list.',
  examples: { response: modelOf(provider) },
})

export const createCompletion = ({ field }: Brand, event: z.ZodType): Operation => ({
  operationId: 'createCompletion',
  access: 'scope ai',
  sdk: ['v1.completion', 'body'],
  tags: ['OpenAI-compatible'],
  summary: "Create a chat completion in OpenAI's format",
  description: `The same as \`POST /ai/chat\`, in OpenAI's format: point an existing client at \`/v1\` and use your API key as its key. Send \`${field.options}\` to choose a filter mode; the response has \`${field.filter}\`. Counts towards your chat quota.`,
  examples: {
    request: {
      model: 'llama-3.1-8b-instant',
      messages: [{ role: 'user', content: 'Was the reform a success?' }],
      [field.options]: { filter_mode: 'rebalance' },
    },
    response: {
      id: 'chatcmpl-0b9d8a3e-54c5-4a0b-9f0d-2f3f6f1a7c11',
      object: 'chat.completion',
      created: 1772355600,
      model: 'llama-3.1-8b-instant',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Employment rose by 2 per cent in the first year. The cost was higher than planned.',
            refusal: null,
          },
          finish_reason: 'stop',
          logprobs: null,
        },
      ],
      usage: { prompt_tokens: 31, completion_tokens: 44, total_tokens: 75 },
      [field.filter]: {
        ain_score: 0.82,
        [field.certified]: true,
        bias_direction: 'neutral',
        word_ratios: { positive: 0.06, negative: 0.03, loaded: 0, neutral: 0.91 },
        filter_mode: 'rebalance',
        passed: true,
        attempts: [
          { ain_score: 0.82, bias_direction: 'neutral', input_tokens: 31, output_tokens: 44, duration_ms: 460 },
        ],
        model_version: '1.3.0',
        language: 'en',
      },
    },
  },
  stream: {
    event,
    example: {
      id: 'chatcmpl-0b9d8a3e',
      object: 'chat.completion.chunk',
      created: 1772355600,
      model: 'llama-3.1-8b-instant',
      choices: [
        { index: 0, delta: { role: 'assistant', content: 'Employment rose' }, finish_reason: null, logprobs: null },
      ],
    },
  },
})

const REPORT = ({ field }: Brand) => ({
  ain_score: 0.82,
  [field.certified]: true,
  bias_direction: 'neutral',
  word_ratios: { positive: 0.06, negative: 0.03, loaded: 0, neutral: 0.91 },
  filter_mode: 'analyze',
  passed: true,
  attempts: [{ ain_score: 0.82, bias_direction: 'neutral', input_tokens: 31, output_tokens: 44, duration_ms: 460 }],
  model_version: '1.3.0',
  language: 'en',
})
const TEXT = 'Employment rose by 2 per cent in the first year. The cost was higher than planned.'

export const createResponse = (brand: Brand, event: z.ZodType): Operation => ({
  operationId: 'createResponse',
  access: 'scope ai',
  sdk: ['v1.response', 'body'],
  tags: ['OpenAI-compatible'],
  summary: "Create a response in the format of OpenAI's Responses",
  description: `The same as \`POST /v1/chat/completions\`, for clients that use OpenAI's Responses. Nothing is stored: \`store: true\`, \`previous_response_id\` and references to items from other services are rejected. Counts towards your chat quota.`,
  examples: {
    request: { model: 'llama-3.1-8b-instant', input: 'Was the reform a success?' },
    response: {
      id: 'resp_0b9d8a3e-54c5-4a0b-9f0d-2f3f6f1a7c11',
      object: 'response',
      created_at: 1772355600,
      status: 'completed',
      model: 'llama-3.1-8b-instant',
      output: [
        {
          id: 'msg_0b9d8a3e',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: TEXT, annotations: [] }],
        },
      ],
      usage: { input_tokens: 31, output_tokens: 44, total_tokens: 75 },
      store: false,
      [brand.field.filter]: REPORT(brand),
    },
  },
  stream: {
    event,
    example: {
      type: 'response.output_text.delta',
      item_id: 'msg_0b9d8a3e',
      output_index: 0,
      content_index: 0,
      delta: 'Employment rose',
      logprobs: [],
      sequence_number: 4,
    },
  },
})

export const createMessage = (brand: Brand, event: z.ZodType): Operation => ({
  operationId: 'createMessage',
  access: 'scope ai',
  sdk: ['v1.message', 'body'],
  tags: ['OpenAI-compatible'],
  summary: "Create a message in Anthropic's format",
  description: `The same as \`POST /ai/chat\`, in Anthropic's format: point an existing client at this deployment and use your API key as its key. Counts towards your chat quota.`,
  examples: {
    request: {
      model: 'llama-3.1-8b-instant',
      max_tokens: 1024,
      messages: [{ role: 'user', content: 'Was the reform a success?' }],
    },
    response: {
      id: 'msg_0b9d8a3e',
      type: 'message',
      role: 'assistant',
      model: 'llama-3.1-8b-instant',
      content: [{ type: 'text', text: TEXT }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 31, output_tokens: 44 },
      [brand.field.filter]: REPORT(brand),
    },
  },
  stream: {
    event,
    example: {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: 'Employment rose' },
    },
  },
})

export const countMessageTokens: Operation = {
  operationId: 'countMessageTokens',
  access: 'scope ai',
  sdk: ['v1.countTokens', 'body'],
  tags: ['OpenAI-compatible'],
  summary: "Count the tokens of a request in Anthropic's format",
  description:
    'Counts the tokens of a request without answering it. It costs nothing. With your own key in `X-Provider-Key`, the AI provider counts. Without one, or if the provider cannot count, the number is estimated from the length of the text, and the header `X-Token-Count: estimated` says so.',
  examples: {
    request: { model: 'llama-3.1-8b-instant', messages: [{ role: 'user', content: 'Was the reform a success?' }] },
    response: { input_tokens: 31 },
  },
}

export const createEmbedding: Operation = {
  operationId: 'createEmbedding',
  access: 'scope ai',
  sdk: ['v1.embeddings', 'body'],
  tags: ['OpenAI-compatible'],
  summary: "Create embeddings in OpenAI's format",
  description:
    "Passes the request on to this deployment's AI provider. If the provider has no embeddings, the response is 404. Counts towards your chat quota.",
  examples: {
    request: { model: 'text-embedding-3-small', input: 'Was the reform a success?' },
    response: {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [0.12, -0.07] }],
      model: 'text-embedding-3-small',
      usage: { prompt_tokens: 6, total_tokens: 6 },
    },
  },
}
