// Webhooks of an account. Like keys, only a signed-in person can manage them.
import { z } from 'zod'
import { type App, callerOf, type Group, named, namedPages, pageOf, plainText, timestamp } from '../../http/http.ts'
import {
  type AddressRule,
  DELIVERY_STATES,
  type Delivery,
  EVENT_TYPES,
  TEST_EVENT,
  urlProblem,
  type Webhook,
  type Webhooks,
} from '../../webhooks/webhooks.ts'
import * as reference from './webhooks-reference.ts'

interface WebhookGroupParts {
  readonly webhooks: Webhooks
  readonly addresses: AddressRule
}

const URL_LENGTH_MAX = 2_000
const DESCRIPTION_LENGTH_MAX = 200

const events = z
  .array(z.literal(EVENT_TYPES))
  .max(EVENT_TYPES.length)
  .describe('The types of events to send. An empty list means all of them, and those that are added later.')
const description = plainText({ max: DESCRIPTION_LENGTH_MAX, trimmed: true }).describe(
  "Where it's used, so you can recognise it later.",
)
const fields = z.object({
  id: z.uuid().describe('Identifies the webhook.'),
  url: z.string().describe('Where events are sent.'),
  description: z.string().describe('The description you gave it.'),
  events,
  created_at: timestamp('When it was created.'),
  disabled_at: timestamp('When it was switched off. Null while it is on.').nullable(),
  disabled_because: z
    .literal(['owner', 'failing'])
    .nullable()
    .describe(
      '`owner`: you switched it off. `failing`: an event could not be delivered for three days, or the receiver answered 410.',
    ),
})
const webhookShape = named('Webhook', 'An address that gets events of your account, without its secret.', fields)
const secretShape = named(
  'WebhookWithSecret',
  'A webhook with its new secret. This is the only response that contains it.',
  fields.extend({ secret: z.string().describe('Checks the signatures. Store it now.') }),
)
const deliveryShape = named(
  'WebhookDelivery',
  'An event that was or will be sent to a webhook.',
  z.object({
    id: z.uuid().describe('Identifies the delivery. Every attempt sends it as `webhook-id`.'),
    type: z.literal([...EVENT_TYPES, TEST_EVENT]).describe('The type of the event.'),
    payload: z
      .object({
        type: z.string().describe('The type of the event.'),
        timestamp: timestamp('When it happened.'),
        data: z.record(z.string(), z.unknown()).describe('What happened. The fields depend on the type.'),
      })
      .describe('The body of the request.'),
    created_at: timestamp('When the event happened.'),
    state: z
      .literal(DELIVERY_STATES)
      .describe('`waiting`: it will be sent. `delivered`: the receiver answered 2xx. `failed`: it is not tried again.'),
    attempts: z.int().describe('How often it was sent, since it was last put into the queue.'),
    attempted_at: timestamp('When it was last sent. Null if never.').nullable(),
    status: z.int().nullable().describe('The status of the last answer. Null if there was none.'),
    error: z.string().nullable().describe('What went wrong in the last attempt. Null if nothing did.'),
    duration_ms: z.int().nullable().describe('How long the last attempt took, in milliseconds.'),
    next_at: timestamp(
      'When it is sent next. Null if it is not, or if others before it have to be delivered.',
    ).nullable(),
  }),
)
const deletedShape = named(
  'DeletedWebhook',
  'The webhook is gone.',
  z.object({ id: z.uuid().describe('The webhook.'), status: z.literal('deleted').describe('Always `deleted`.') }),
)

const config = { access: { credentials: 'required', kinds: ['jwt'], area: 'account' } } as const
const found = { ...config, rejects: ['not_found'] } as const
const working = { ...config, rejects: ['not_found', 'conflict'] } as const
const params = z.object({ id: z.uuid().describe('The id of the webhook.') })
const deliveryParams = params.extend({ delivery_id: z.uuid().describe('The id of the delivery.') })
const pages = namedPages({ limitDefault: 50, limitMax: 100 }, z.uuid())

export function webhooksGroup({ webhooks, addresses }: WebhookGroupParts): Group {
  const url = plainText({ min: 1, max: URL_LENGTH_MAX, trimmed: true })
    .superRefine((text, context) => {
      const message = urlProblem(text, addresses)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .describe('Where to send events: an address that starts with `https://`, without user name and password.')
  const wish = named(
    'CreateWebhookRequest',
    'The webhook to create.',
    z.object({ url, description: description.default(''), events: events.default([]) }),
  )
  const changes = named(
    'ChangeWebhookRequest',
    'What to change. Fields that you leave out do not change.',
    z.object({
      url: url.optional(),
      description: description.optional(),
      events: events.optional(),
      enabled: z.boolean().optional().describe('Whether it gets events.'),
    }),
  )
  return async (app) => {
    const list = { ...reference.listWebhooks, response: { 200: z.array(webhookShape).describe('Your webhooks.') } }
    app.get('/webhooks', { config, schema: list }, async (request) =>
      (await webhooks.list(callerOf(request).accountId)).map(shownWebhook),
    )
    const create = { ...reference.createWebhook, body: wish, response: { 201: secretShape } }
    app.post('/webhooks', { config: { ...config, rejects: ['conflict'] }, schema: create }, async (request, reply) => {
      const made = await webhooks.create(callerOf(request).accountId, request.body)
      return reply.status(201).send({ ...shownWebhook(made), secret: made.secret })
    })
    const change = { ...reference.changeWebhook, params, body: changes, response: { 200: webhookShape } }
    app.patch('/webhooks/:id', { config: found, schema: change }, async (request) => {
      const { accountId } = callerOf(request)
      return shownWebhook(await webhooks.change({ accountId, id: request.params.id }, request.body))
    })
    const remove = { ...reference.deleteWebhook, params, response: { 200: deletedShape } }
    app.delete('/webhooks/:id', { config: found, schema: remove }, async (request) => {
      const { id } = request.params
      await webhooks.remove({ accountId: callerOf(request).accountId, id })
      return { id, status: 'deleted' as const }
    })
    const rotate = { ...reference.rotateWebhookSecret, params, response: { 201: secretShape } }
    app.post('/webhooks/:id/rotate', { config: found, schema: rotate }, async (request, reply) => {
      const made = await webhooks.rotate({ accountId: callerOf(request).accountId, id: request.params.id })
      return reply.status(201).send({ ...shownWebhook(made), secret: made.secret })
    })
    addDeliveries(app, webhooks)
  }
}

function addDeliveries(app: App, webhooks: Webhooks): void {
  const list = z.array(deliveryShape).describe('The deliveries.')
  const schema = { ...reference.listDeliveries, params, querystring: pages, response: { 200: list } }
  app.get('/webhooks/:id/deliveries', { config: found, schema }, async (request, reply) => {
    const { limit, after } = request.query
    const webhook = { accountId: callerOf(request).accountId, id: request.params.id }
    const items = await webhooks.deliveries(webhook, { after, rowsMax: limit + 1 })
    return pageOf(request, reply, { items, limit }).map(shownDelivery)
  })
  const test = { ...reference.testWebhook, params, response: { 201: deliveryShape } }
  app.post('/webhooks/:id/test', { config: working, schema: test }, async (request, reply) => {
    const delivery = await webhooks.test({ accountId: callerOf(request).accountId, id: request.params.id })
    return reply.status(201).send(shownDelivery(delivery))
  })
  const resend = { ...reference.resendDelivery, params: deliveryParams, response: { 200: deliveryShape } }
  app.post('/webhooks/:id/deliveries/:delivery_id/resend', { config: working, schema: resend }, async (request) => {
    const { id, delivery_id: deliveryId } = request.params
    return shownDelivery(await webhooks.resend({ accountId: callerOf(request).accountId, id }, deliveryId))
  })
}

export function shownWebhook(webhook: Webhook): z.input<typeof webhookShape> {
  const { id, url, description, events, createdAt, disabledAt, disabledBecause } = webhook
  return {
    id,
    url,
    description,
    events: EVENT_TYPES.filter((type) => events.includes(type)),
    created_at: createdAt.toISOString(),
    disabled_at: disabledAt?.toISOString() ?? null,
    disabled_because: disabledBecause,
  }
}

function shownDelivery(delivery: Delivery): z.input<typeof deliveryShape> {
  const { id, type, payload, createdAt, state, attempts, attemptedAt, status, error, durationMs, nextAt } = delivery
  return {
    id,
    type: EVENT_TYPES.find((one) => one === type) ?? TEST_EVENT,
    payload: JSON.parse(payload),
    created_at: createdAt.toISOString(),
    state,
    attempts,
    attempted_at: attemptedAt?.toISOString() ?? null,
    status,
    error,
    duration_ms: durationMs,
    next_at: nextAt?.toISOString() ?? null,
  }
}
