// What the bodies of all AI routes have in common: messages within limits, a model, filter options.
import { CERTIFIED_MIN, MODERATE_MIN } from '@equipoise/score'
import { z } from 'zod'
import { type Json, objectOf, objectsOf, ROLES, STRICT_RETRIES, textOf, type Unjudged } from '../../ai/ai.ts'
import type { Brand } from '../../ground/brand.ts'
import { counted } from '../../ground/counted.ts'
import { FILTER_MODES } from '../../ground/filter-mode.ts'
import { named } from '../../http/http.ts'
import { tier, wordRatios } from '../texts/analysis-shape.ts'
import { charactersOf } from '../texts/characters.ts'
import { evidence } from '../texts/evidence-shape.ts'
import { withheldBy } from '../texts/withheld-by.ts'

const MESSAGES_MAX = 100
const CHARACTERS_MAX = 100_000
/** For bodies that hold a conversation: each of its characters may be written as two escapes of 6 bytes. */
export const CONVERSATION_BYTES_MAX = 2_097_152
/** For bodies that may hold images and files too. */
export const MEDIA_BYTES_MAX = 16_777_216

export const model = z
  .string()
  .min(1)
  // A name that is too long is not searched.
  .max(128, { abort: true })
  .regex(/^[\w.:/@+-]+$/, 'Input should be a model id: letters, digits and . : / @ + - _')
  .describe("A model of the provider, by the provider's own name. If you leave it out, the default model answers.")

export const message = named(
  'Message',
  'One message of a conversation.',
  z.object({
    role: z
      .literal(ROLES)
      .describe('The role of the sender. The last message of a conversation must not be from the assistant.'),
    content: z.string().describe('The text.'),
  }),
)

/**
 * A list of messages that each pass `one`, within the limits that hold for all of them together. Every error is reported at
 * once; of a list that is too long only the first messages are looked at one by one, so that rejecting a huge one is cheap.
 */
export function conversation<T extends z.ZodType>(one: T) {
  return listOf(one, (parsed): z.output<T>[] => parsed)
}

/** The same, but the messages stay exactly as they were sent: for those that are passed on. */
export function passedOnConversation(one: z.ZodType) {
  return listOf(one, (_parsed, given): Json[] => given as Json[])
}

function listOf<T extends z.ZodType, O>(one: T, output: (parsed: z.output<T>[], given: unknown) => O[]) {
  const list = z.array(one).min(1)
  return z
    .unknown()
    .transform((given, context): O[] => {
      const parsed = list.safeParse(Array.isArray(given) ? given.slice(0, MESSAGES_MAX) : given)
      for (const issue of parsed.error?.issues ?? []) context.addIssue({ ...issue })
      if (Array.isArray(given)) checkWhole(given, context)
      return parsed.success ? output(parsed.data, given) : []
    })
    .meta({
      description: `The conversation, oldest message first. At most ${counted(CHARACTERS_MAX)} characters in total.`,
      override: inputSchemaOf(list.max(MESSAGES_MAX)),
    })
}

function inputSchemaOf(list: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(list, { io: 'input' })
  return schema
}

/** Told beside what is wrong with single messages, so a message may be anything here. */
function checkWhole(messages: readonly unknown[], context: z.RefinementCtx): void {
  const said = messages.map(objectOf)
  const characters = said.reduce((sum, one) => sum + charactersIn(one), 0)
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

/** Text of every kind counts: what was said, arguments of tools and what tools returned. Images and files have limits of their own. */
function charactersIn({ content, refusal, tool_calls }: Json): number {
  const parts = objectsOf(content).map(({ text, content: result, input }) => {
    const nested = typeof result === 'string' ? textLength(result) : charactersIn({ content: result })
    return textLength(text) + nested + (input === undefined ? 0 : writtenLength(input))
  })
  const calls = objectsOf(tool_calls).map(({ function: called }) => textLength(objectOf(called).arguments))
  return [textLength(content), textLength(refusal), ...parts, ...calls].reduce((sum, length) => sum + length, 0)
}

function textLength(value: unknown): number {
  const text = textOf(value) ?? ''
  // A text that is too long in any case is not counted through.
  return text.length > 2 * CHARACTERS_MAX ? text.length : charactersOf(text)
}

/** The length of a value as JSON. One whose texts are too long in any case is not written out: escaping megabytes takes long. */
function writtenLength(value: unknown): number {
  const least = lengthOfTexts(value)
  return least > CHARACTERS_MAX ? least : JSON.stringify(value).length
}

function lengthOfTexts(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [name, inner]) => sum + name.length + lengthOfTexts(inner), 0)
}

const filterMode = z
  .literal(FILTER_MODES)
  .describe(
    `\`analyze\` scores the answer. \`rebalance\` asks the model once more if the score is below ${MODERATE_MIN}. \`strict\` asks up to ${STRICT_RETRIES} more times until the score is above ${CERTIFIED_MIN}.`,
  )

export function filterOptions() {
  const options = z.object({ filter_mode: filterMode.nullish(), tier: tier.nullish() })
  return named(
    'FilterOptions',
    'How the answer is filtered. If you leave it out, the header, the suffix of the model, the API key and the deployment decide, in this order.',
    options,
  ).nullish()
}

/** The same for the two routes whose answers can show every attempt. */
export function chatOptions() {
  const options = z.object({
    filter_mode: filterMode.nullish(),
    tier: tier.nullish(),
    show_attempts: z
      .boolean()
      .nullish()
      .describe(
        'Whether the result contains the text and the loaded words of every attempt, including rejected ones. They come with the result, never before it. Default: false.',
      ),
  })
  return named('ChatOptions', 'How the answer is filtered, and what the response says about it.', options).nullish()
}

const answerScore = z
  .number()
  .nullable()
  .describe('Neutrality score of the answer, from 0 (loaded) to 1 (neutral). Null if it could not be scored.')
const inputTokens = z.int().nullable().describe('Tokens sent to the model. Null if the provider did not report them.')
const outputTokens = z.int().nullable().describe('Tokens the model wrote. Null if the provider did not report them.')

export const tokenUse = named(
  'TokenUse',
  'Tokens used by all attempts together.',
  z.object({ input_tokens: inputTokens, output_tokens: outputTokens }),
)

export const attempt = named(
  'Attempt',
  'One answer of the model, with its score.',
  z.object({
    ain_score: answerScore,
    bias_direction: z.string().nullable().describe('Which way the wording leans. Null if it could not be scored.'),
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    duration_ms: z.int().describe('How long the model took, in milliseconds.'),
    text: z.string().optional().describe('What the model answered. Only in a result, and only with `show_attempts`.'),
    evidence: evidence.optional(),
    withheld_by: withheldBy.optional(),
  }),
)

/** The answer's own filter report, in the deployment's names. */
export function filterReport({ field }: Brand) {
  const report = z.object({
    ain_score: answerScore,
    [field.certified]: z.boolean().describe(`Whether the answer is certified: its score is at least ${CERTIFIED_MIN}.`),
    bias_direction: z.string().nullable().describe('Which way the wording leans. Null if it could not be scored.'),
    word_ratios: wordRatios.nullable(),
    filter_mode: filterMode,
    passed: z.boolean().describe('Whether the answer met the filter mode. If not, it is the best of all attempts.'),
    attempts: z.array(attempt).describe('Every attempt, in order.'),
    model_version: z.string().nullable().describe('Version of the scoring model.'),
    language: z.string().nullable().describe('Language of the answer. Null if it could not be scored.'),
    reason: z
      .literal(['insufficient_text', 'unsupported_language', 'no_text'] satisfies Unjudged[])
      .optional()
      .describe(
        'Why the answer cannot be certified. `no_text` and `unsupported_language`: it has no score that means anything, and there is no further attempt. `insufficient_text`: it is short, and is retried by its score.',
      ),
    choices: z
      .array(z.object({ index: z.int().describe('Which choice.'), ain_score: answerScore }))
      .optional()
      .describe('The score of every choice, if you asked for several.'),
  })
  return named('FilterReport', 'How the answer was scored and filtered.', report)
}
