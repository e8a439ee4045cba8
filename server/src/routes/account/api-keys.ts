// API keys: creating, listing, rotating and revoking them. All need a signed-in person: a key cannot create keys.
import { z } from 'zod'
import { type Accounts, type ApiKey, type CreatedKey, KEY_SORTS, SCOPES, shownKey } from '../../accounts/accounts.ts'
import type { Brand } from '../../ground/brand.ts'
import { invalidField } from '../../ground/errors.ts'
import { FILTER_MODES } from '../../ground/filter-mode.ts'
import { subjectOfKey } from '../../ground/limits.ts'
import { type Catalogue, planOf } from '../../ground/plans.ts'
import {
  type App,
  callerOf,
  integer,
  named,
  numberedPages,
  originOf,
  pageOf,
  plainText,
  queryInt,
  timeInput,
  timestamp,
} from '../../http/http.ts'
import type { Usage } from '../../usage/usage.ts'
import * as reference from './api-keys-reference.ts'
import { limitUse, limits as shownLimits } from './limit-fields.ts'

interface ApiKeyParts {
  readonly accounts: Accounts
  readonly usage: Usage
  readonly catalogue: Catalogue
  readonly brand: Brand
  readonly nowMs: () => number
}

const scope = z
  .literal(SCOPES)
  .describe(
    'What the key can do. `full`: everything a key can do. `compute`: the engine. `ai`: texts and models. `read-only`: GET requests.',
  )
const filterMode = z
  .literal(FILTER_MODES)
  .nullable()
  .describe('The filter mode of requests with this key that do not name one. Null for the default of the deployment.')
const limits = shownLimits.describe('What the key can use at most. Null if only the account and the plan limit it.')
const fields = z.object({
  id: z.int().describe('Identifies the key.'),
  name: z.string().describe('The name you gave it.'),
  key_prefix: z.string().describe('The first characters of the key, so you can recognise it.'),
  scope,
  filter_mode: filterMode,
  limits,
  limit_use: z.array(limitUse).optional().describe('What was used of each limit in its period. Only in your own list.'),
  created_at: timestamp('When the key was created.'),
  last_used_at: timestamp('When it was last used, to within a few seconds. Null if never.').nullable(),
  last_used_from: z
    .string()
    .nullable()
    .describe('The IP address it was last used from, or the first 64 bits of an IPv6 address. Null if never.'),
  expires_at: timestamp('When it stops working. Null if it does not expire.').nullable(),
})
export const keyShape = named('ApiKey', 'An API key, without its secret.', fields)
export const keyList = z.array(keyShape).describe('The keys that are not revoked.')
const createdShape = named(
  'CreatedApiKey',
  'A new API key. This is the only response that contains the whole key.',
  fields
    .omit({ last_used_at: true, last_used_from: true, limit_use: true })
    .extend({ key: z.string().describe('The whole key. Store it now.') }),
)
const revokedShape = named(
  'RevokedApiKey',
  'The key no longer works.',
  z.object({ id: z.int().describe('The key.'), status: z.literal('revoked').describe('Always `revoked`.') }),
)

const config = { access: { credentials: 'required', kinds: ['jwt'], area: 'account' } } as const
const keyIdMax = Number.MAX_SAFE_INTEGER
const keyId = queryInt(integer().min(1).max(keyIdMax), { minimum: 1 }).describe('The id of the key.')
const params = z.object({ key_id: keyId })
const SEARCH_LENGTH_MAX = 200
export const keyPages = numberedPages({ limitDefault: 1_000, limitMax: 1_000 }).extend({
  search: plainText({ max: SEARCH_LENGTH_MAX, trimmed: true })
    .optional()
    .describe(
      'Only keys with this text in their name or in the visible part of the key, or with this scope. You can also paste a whole key.',
    ),
  sort: z
    .literal(KEY_SORTS)
    .default('oldest')
    .describe('The order: `oldest` or `newest` first, last `used` first, by `name`, or by `expiry`, the next first.'),
})

const NAME_LENGTH_MAX = 100
const GRACE_SECONDS_DEFAULT = 86_400
const GRACE_SECONDS_MAX = 30 * 86_400

const wish = named(
  'CreateApiKeyRequest',
  'The key to create. All fields are optional.',
  z.object({
    name: plainText({ min: 1, max: NAME_LENGTH_MAX, trimmed: true })
      .default('Default Key')
      .describe("Where it's used, so you can recognise it later."),
    scope: scope.default('full'),
    filter_mode: filterMode.optional(),
    limits: limits.optional(),
    expires_at: timeInput.nullish().describe('When the key stops working. If you leave it out, it does not expire.'),
  }),
)
const rotation = named(
  'RotateApiKeyRequest',
  'How to rotate the key. All fields are optional.',
  z.object({
    grace_seconds: integer()
      .min(0)
      .max(GRACE_SECONDS_MAX)
      .default(GRACE_SECONDS_DEFAULT)
      .describe('How long the old key keeps working, in seconds.'),
  }),
)

const change = named(
  'ChangeApiKeyRequest',
  'What to change. Fields that you leave out stay as they are.',
  z.object({
    name: plainText({ min: 1, max: NAME_LENGTH_MAX, trimmed: true })
      .optional()
      .describe("Where it's used, so you can recognise it."),
    limits: limits.optional().describe('The limits of the key from now on, in place of the old ones. Null for none.'),
  }),
)

export function apiKeyRoutes(app: App, parts: ApiKeyParts): void {
  const { keys } = parts.accounts
  app.get(
    '/api-keys',
    {
      config,
      schema: {
        ...reference.listApiKeys(parts.brand),
        querystring: keyPages,
        response: { 200: keyList },
      },
    },
    async (request, reply) => {
      const { limit, ...page } = request.query
      const items = await keys.list(callerOf(request).accountId, { ...page, rowsMax: limit + 1 })
      return withUse(parts, callerOf(request).accountId, pageOf(request, reply, { items, limit }))
    },
  )
  addCreate(app, parts)
  addRotate(app, parts)
  addChange(app, parts)
  const schema = { ...reference.revokeApiKey, params, response: { 200: revokedShape } }
  app.delete('/api-keys/:key_id', { config: { ...config, rejects: ['not_found'] }, schema }, async (request) => {
    const { key_id: id } = request.params
    await keys.revoke(callerOf(request), id, originOf(request))
    return { id, status: 'revoked' as const }
  })
}

async function withUse({ usage }: Pick<ApiKeyParts, 'usage'>, accountId: number, keys: readonly ApiKey[]) {
  const limited = keys.flatMap((key) =>
    key.limits ? { subject: subjectOfKey({ ...key, keyId: key.id }), limits: key.limits } : [],
  )
  const uses = await usage.limitUse(accountId, limited)
  const useOf = new Map(limited.map(({ subject }, at) => [subject, uses[at]]))
  return keys.map((key) => {
    const limit_use = key.limits && useOf.get(subjectOfKey({ ...key, keyId: key.id }))
    return { ...shownKey(key), ...(limit_use && { limit_use }) }
  })
}

function addChange(app: App, parts: ApiKeyParts): void {
  const { accounts, brand } = parts
  const schema = { ...reference.updateApiKey(brand), params, body: change, response: { 200: keyShape } }
  app.patch('/api-keys/:key_id', { config: { ...config, rejects: ['not_found'] }, schema }, async (request) => {
    const caller = callerOf(request)
    const { name, limits } = request.body
    if (name === undefined && limits === undefined) throw invalidField(['body', 'name'], 'Field required', 'missing')
    const options = { change: { name, limits }, origin: originOf(request) }
    const key = await accounts.keys.change(caller, request.params.key_id, options)
    const [shown = shownKey(key)] = await withUse(parts, caller.accountId, [key])
    return shown
  })
}

function addCreate(app: App, { accounts, catalogue, brand, nowMs }: ApiKeyParts): void {
  for (const [url, about] of [
    ['/api-keys', reference.createApiKey(brand)],
    ['/keys/create', reference.createApiKeyAlias(brand)],
  ] as const) {
    const schema = { ...about, body: wish, response: { 201: createdShape } }
    app.post(url, { config, schema }, async (request, reply) => {
      const caller = callerOf(request)
      const { name, scope, filter_mode: filterMode = null, limits = null, expires_at: given } = request.body
      const expiresAt = given ? new Date(given) : null
      if (expiresAt && !(expiresAt.getTime() > nowMs())) {
        throw invalidField(['body', 'expires_at'], 'Input should be in the future')
      }
      const { keysMax } = planOf(catalogue, caller.plan)
      const options = { keysMax, origin: originOf(request) }
      return reply
        .status(201)
        .send(shownCreated(await accounts.keys.create(caller, { name, scope, filterMode, limits, expiresAt }, options)))
    })
  }
}

function addRotate(app: App, { accounts, brand }: ApiKeyParts): void {
  const schema = { ...reference.rotateApiKey(brand), params, body: rotation, response: { 201: createdShape } }
  app.post(
    '/api-keys/:key_id/rotate',
    { config: { ...config, rejects: ['not_found'] }, schema },
    async (request, reply) => {
      const options = { graceSeconds: request.body.grace_seconds, origin: originOf(request) }
      const made = await accounts.keys.rotate(callerOf(request), request.params.key_id, options)
      return reply.status(201).send(shownCreated(made))
    },
  )
}

function shownCreated(made: CreatedKey) {
  const { last_used_at: _never, ...shown } = shownKey(made)
  return { ...shown, key: made.key }
}
