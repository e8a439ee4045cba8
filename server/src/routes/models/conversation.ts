// What the bodies of all AI routes have in common: messages within limits, a model, filter options.
import { CERTIFIED_MIN, MODERATE_MIN } from '@equipoise/score'
import { z } from 'zod'
import { inputMessages, type Json, objectOf, objectsOf, ROLES, STRICT_RETRIES, type Unjudged } from '../../ai/ai.ts'
import type { Brand } from '../../ground/brand.ts'
import { counted } from '../../ground/counted.ts'
import { invalidField } from '../../ground/errors.ts'
import { FILTER_MODES, RELEASES } from '../../ground/filter-mode.ts'
import { inTurns, type Steps } from '../../ground/in-turns.ts'
import { modelId } from '../../ground/limits.ts'
import { FIELD_ERRORS_MAX, named } from '../../http/http.ts'
import { tier, wordRatios } from '../texts/analysis-shape.ts'
import { charactersOf } from '../texts/characters.ts'
import { evidence } from '../texts/evidence-shape.ts'
import { accepted, withheldBy } from '../texts/withheld-by.ts'
import { accept } from '../texts/word-lists.ts'

export interface ConversationLimits {
  readonly messagesMax: number
  readonly charactersMax: number
}

export interface RequestShape {
  readonly brand: Brand
  readonly conversation: ConversationLimits
}

const MIB = 1_048_576
const MEDIA_BYTES_MAX = 16 * MIB
/** For everything around the texts. */
const AROUND_BYTES = MIB

/** Short conversations can be in any notation (up to 12 bytes per character), long ones in UTF-8 (up to 4). */
export function conversationBytesMax({ charactersMax }: ConversationLimits): number {
  return Math.min(12 * charactersMax + AROUND_BYTES, Math.max(MEDIA_BYTES_MAX, 4 * charactersMax + AROUND_BYTES))
}

export function mediaBytesMax(limits: ConversationLimits): number {
  return Math.max(MEDIA_BYTES_MAX, conversationBytesMax(limits))
}

/** Values in one body, including tool schemas: parsing this many takes up to 50 ms, far less if their names repeat. */
export const CONVERSATION_VALUES_MAX = 40_000
/** Items and fields of a conversation: enough for 2,000 messages with several parts each. */
export const MESSAGES_ITEMS = { name: 'messages', itemsMax: CONVERSATION_VALUES_MAX }
export const INPUT_ITEMS = { name: 'input', itemsMax: CONVERSATION_VALUES_MAX }

export const model = modelId.describe(
  "A model of the provider, by the provider's own name. If you leave it out, the default model answers.",
)

export const message = named(
  'Message',
  'One message of a conversation.',
  z.object({
    role: z
      .literal(ROLES)
      .describe('The role of the sender. If the last message is from the assistant, the model continues it.'),
    content: z.string().describe('The text.'),
  }),
)

/** A list of messages that each pass `one`, within common limits. Reports all errors, up to a number that is cheap to produce. */
export function conversation<T extends z.ZodType>(one: T, limits: ConversationLimits) {
  return listOf(one, limits, (parsed): z.output<T>[] => parsed)
}

/** The same, but the messages stay exactly as sent, because they are passed on. */
export function passedOnConversation(one: z.ZodType, limits: ConversationLimits) {
  return listOf(one, limits, (_parsed, given): Json[] => given as Json[])
}

function listOf<T extends z.ZodType, O>(
  one: T,
  limits: ConversationLimits,
  output: (parsed: z.output<T>[], given: unknown) => O[],
) {
  const list = z.array(one).min(1).max(limits.messagesMax)
  return z
    .unknown()
    .transform((given, context): O[] => {
      if (!Array.isArray(given) || given.length === 0) {
        for (const issue of list.safeParse(given).error?.issues ?? []) context.addIssue({ ...issue })
        return []
      }
      const parsed = parseEach(one, given.slice(0, limits.messagesMax), context)
      checkWhole(given, limits, context)
      return output(parsed, given)
    })
    .meta({
      description: `The conversation, oldest message first. At most ${counted(limits.charactersMax)} characters in total.`,
      override: inputSchemaOf(list),
    })
}

/** Rejecting one part of a message costs up to 20 µs, and a response names at most this many: further invalid messages are not checked. */
const FAILING_PARTS_MAX = FIELD_ERRORS_MAX

function parseEach<T extends z.ZodType>(one: T, messages: readonly unknown[], context: z.RefinementCtx): z.output<T>[] {
  const parsed: z.output<T>[] = []
  let failing = 0
  for (const [index, message] of messages.entries()) {
    const { success, data, error } = one.safeParse(message)
    if (success) parsed.push(data)
    else failing += 1 + partsIn(message)
    for (const issue of error?.issues ?? []) context.addIssue({ ...issue, path: [index, ...issue.path] })
    if (failing > FAILING_PARTS_MAX) break
  }
  return parsed
}

function partsIn(value: unknown): number {
  const { content } = objectOf(value)
  return Array.isArray(content) ? content.reduce<number>((sum, part) => sum + 1 + partsIn(part), 0) : 0
}

function inputSchemaOf(list: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(list, { io: 'input' })
  return schema
}

/** Reported beside errors in single messages, so a message can be anything here. */
function checkWhole(
  messages: readonly unknown[],
  { messagesMax, charactersMax }: ConversationLimits,
  context: z.RefinementCtx,
): void {
  if (messages.length > messagesMax) {
    context.addIssue({ code: 'too_big', origin: 'array', maximum: messagesMax, inclusive: true, input: messages })
  }
  const units = lengthOf(messages)
  const isCounted = units > charactersMax && units <= COUNTED_AT_ONCE_MAX
  if (units > 2 * charactersMax || (isCounted && lengthOf(messages, charactersOf) > charactersMax)) {
    context.addIssue({ code: 'custom', message: tooLong(charactersMax), params: { type: 'string_too_long' } })
  }
}

/** UTF-16 units that are counted in a millisecond. More of them are counted later, by `rejectTooLong`. */
const COUNTED_AT_ONCE_MAX = 262_144

function tooLong(charactersMax: number): string {
  return `Messages should have at most ${charactersMax} characters together`
}

/** In UTF-16 units: a character takes one or two. */
function lengthOf(messages: readonly unknown[], measure = (text: string) => text.length): number {
  return messages.reduce<number>((sum, one) => sum + charactersIn(objectOf(one), measure), 0)
}

/** Before the charge, if the string lengths do not decide: millions of characters are counted in turns with other work. */
export function rejectTooLong(
  body: Json,
  { charactersMax }: ConversationLimits,
  { bytes, owner }: { bytes: number; owner: () => string },
): Promise<void> | undefined {
  // No text has more UTF-16 units than bytes. NaN, an unknown length, decides nothing.
  if (bytes <= charactersMax) return undefined
  const field = body.messages === undefined ? 'input' : 'messages'
  const messages = objectsOf(body.messages ?? inputMessages(body.input).messages)
  if (lengthOf(messages) <= charactersMax) return undefined
  const texts: string[] = []
  lengthOf(messages, (text) => texts.push(text))
  return inTurns(owner(), countCharacters(texts)).then((characters) => {
    if (characters > charactersMax) throw invalidField(['body', field], tooLong(charactersMax), 'string_too_long')
  })
}

const PLACES_A_STEP = 65_536

function* countCharacters(texts: readonly string[]): Steps<number> {
  let characters = 0
  for (const text of texts) {
    for (let from = 0; from < text.length; ) {
      const splitsPair = (text.charCodeAt(from + PLACES_A_STEP - 1) & 0xfc00) === 0xd800
      const to = from + PLACES_A_STEP + Number(splitsPair)
      characters += charactersOf(text.slice(from, to))
      from = to
      yield
    }
  }
  return characters
}

/** All text counts: messages, and arguments and results of tools. Images and files have their own limits. */
function charactersIn({ content, refusal, tool_calls }: Json, measure: (text: string) => number): number {
  const measured = (value: unknown) => (typeof value === 'string' ? measure(value) : 0)
  let sum = measured(content) + measured(refusal)
  if (Array.isArray(content)) {
    for (const { text, thinking, content: result, input } of objectsOf(content)) {
      const nested = typeof result === 'string' ? measure(result) : charactersIn({ content: result }, measure)
      sum += measured(text) + measured(thinking) + nested + lengthInside(input, measure)
    }
  }
  if (Array.isArray(tool_calls)) {
    for (const { function: called, custom } of objectsOf(tool_calls)) {
      sum += measured(objectOf(called).arguments) + measured(objectOf(custom).input)
    }
  }
  return sum
}

/** The names and texts in a value, at any depth. */
function lengthInside(value: unknown, measure: (text: string) => number): number {
  if (typeof value === 'string') return measure(value)
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.entries(value)
  return inner.reduce((sum, [name, one]) => sum + measure(name) + lengthInside(one, measure), 0)
}

const filterMode = z
  .literal(FILTER_MODES)
  .describe(
    `\`analyze\` scores the answer. \`rebalance\` asks the model once more if the score is below ${MODERATE_MIN}. \`strict\` asks up to ${STRICT_RETRIES} more times until the score is above ${CERTIFIED_MIN}.`,
  )

const release = z
  .literal(RELEASES)
  .describe(
    'For streams in `rebalance` and `strict`. `answer` sends the text when the whole answer is accepted. `sentence` sends each sentence that passes as soon as it ends. Default: `answer`.',
  )

export function filterOptions() {
  const options = z.object({
    filter_mode: filterMode.nullish(),
    release: release.nullish(),
    tier: tier.nullish(),
    accept,
  })
  return named(
    'FilterOptions',
    'How the answer is filtered. If you leave it out, the header, the suffix of the model, the API key and the deployment decide, in this order.',
    options,
  ).nullish()
}

/** The same for the two routes whose responses can show every attempt. */
export function chatOptions() {
  const options = z.object({
    filter_mode: filterMode.nullish(),
    release: release.nullish(),
    tier: tier.nullish(),
    accept,
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

export function filterReport({ field }: Brand) {
  const report = z.object({
    ain_score: answerScore,
    [field.certified]: z.boolean().describe(`Whether the answer is certified: its score is at least ${CERTIFIED_MIN}.`),
    bias_direction: z.string().nullable().describe('Which way the wording leans. Null if it could not be scored.'),
    word_ratios: wordRatios.nullable(),
    filter_mode: filterMode,
    passed: z.boolean().describe('Whether the answer met the filter mode. If not, it is the best of all attempts.'),
    attempts: z.array(attempt).describe('Every attempt, in order.'),
    accepted,
    model_version: z.string().nullable().describe('Version of the scoring model.'),
    language: z.string().nullable().describe('Language of the answer. Null if it could not be scored.'),
    reason: z
      .literal(['insufficient_text', 'unsupported_language', 'no_text'] satisfies Unjudged[])
      .optional()
      .describe(
        '`no_text` and `unsupported_language`: it has no score that means anything, cannot be certified, and there is no further attempt. `insufficient_text`: it is short; it is scored, certified and retried like any other, if English knows every word.',
      ),
    choices: z
      .array(z.object({ index: z.int().describe('Which choice.'), ain_score: answerScore }))
      .optional()
      .describe('The score of every choice, if you asked for several.'),
  })
  return named('FilterReport', 'How the answer was scored and filtered.', report)
}
