import type { z } from 'zod'
import type { Brand } from '../../ground/brand.ts'
import type { Operation } from '../../http/http.ts'

const WORD_RATIOS = { positive: 0.06, negative: 0.03, loaded: 0, neutral: 0.91 }
const SCORED = { ain_score: 0.82, bias_direction: 'neutral' }
const MODEL_VERSION = '3.0.0-default'

const FILTERING =
  'If the answer is loaded, the filter mode decides whether we ask the model again; one request costs the same however many attempts it takes. With `stream: true` the response is a stream of events: `delta`, `attempt`, `result` (the object you get without streaming) and `error`. In the modes `rebalance` and `strict` we hold the text back until an attempt is accepted or none is left: then you get the one with the highest score, and `passed` is false.'

export const createChat = (brand: Brand, event: z.ZodType): Operation => ({
  operationId: 'createChat',
  access: 'scope ai',
  sdk: ['ai.chat', 'body'],
  tags: ['Chat'],
  summary: "Ask this deployment's model",
  description: `Sends the conversation to the model that this deployment pays for, and scores the answer. ${FILTERING}`,
  examples: {
    request: { messages: QUESTION, [brand.field.options]: { filter_mode: 'strict' } },
    response: chatResult(brand),
  },
  stream: { event, example: { event: 'result', data: chatResult(brand) } },
})

export const createProxiedChat = (brand: Brand, event: z.ZodType, provider: string): Operation => ({
  operationId: 'createProxiedChat',
  access: 'scope ai',
  sdk: ['ai.proxy', 'body'],
  tags: ['Chat'],
  summary: 'Ask an AI provider with your own key',
  description: `Sends the conversation to the AI provider of your choice with your own key, and scores the answer. Available from the basic plan. ${FILTERING}`,
  examples: {
    request: {
      provider,
      user_api_key: 'sk-your-own-key',
      messages: QUESTION,
      [brand.field.options]: { filter_mode: 'rebalance' },
    },
    response: chatResult(brand),
  },
  stream: { event, example: { event: 'delta', data: { text: 'Employment rose by ' } } },
})

const QUESTION = [{ role: 'user', content: 'Was the reform a success?' }]
const ANSWER =
  'Employment rose by 2 per cent in the first year. Critics point to the cost, which was higher than planned.'

function chatResult({ field }: Brand) {
  return {
    response: ANSWER,
    ain_score: SCORED.ain_score,
    model: 'llama-3.1-8b-instant',
    [field.filter]: {
      ...SCORED,
      [field.certified]: true,
      word_ratios: WORD_RATIOS,
      filter_mode: 'strict',
      passed: true,
      attempts: [
        {
          ain_score: 0.17,
          bias_direction: 'positive_leaning',
          input_tokens: 31,
          output_tokens: 40,
          duration_ms: 420,
        },
        { ...SCORED, input_tokens: 118, output_tokens: 44, duration_ms: 460 },
      ],
      model_version: MODEL_VERSION,
      language: 'en',
    },
    usage: { input_tokens: 149, output_tokens: 84 },
  }
}
