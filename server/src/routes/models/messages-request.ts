// The body of /v1/messages. Every field of Anthropic's current format is passed on or rejected by name; fields
// that we do not know go to providers of this format only.
import { z } from 'zod'
import { type Json, objectsOf } from '../../ai/ai.ts'
import { named, takesItems } from '../../http/http.ts'
import { filterOptions, MESSAGES_ITEMS, model, passedOnConversation, type RequestShape } from './conversation.ts'
import { base64, IMAGE_TYPES, IMAGES_MAX, imageUrl } from './media.ts'
import { passedOn, rejected } from './passed-on.ts'

const BLOCKS_MAX = 1_000

const kind = <T extends string>(type: T) => z.literal(type).describe('The kind of block or source.')
const data = base64.describe('The content, in base64.')
const textBlock = z.looseObject({ type: kind('text'), text: z.string().describe('The text.') })
const imageSource = z.discriminatedUnion('type', [
  z.looseObject({
    type: kind('base64'),
    media_type: z.literal(IMAGE_TYPES).describe('The format of the image.'),
    data,
  }),
  z.looseObject({ type: kind('url'), url: imageUrl.describe('The address of the image.') }),
])
const imageBlock = z.looseObject({ type: kind('image'), source: imageSource.describe('The image.') })
const documentSource = z.discriminatedUnion('type', [
  z.looseObject({
    type: kind('base64'),
    media_type: z.literal('application/pdf').describe('The format of the document.'),
    data,
  }),
  z.looseObject({ type: kind('text'), data: z.string().describe('The text of the document.') }),
])
const documentBlock = z.looseObject({ type: kind('document'), source: documentSource.describe('The document.') })
const resultBlock = z.looseObject({
  type: kind('tool_result'),
  tool_use_id: z.string().describe('The id of the call that this is the result of.'),
  content: z
    .union([z.string(), z.array(z.union([textBlock, imageBlock])).max(BLOCKS_MAX)])
    .nullish()
    .describe('The result.'),
})
const callBlock = z.looseObject({
  type: kind('tool_use'),
  id: z.string().describe('Identifies the call.'),
  name: z.string().describe('The tool that is called.'),
  input: z.unknown().describe('Its input.'),
})
const thinkingBlock = z.looseObject({
  type: kind('thinking'),
  thinking: z.string().describe('What the model thought.'),
})
const hiddenBlock = z.looseObject({
  type: kind('redacted_thinking'),
  data: z.string().describe('What the model thought, encrypted.'),
})

const BLOCK_WORDS =
  'Input should be a block of type text, image, document, tool_use, tool_result, thinking or redacted_thinking'
const blocks = z
  .array(
    z.discriminatedUnion(
      'type',
      [textBlock, imageBlock, documentBlock, resultBlock, callBlock, thinkingBlock, hiddenBlock],
      { error: BLOCK_WORDS },
    ),
  )
  .max(BLOCKS_MAX)

/** For a list, the error of its first invalid block, which is more specific than an error about the whole. */
function contentError({ input }: { input?: unknown }): string {
  const [issue] = Array.isArray(input) ? (blocks.safeParse(input).error?.issues ?? []) : []
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'Input should be text, or a list of blocks'
}

const message = z.looseObject({
  role: z
    .literal(['user', 'assistant', 'system'])
    .describe('The role of the sender. `system` between messages: newer models take it.'),
  content: z.union([z.string(), blocks], { error: contentError }).describe('Text, or a list of blocks.'),
})

const ownTool = z.looseObject({
  type: z
    .literal('custom', { error: 'Not supported here: send only your own tools' })
    .nullish()
    .describe('`custom`, or absent.'),
  name: z.string().min(1).max(128).describe('The name of the tool.'),
  input_schema: z.looseObject({}).describe('The JSON schema of its input.'),
})

function messagesFields({ brand: { field }, conversation }: RequestShape) {
  return {
    messages: passedOnConversation(message, conversation),
    model: model.nullish(),
    max_tokens: z.int().min(1).max(1_000_000).describe('The most tokens the answer can have.'),
    system: z
      .union([z.string(), z.array(textBlock).max(BLOCKS_MAX)], {
        error: 'Input should be text, or a list of text blocks',
      })
      .nullish()
      .describe('Instructions for the whole conversation.'),
    stream: z.boolean().nullish().describe('Whether to answer with server-sent events.'),
    temperature: z.number().min(0).max(1).nullish().describe('Sampling temperature, passed on to the model.'),
    top_p: z.number().min(0).max(1).nullish().describe('Nucleus sampling, passed on to the model.'),
    top_k: z.int().min(0).nullish().describe('Sample from this many most likely tokens, passed on to the model.'),
    stop_sequences: z.array(z.string()).max(16).nullish().describe('Texts that end the answer.'),
    metadata: z
      .looseObject({ user_id: z.string().max(512).nullish().describe('Your own identifier for the end user.') })
      .nullish()
      .describe('Your end user.'),
    tools: z.array(ownTool).max(128).nullish().describe('The tools that the model can call.'),
    tool_choice: z
      .looseObject({ type: z.literal(['auto', 'any', 'tool', 'none']).describe('How the tool is chosen.') })
      .nullish()
      .describe('Which tool the model calls.'),
    thinking: z
      .looseObject({ type: z.string().describe('Whether thinking is on.') })
      .nullish()
      .describe('Whether the model shows its thinking.'),
    output_config: z.looseObject({}).nullish().describe('The format of the answer, and how long to think.'),
    service_tier: z.literal(['auto', 'standard_only']).nullish().describe('`auto` or `standard_only`.'),
    cache_control: z.unknown().optional().describe('How the provider caches the prompt.'),
    container: rejected('nothing runs on the provider'),
    inference_geo: rejected('the deployment decides where models run'),
    mcp_servers: rejected('give the model your own tools'),
    output_format: rejected('use output_config.format'),
    thread: rejected('nothing is stored, so send the whole conversation'),
    user_profile_id: rejected('only the provider knows its profiles'),
    workspace_id: rejected('only the provider knows its workspaces'),
    [field.options]: filterOptions(),
  }
}

/** The names of all known fields of Anthropic's format: passed on or rejected. */
export function messagesFieldNames(shape: RequestShape): string[] {
  return Object.keys(messagesFields(shape))
}

export function messagesRequest(shape: RequestShape) {
  const schema = z.looseObject(messagesFields(shape)).superRefine(checkTogether)
  const words = "A request in Anthropic's format, with filter options."
  return takesItems(named('MessagesRequest', words, passedOn(schema)), MESSAGES_ITEMS)
}

/** The same without a limit for the answer, since there is none. */
export function countRequest(shape: RequestShape) {
  const { max_tokens, ...fields } = messagesFields(shape)
  const schema = z.looseObject({ ...fields, max_tokens: max_tokens.nullish() }).superRefine(checkTogether)
  const words = "A request in Anthropic's format whose tokens are counted."
  return takesItems(named('CountTokensRequest', words, passedOn(schema)), MESSAGES_ITEMS)
}

function checkTogether(body: Json, context: z.RefinementCtx): void {
  const messages = objectsOf(body.messages)
  checkResults(messages, context)
  const media = messages.flatMap(({ content }) => objectsOf(content)).filter(isMedia)
  if (media.length <= IMAGES_MAX) return
  const words = `Messages should have at most ${IMAGES_MAX} images and documents together`
  context.addIssue({ code: 'custom', path: ['messages'], message: words })
}

export function isMedia({ type }: Json): boolean {
  return type === 'image' || type === 'document'
}

/** A result must come after the call that it answers. */
function checkResults(messages: readonly Json[], context: z.RefinementCtx): void {
  const called = new Set<unknown>()
  for (const [index, { content }] of messages.entries()) {
    for (const [at, { type, id, tool_use_id }] of objectsOf(content).entries()) {
      if (type === 'tool_use') called.add(id)
      if (type !== 'tool_result' || called.has(tool_use_id)) continue
      const path = ['messages', index, 'content', at, 'tool_use_id']
      context.addIssue({ code: 'custom', path, message: 'There is no tool call with this id before it' })
    }
  }
}
