// What the bodies of chat, proxy and completions have in common: messages within limits, a model, filter options.
import { z } from 'zod'
import { FILTER_MODES, type Message, ROLES } from '../ai/ai.ts'
import type { Brand } from '../brand.ts'

const MESSAGES_MAX = 100
const CHARACTERS_MAX = 100_000
/** For bodies that hold a conversation: each of its characters may be written as two escapes of 6 bytes. */
export const CONVERSATION_BYTES_MAX = 2_097_152

export const model = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\w.:/@+-]+$/, 'Input should be a model id: letters, digits and . : / @ + - _')

export const message = z.object({ role: z.literal(ROLES), content: z.string() })

/**
 * A list of messages that each pass `one`, within the limits that hold for all of them together. All that is wrong is told at
 * once; of a list that is too long only the first messages are looked at one by one, so that refusing a huge one is cheap.
 */
export function conversation<T extends z.ZodType<Message>>(one: T) {
  const list = z.array(one).min(1)
  return z
    .unknown()
    .transform((given, context): z.output<T>[] => {
      const parsed = list.safeParse(Array.isArray(given) ? given.slice(0, MESSAGES_MAX) : given)
      for (const issue of parsed.error?.issues ?? []) context.addIssue({ ...issue })
      if (Array.isArray(given)) checkWhole(given.length > MESSAGES_MAX ? given : (parsed.data ?? given), context)
      return parsed.data ?? []
    })
    .meta({ override: z.toJSONSchema(list.max(MESSAGES_MAX), { io: 'input' }) })
}

/** Told beside what is wrong with single messages, so a message may be anything here. */
function checkWhole(messages: readonly unknown[], context: z.RefinementCtx): void {
  const said = messages.map((one) => (one ?? {}) as { role?: unknown; content?: unknown })
  const characters = said.reduce(
    (sum, { content }) => sum + (typeof content === 'string' ? charactersOf(content) : 0),
    0,
  )
  if (messages.length > MESSAGES_MAX) {
    context.addIssue({ code: 'too_big', origin: 'array', maximum: MESSAGES_MAX, inclusive: true, input: messages })
  }
  if (characters > CHARACTERS_MAX) {
    const words = `Messages should have at most ${CHARACTERS_MAX} characters together`
    context.addIssue({ code: 'custom', message: words, params: { type: 'string_too_long' } })
  }
  if (said.at(-1)?.role === 'assistant') {
    const path = [messages.length - 1, 'role']
    context.addIssue({ code: 'custom', path, message: "The last message should not be the assistant's" })
  }
}

export function filterOptions() {
  return z.object({ filter_mode: z.literal(FILTER_MODES).default('analyze') }).default({ filter_mode: 'analyze' })
}

/** The answer's own filter report, in the deployment's names. */
export function filterReport({ field }: Brand) {
  return z.object({
    ain_score: z.number().nullable(),
    [field.certified]: z.boolean(),
    bias_direction: z.string().nullable(),
    word_ratios: wordRatios.nullable(),
    filter_mode: z.literal(FILTER_MODES),
    passed: z.boolean(),
    attempts: z.array(attempt),
    model_version: z.string().nullable(),
  })
}

export const wordRatios = z.object({
  positive: z.number(),
  negative: z.number(),
  loaded: z.number(),
  neutral: z.number(),
})

export const attempt = z.object({
  ain_score: z.number().nullable(),
  bias_direction: z.string().nullable(),
  input_tokens: z.int().nullable(),
  output_tokens: z.int().nullable(),
  duration_ms: z.int(),
})

/** Characters as people count them: an emoji outside the basic plane is one. Half of a pair alone is one, too. */
export function charactersOf(text: string): number {
  let pairs = 0
  for (let i = 0; i < text.length; i++) {
    const isPair = (text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00
    if (isPair) pairs++
  }
  return text.length - pairs
}
