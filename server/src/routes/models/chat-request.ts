// The body of /v1/chat/completions. Every field of OpenAI's current format is passed on or rejected by name; fields
// that we do not know go to providers of this format only.
import { z } from 'zod'
import { type Json, objectsOf } from '../../ai/ai.ts'
import { named, takesItems } from '../../http/http.ts'
import {
  type ConversationLimits,
  filterOptions,
  MESSAGES_ITEMS,
  model,
  passedOnConversation,
  type RequestShape,
} from './conversation.ts'
import { fileData, IMAGES_MAX, imageUrl } from './media.ts'
import { passedOn, rejected } from './passed-on.ts'

const CHOICES_MAX = 8
const STOPS_MAX = 4
const PARTS_MAX = 1_000
const TOOLS_MAX = 128
const tokensMax = z.int().min(1).max(1_000_000).nullish()

const kind = <T extends string>(type: T) => z.literal(type).describe('The kind of part.')
const textPart = z.looseObject({ type: kind('text'), text: z.string().describe('The text.') })
const refusalPart = z.looseObject({
  type: kind('refusal'),
  refusal: z.string().describe('The text with which the model declined to answer.'),
})
const image = z.looseObject({ url: imageUrl.describe('A data URL, or the address of the image.') })
const imagePart = z.looseObject({ type: kind('image_url'), image_url: image.describe('The image.') })
const file = z.looseObject({
  file_data: fileData.describe('The file as a data URL.'),
  filename: z.string().nullish().describe('The name of the file.'),
  file_id: rejected('files are not stored; send file_data'),
})
const filePart = z.looseObject({ type: kind('file'), file: file.describe('The file.') })
const PART_WORDS = 'Input should be a part of type text, image_url or file'
const parts = z
  .array(z.discriminatedUnion('type', [textPart, refusalPart, imagePart, filePart], { error: PART_WORDS }))
  .max(PARTS_MAX)
const CONTENT_WORDS = 'Input should be text, or a list of parts'
const content = z.union([z.string(), parts, z.null()], { error: contentError }).optional()

/** For a list, the error of its first invalid part, which is more specific than an error about the whole. */
function contentError({ input }: { input?: unknown }): string {
  if (!Array.isArray(input)) return CONTENT_WORDS
  const [issue] = parts.safeParse(input).error?.issues ?? []
  return issue ? `${issue.path.join('.')}: ${issue.message}` : CONTENT_WORDS
}

const call = z.looseObject({
  id: z.string().describe('Identifies the call.'),
  type: z.literal(['function', 'custom']).optional().describe('The kind of tool.'),
  function: z
    .looseObject({
      name: z.string().describe('The name of the function.'),
      arguments: z.string().describe('Its arguments, as JSON.'),
    })
    .optional()
    .describe('The function that is called.'),
})

const message = z
  .looseObject({
    role: z
      .literal(['user', 'assistant', 'system', 'developer', 'tool', 'function'])
      .describe('The role of the sender'),
    content: content.describe('Text, or a list of parts: text, image_url, file'),
    name: z.string().nullish().describe('The name of the participant'),
    refusal: z.string().nullish().describe('The text with which the assistant declined to answer'),
    tool_calls: z.array(call).max(TOOLS_MAX).nullish().describe('The tool calls in an answer of the assistant'),
    tool_call_id: z.string().nullish().describe('For the role tool: the call that this message is the result of'),
    audio: rejected('audio cannot be scored'),
  })
  .superRefine((said, context) => {
    const isSilent = said.content === undefined || said.content === null
    const mayBeSilent = said.role === 'assistant' && (said.refusal || said.tool_calls?.length || said.function_call)
    if (isSilent && !mayBeSilent) context.addIssue({ code: 'custom', path: ['content'], message: CONTENT_WORDS })
  })

const tool = z.looseObject({
  type: z.literal(['function', 'custom']).describe('The kind of tool.'),
  function: z
    .looseObject({ name: z.string().min(1).max(128).describe('The name of the function.') })
    .optional()
    .describe('The function.'),
})

const format = z.looseObject({
  type: z.literal(['text', 'json_object', 'json_schema']).describe('The format of the answer.'),
})

/** What servers of this format support beyond OpenAI's own fields; none of it affects what is scored. */
const EXTENSIONS = {
  top_k: z.int().min(0).nullish().describe('Extension: sample from this many most likely tokens'),
  min_p: z.number().min(0).max(1).nullish().describe('Extension: sampling'),
  repetition_penalty: z.number().nullish().describe('Extension: penalty for repetition'),
  reasoning: z.unknown().optional().describe('Extension: how reasoning is shown'),
  reasoning_format: z.unknown().optional().describe('Extension: how reasoning is shown'),
  include_reasoning: z.boolean().nullish().describe('Extension: whether reasoning is shown'),
  chat_template_kwargs: z.unknown().optional().describe('Extension: options of the chat template'),
}

/** The fields of OpenAI's format; the guide's table of fields is made from this list. */
function chatFields({ brand: { field }, conversation }: RequestShape) {
  const penalty = z.number().min(-2).max(2).nullish()
  const given = z.unknown().optional()
  return {
    messages: chatMessages(conversation).describe('The conversation so far'),
    model: model
      .nullish()
      .describe('A model of GET /v1/models, with an optional filter mode as a suffix, such as :strict'),
    stream: z.boolean().nullish().describe('Whether to answer with server-sent events'),
    stream_options: z
      .looseObject({ include_usage: z.boolean().nullish().describe('Whether to send the token counts at the end.') })
      .nullish()
      .describe('Whether a stream ends with the token counts'),
    temperature: z.number().min(0).max(2).nullish().describe('Sampling temperature'),
    top_p: z.number().min(0).max(1).nullish().describe('Nucleus sampling'),
    max_tokens: tokensMax.describe('The maximum number of tokens in the answer (older name)'),
    max_completion_tokens: tokensMax.describe('The maximum number of tokens in the answer'),
    stop: z
      .union([z.string(), z.array(z.string()).max(STOPS_MAX)], {
        error: 'Input should be text, or a list of at most 4 texts',
      })
      .nullish()
      .describe('Texts at which the answer ends'),
    n: z.int().min(1).max(CHOICES_MAX).nullish().describe('How many choices; the most neutral comes first'),
    tools: z.array(tool).max(TOOLS_MAX).nullish().describe('The tools that the model can call'),
    tool_choice: given.describe('Which tool is called: none, auto, required or a named one'),
    parallel_tool_calls: z.boolean().nullish().describe('Whether an answer can contain several tool calls'),
    response_format: format.nullish().describe('text, json_object or json_schema; JSON is scored on its text values'),
    seed: z.int().nullish().describe('Makes answers repeatable, as far as the provider supports it'),
    logprobs: z.boolean().nullish().describe('Whether to return the log probabilities of the tokens'),
    top_logprobs: z.int().min(0).max(20).nullish().describe('How many alternatives to return for each token'),
    logit_bias: z.record(z.string(), z.number()).nullish().describe('Makes individual tokens more or less likely'),
    frequency_penalty: penalty.describe('Against repetition'),
    presence_penalty: penalty.describe('Penalty for repeating topics'),
    user: z.string().max(512).nullish().describe('Your own identifier for the end user'),
    safety_identifier: z.string().max(512).nullish().describe('Your own identifier for the end user'),
    metadata: z.record(z.string(), z.unknown()).nullish().describe('Your own metadata, passed on'),
    modalities: z
      .tuple([z.literal('text')], { error: 'Input should be ["text"]: audio cannot be scored' })
      .nullish()
      .describe('["text"]'),
    prediction: given.describe('Text that the answer will mostly repeat'),
    prompt_cache_key: z.string().max(512).nullish().describe('Groups requests that start with the same text'),
    prompt_cache_options: given.describe('How the provider caches prompts'),
    prompt_cache_retention: given.describe('How long the provider keeps cached prompts'),
    reasoning_effort: z.string().max(32).nullish().describe('How much the model thinks before it answers'),
    service_tier: z.literal(['auto', 'default', 'flex']).nullish().describe('auto, default or flex'),
    verbosity: z.string().max(32).nullish().describe('low, medium or high'),
    store: z
      .unknown()
      .refine((store) => store !== true, { error: 'Not supported here: conversations are not stored' })
      .optional()
      .describe('`false`: conversations are not stored.'),
    function_call: given.describe('The older form of tool_choice'),
    functions: z
      .array(z.looseObject({ name: z.string().describe('The name of the function.') }))
      .max(TOOLS_MAX)
      .nullish()
      .describe('The older form of tools'),
    audio: rejected('audio cannot be scored'),
    moderation: rejected('use POST /v1/moderations'),
    web_search_options: rejected('give the model your own tool'),
    ...EXTENSIONS,
    [field.options]: filterOptions(),
  }
}

/** The messages of a request, with the rules for all of them together. */
export function chatMessages(limits: ConversationLimits) {
  return passedOnConversation(message, limits).superRefine((messages, context) => {
    checkResults(messages, context)
    checkImages(messages, context)
  })
}

/** The names of all known fields of OpenAI's format, passed on or rejected. */
export function chatFieldNames(shape: RequestShape): string[] {
  return Object.keys(chatFields(shape))
}

export function chatRequest(shape: RequestShape) {
  const schema = z.looseObject(chatFields(shape))
  const words = 'A chat completion request in the format of OpenAI, with filter options.'
  return takesItems(named('CompletionRequest', words, passedOn(schema)), MESSAGES_ITEMS)
}

/** A result must come after the call that it answers. */
function checkResults(messages: readonly Json[], context: z.RefinementCtx): void {
  const called = new Set<unknown>()
  for (const [index, said] of messages.entries()) {
    for (const { id } of objectsOf(said.tool_calls)) called.add(id)
    if (said.role === 'tool' && !called.has(said.tool_call_id)) {
      const words = 'There is no tool call with this id before it'
      context.addIssue({ code: 'custom', path: [index, 'tool_call_id'], message: words })
    }
  }
}

function checkImages(messages: readonly Json[], context: z.RefinementCtx): void {
  const media = messages.flatMap(({ content: said }) =>
    objectsOf(said).filter(({ type }) => type === 'image_url' || type === 'file'),
  )
  if (media.length <= IMAGES_MAX) return
  const words = `Messages should have at most ${IMAGES_MAX} images and files together`
  context.addIssue({ code: 'custom', message: words })
}
