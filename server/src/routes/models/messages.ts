// Anthropic's messages, so that its clients work by changing their base URL. Charged like /ai/chat.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type FilteredAnswer, type Json, objectOf, type Script } from '../../ai/ai.ts'
import type { Brand } from '../../ground/brand.ts'
import { type App, errorBody, named } from '../../http/http.ts'
import { filterReport, mediaBytesMax } from './conversation.ts'
import { attemptComment, reportOf, withReport } from './filter-report.ts'
import { messagesFieldNames, messagesRequest } from './messages-request.ts'
import { askModel, type ModelParts, modelRoute, termsOf, withoutOptions } from './model-route.ts'
import { fieldSorter, headersOf } from './unknown-fields.ts'
import { createMessage } from './v1-reference.ts'

export function messagesRoutes(app: App, parts: ModelParts): void {
  const { brand } = parts
  const schema = {
    ...createMessage(brand, messageEvent(brand)),
    body: messagesRequest(parts),
    response: { 200: messageSchema(brand) },
  }
  const sortFields = fieldSorter(messagesFieldNames(parts))
  const bodyLimit = mediaBytesMax(parts.conversation)
  const route = modelRoute(parts, 'ai/chat', { ownKey: true })
  app.post('/v1/messages', { ...route, bodyLimit, schema }, (request, reply) => {
    const { body } = request
    const terms = termsOf(request, parts, true)
    return askModel(
      { request, reply, parts },
      terms,
      {
        dialect: 'messages',
        ...sortFields(withoutOptions(body, brand)),
        headers: headersOf(request, 'messages'),
        wantsText: false,
      },
      {
        plain: (outcome) => withReport<z.input<ReturnType<typeof messageSchema>>>(outcome, brand),
        script: body.stream ? scriptOf({ brand, request, mode: terms.mode }) : undefined,
      },
    )
  })
}

interface Scene {
  readonly brand: Brand
  readonly request: FastifyRequest
  readonly mode: FilteredAnswer['mode']
}

/** The provider's own events; `message_delta`, which says why the answer ended, gets the filter report. */
function scriptOf({ brand, request, mode }: Scene): Script {
  const frame = (event: Json) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
  return {
    piece: ({ events }) => events,
    attempt: (attempt) => (mode === 'analyze' ? '' : attemptComment(attempt)),
    result(outcome) {
      const { usage } = outcome.whole
      const report = { [brand.field.filter]: reportOf(outcome, brand) }
      const summed = (event: Json) => ({ ...event, usage: { ...objectOf(event.usage), ...objectOf(usage) }, ...report })
      return outcome.tail.map((event) => frame(event.type === 'message_delta' ? summed(event) : event)).join('')
    },
    error: (error) => frame(errorBody(error, request)),
  }
}

const contentBlocks = z
  .array(z.looseObject({ type: z.string().describe('`text`, `tool_use` or `thinking`.') }))
  .describe('The answer, in blocks.')

function messageSchema(brand: Brand) {
  const message = z.looseObject({
    id: z.string().describe('Identifies this answer.'),
    type: z.literal('message').describe('Always `message`.'),
    role: z.literal('assistant').describe('Always `assistant`.'),
    model: z.string().describe('The model that answered.'),
    content: contentBlocks,
    stop_reason: z.string().nullable().describe('Why the answer ended.'),
    stop_sequence: z.string().nullish().describe('The text that ended it, if one did.'),
    usage: z.looseObject({}).optional().describe('Tokens used by all attempts together.'),
    [brand.field.filter]: filterReport(brand),
  })
  return named(
    'MessagesAnswer',
    "Anthropic's message with every field that the provider sent, and a filter report.",
    message,
  )
}

/** The events of `scriptOf`, for the API document. */
function messageEvent(brand: Brand): z.ZodType {
  const event = z.looseObject({
    type: z.string().describe('The name of the event, also in `event:`.'),
    [brand.field.filter]: filterReport(brand).optional(),
  })
  return named('MessagesEvent', 'The data of one server-sent event, with a filter report in `message_delta`.', event)
}
