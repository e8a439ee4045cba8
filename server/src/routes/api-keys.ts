// API keys: made, listed, replaced, revoked. All of it needs a signed-in person: a key cannot make keys.
import { z } from 'zod'
import { type Accounts, type ApiKey, type CreatedKey, SCOPES } from '../accounts/accounts.ts'
import { invalidField } from '../errors.ts'
import { type App, callerOf, integer, originOf, plainText, queryInt } from '../http/http.ts'
import type { Catalogue } from '../plans.ts'

export interface ApiKeyParts {
  readonly accounts: Accounts
  readonly catalogue: Catalogue
  readonly nowMs: () => number
}

export const keyShape = z.object({
  id: z.int(),
  name: z.string(),
  key_prefix: z.string(),
  scope: z.literal(SCOPES),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
})
const createdShape = keyShape.omit({ last_used_at: true }).extend({ key: z.string() })

const config = { access: { credentials: 'required', kinds: ['jwt'], area: 'account' } } as const
const tags = ['API keys']
const keyIdMax = Number.MAX_SAFE_INTEGER
const params = z.object({ key_id: queryInt(integer().min(1).max(keyIdMax), { minimum: 1 }) })

const NAME_LENGTH_MAX = 100
const GRACE_SECONDS_DEFAULT = 86_400
const GRACE_SECONDS_MAX = 30 * 86_400

const wish = z.object({
  name: plainText({ min: 1, max: NAME_LENGTH_MAX, trimmed: true }).default('Default Key'),
  scope: z.literal(SCOPES).default('full'),
  expires_at: z.iso.datetime({ offset: true, error: 'Input should be a valid ISO 8601 date and time' }).nullish(),
})

export function shownKey({ id, name, keyPrefix, scope, createdAt, expiresAt, lastUsedAt }: ApiKey) {
  return {
    id,
    name,
    key_prefix: keyPrefix,
    scope,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
  }
}

export function apiKeyRoutes(app: App, parts: ApiKeyParts): void {
  const { keys } = parts.accounts
  app.get(
    '/api-keys',
    { config, schema: { tags, summary: 'The keys of this account', response: { 200: z.array(keyShape) } } },
    async (request) => (await keys.list(callerOf(request).accountId)).map(shownKey),
  )
  addCreate(app, parts)
  addRotate(app, parts)
  const schema = {
    tags,
    summary: 'Revoke a key, at once and everywhere',
    params,
    response: { 200: z.object({ id: z.int(), status: z.literal('revoked') }) },
  }
  app.delete('/api-keys/:key_id', { config: { ...config, refuses: ['not_found'] }, schema }, async (request) => {
    const { key_id: id } = request.params
    await keys.revoke(callerOf(request), id, originOf(request))
    return { id, status: 'revoked' as const }
  })
}

function addCreate(app: App, { accounts, catalogue, nowMs }: ApiKeyParts): void {
  for (const [url, summary] of [
    ['/api-keys', 'Make a key; the whole key is shown this once'],
    ['/keys/create', 'The same as POST /api-keys'],
  ] as const) {
    const schema = { tags, summary, body: wish, response: { 201: createdShape } }
    app.post(url, { config, schema }, async (request, reply) => {
      const caller = callerOf(request)
      const { name, scope, expires_at: given } = request.body
      const expiresAt = given ? new Date(given) : null
      if (expiresAt && !(expiresAt.getTime() > nowMs())) {
        throw invalidField(['body', 'expires_at'], 'Input should be in the future')
      }
      const { keysMax } = catalogue.plans[caller.plan]
      const options = { keysMax, origin: originOf(request) }
      return reply
        .status(201)
        .send(shownCreated(await accounts.keys.create(caller, { name, scope, expiresAt }, options)))
    })
  }
}

function addRotate(app: App, { accounts }: ApiKeyParts): void {
  const schema = {
    tags,
    summary: 'Replace a key by a new one; the old one works on for a grace period',
    params,
    body: z.object({ grace_seconds: integer().min(0).max(GRACE_SECONDS_MAX).default(GRACE_SECONDS_DEFAULT) }),
    response: { 201: createdShape },
  }
  app.post(
    '/api-keys/:key_id/rotate',
    { config: { ...config, refuses: ['not_found'] }, schema },
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
