// OpenAI's Responses without storage, so that clients that use them by default work too. Charged like /ai/chat.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  beginningOf,
  createResponseStream,
  type FilteredAnswer,
  type Json,
  objectOf,
  responseOf,
  responsesToChat,
  type Script,
  toolsLeftOut,
} from '../../ai/ai.ts'
import type { Brand } from '../../ground/brand.ts'
import { invalidField } from '../../ground/errors.ts'
import { type App, errorBody, named, openEventStream } from '../../http/http.ts'
import { filterReport, mediaBytesMax } from './conversation.ts'
import { attemptComment, reportOf } from './filter-report.ts'
import { askModel, type ModelParts, modelRoute, termsOf } from './model-route.ts'
import { responsesFieldNames, responsesRequest } from './responses-request.ts'
import { responsesSocketRoute } from './responses-socket.ts'
import { fieldSorter } from './unknown-fields.ts'
import { createResponse } from './v1-reference.ts'

export interface ResponsesParts extends ModelParts {
  readonly nowMs: () => number
  /** Whether this deployment accepts WebSockets. */
  readonly webSockets: boolean
}

export function responsesRoutes(app: App, parts: ResponsesParts): void {
  const { brand } = parts
  const schema = {
    ...createResponse(brand, responseEvent()),
    body: responsesRequest(parts),
    response: { 200: responseSchema(brand) },
  }
  const bodyLimit = mediaBytesMax(parts.conversation)
  const route = modelRoute(parts, 'ai/chat', { ownKey: true, units: unitsOf })
  const sortFields = fieldSorter(responsesFieldNames(parts))
  const onRequest = responsesSocketRoute(app, { messageBytesMax: bodyLimit, isOn: parts.webSockets })
  app.post('/v1/responses', { ...route, onRequest, bodyLimit, schema }, (request, reply) => {
    const { body } = request
    if (isWarmUp(body)) return warmUp({ request, reply, parts })
    const terms = termsOf(request, parts, true)
    const carriesText = refersById(body)
    // No provider is asked in this format.
    const { left, unknown } = sortFields(body)
    return askModel(
      { request, reply, parts },
      terms,
      {
        dialect: 'chat',
        request: responsesToChat(body),
        wantsText: false,
        left: [...left, ...unknown, ...toolsLeftOut(body)],
      },
      {
        plain: (outcome) =>
          answerOf(outcome, { body, brand, carriesText }) as z.input<ReturnType<typeof responseSchema>>,
        script: body.stream ? scriptOf({ brand, request, body, mode: terms.mode, carriesText }) : undefined,
      },
    )
  })
}

/** Such a request only prepares a connection: nothing is asked, and nothing charged. */
function isWarmUp({ generate }: Json): boolean {
  return generate === false
}

function unitsOf({ body }: FastifyRequest): number {
  return isWarmUp(objectOf(body)) ? 0 : 1
}

interface WarmUp {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: ResponsesParts
}

async function warmUp({ request, reply, parts: { ai, nowMs } }: WarmUp): Promise<undefined> {
  const body = objectOf(request.body)
  if (!body.stream) throw invalidField(['body', 'generate'], 'Only a stream can be without an answer')
  const { frame } = createResponseStream(body)
  const created = Math.floor(nowMs() / 1000)
  const response = beginningOf({ id: request.id, created, model: body.model ?? ai.chatModel.id }, body)
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 }
  const completed = { ...response, status: 'completed', usage }
  const channel = openEventStream(reply)
  channel.write(
    frame({ type: 'response.created', response }) + frame({ type: 'response.completed', response: completed }),
  )
  channel.end()
  channel.stop()
  return undefined
}

/** Without `store: false`, clients such as the AI SDK expect stored answers, and may send an id in place of an earlier one. */
function refersById({ store }: Json): boolean {
  return store !== false
}

function answerOf(
  outcome: FilteredAnswer,
  { body, brand, carriesText }: Pick<Scene, 'body' | 'brand' | 'carriesText'>,
): Json {
  return { ...responseOf(outcome.whole, body, { carriesText }), [brand.field.filter]: reportOf(outcome, brand) }
}

interface Scene {
  readonly brand: Brand
  readonly request: FastifyRequest
  readonly body: Json
  readonly mode: FilteredAnswer['mode']
  /** Whether the client needs the text of an answer in the ids. */
  readonly carriesText: boolean
}

/** The last event's response has the filter report. */
function scriptOf({ brand, request, body, mode, carriesText }: Scene): Script {
  const stream = createResponseStream(body, { carriesText })
  return {
    piece: ({ events }) => stream.take(events),
    attempt: (attempt) => (mode === 'analyze' ? '' : attemptComment(attempt)),
    result: (outcome) =>
      outcome.tail.map(stream.takeChunk).join('') + stream.end(answerOf(outcome, { body, brand, carriesText: false })),
    error(error) {
      const told = errorBody(error, request)
      return stream.frame({ type: 'error', code: error.kind, message: error.message, param: null, ...told })
    },
  }
}

function responseSchema(brand: Brand) {
  const response = z.looseObject({
    id: z.string().describe('Identifies this answer.'),
    object: z.literal('response').describe('Always `response`.'),
    created_at: z.int().describe('When it was created, in Unix seconds.'),
    status: z.literal(['completed', 'incomplete']).describe('`incomplete` if the answer was cut off.'),
    model: z.string().describe('The model that answered.'),
    output: z
      .array(z.looseObject({ type: z.string().describe('`message`, `function_call` or `reasoning`.') }))
      .describe('The answer, in items.'),
    usage: z.looseObject({}).nullable().describe('Tokens used by all attempts together. Null if not reported.'),
    store: z.literal(false).describe('Always false: nothing is stored.'),
    [brand.field.filter]: filterReport(brand),
  })
  return named('ResponsesAnswer', "An answer in the format of OpenAI's Responses, with a filter report.", response)
}

/** The events of `scriptOf`, for the API document. */
function responseEvent(): z.ZodType {
  const event = z.looseObject({
    type: z.string().describe('The name of the event, also in `event:`.'),
    sequence_number: z.int().describe('Counts the events from 0.'),
  })
  const words = 'The data of one server-sent event. `response.completed` has the whole response and the filter report.'
  return named('ResponsesEvent', words, event)
}
