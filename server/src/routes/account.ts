// The signed-in account itself: who it is, its sessions, its audit log, taking everything away or erasing it.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Account, type Accounts, type AuditRow, planNow } from '../accounts/accounts.ts'
import { ApiError, accountGone } from '../errors.ts'
import { type App, type CookieParts, callerOf, clearedCookie, originOf, plainText } from '../http/http.ts'
import { type Catalogue, PLAN_ORDER } from '../plans.ts'
import type { Usage } from '../usage/usage.ts'
import { keyShape, shownKey } from './api-keys.ts'
import { shownStats } from './usage.ts'

export interface AccountParts extends CookieParts {
  readonly accounts: Accounts
  readonly usage: Usage
  readonly catalogue: Catalogue
  readonly nowMs: () => number
  /** Undoes what hangs on the account elsewhere, such as a running subscription, before it is erased. */
  readonly beforeErase?: (accountId: number) => Promise<void>
  /** What other rooms hold about the account, for the export. */
  readonly alsoExport?: (accountId: number) => Promise<Record<string, unknown>>
}

export const accountShape = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string().nullable(),
  plan: z.literal(PLAN_ORDER),
  plan_ends_at: z.string().nullable(),
  created_at: z.string(),
})

export function shownAccount(account: Account, nowMs: number): z.output<typeof accountShape> {
  const { id, email, name, planEndsAt, planRenews, createdAt } = account
  const plan = planNow(account, nowMs)
  const willEnd = plan === account.plan && !planRenews
  return {
    id,
    email,
    name: name || null,
    plan,
    plan_ends_at: willEnd ? (planEndsAt?.toISOString() ?? null) : null,
    created_at: createdAt.toISOString(),
  }
}

const config = { access: { credentials: 'required', kinds: ['jwt'], area: 'account' } } as const
const tags = ['Account']

const sessionShape = z.object({
  id: z.string(),
  address: z.string(),
  user_agent: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
  current: z.boolean(),
})
const auditShape = z.object({
  id: z.int(),
  at: z.string(),
  event: z.string(),
  address: z.string(),
  user_agent: z.string(),
  detail: z.record(z.string(), z.unknown()),
})

export function accountRoutes(app: App, parts: AccountParts): void {
  const { accounts } = parts
  app.get(
    '/auth/me',
    { config, schema: { tags, summary: 'The signed-in account', response: { 200: accountShape } } },
    async (request) => shownAccount(await accountOf(request, accounts), parts.nowMs()),
  )
  app.get(
    '/auth/me/audit',
    {
      config,
      schema: { tags, summary: 'What happened to this account, newest first', response: { 200: z.array(auditShape) } },
    },
    async (request) => (await accounts.audit(callerOf(request).accountId)).map(shownEntry),
  )
  app.get(
    '/auth/sessions',
    { config, schema: { tags, summary: 'Where this account is signed in', response: { 200: z.array(sessionShape) } } },
    async (request) => shownSessions(accounts, callerOf(request)),
  )
  addEndSession(app, parts)
  addExport(app, parts)
  addErase(app, parts)
}

function addEndSession(app: App, parts: AccountParts): void {
  const schema = {
    tags,
    summary: 'End a session',
    params: z.object({ id: plainText({ min: 1, max: 64 }) }),
    response: { 200: z.object({ id: z.string(), status: z.literal('ended') }) },
  }
  app.delete(
    '/auth/sessions/:id',
    { config: { ...config, refuses: ['not_found'] }, schema },
    async (request, reply) => {
      const caller = callerOf(request)
      const { id } = request.params
      if (!(await parts.accounts.signIn.endSession(caller, id, originOf(request)))) {
        throw new ApiError('not_found', 'There is no such session.')
      }
      if (id === caller.sessionId) reply.header('set-cookie', clearedCookie(parts))
      return { id, status: 'ended' as const }
    },
  )
}

function addExport(app: App, parts: AccountParts): void {
  const { accounts, usage, catalogue, nowMs, alsoExport = async () => ({}) } = parts
  const shape = z.looseObject({
    account: accountShape,
    api_keys: z.array(keyShape),
    sessions: z.array(sessionShape),
    audit: z.array(auditShape),
    usage: z.record(z.string(), z.unknown()),
  })
  const schema = { tags, summary: 'Everything we hold about this account', response: { 200: shape } }
  app.get('/auth/me/export', { config, schema }, async (request, reply) => {
    const caller = callerOf(request)
    const { accountId } = caller
    const [account, keys, sessions, held, stats, names, history, more] = await Promise.all([
      accountOf(request, accounts),
      accounts.keys.list(accountId),
      shownSessions(accounts, caller),
      accounts.exportOf(accountId),
      usage.stats(accountId, catalogue.plans[caller.plan]),
      accounts.keys.names(accountId),
      usage.history(accountId),
      alsoExport(accountId),
    ])
    reply.header('content-disposition', 'attachment; filename="account.json"')
    return {
      ...more,
      account: shownAccount(account, nowMs()),
      api_keys: keys.map(shownKey),
      revoked_api_keys: held.revokedKeys.map((key) => ({ ...shownKey(key), revoked_at: key.revokedAt.toISOString() })),
      sessions,
      audit: held.audit.map(shownEntry),
      usage: shownStats(stats, { plan: caller.plan, names }),
      usage_history: { ...history, keys: history.keys.map(({ keyId, ...rest }) => ({ key_id: keyId, ...rest })) },
    }
  })
}

function addErase(app: App, parts: AccountParts): void {
  const { accounts, beforeErase = async () => {} } = parts
  const schema = {
    tags,
    summary: 'Erase this account and all that belongs to it',
    body: z.object({ password: plainText({ min: 1, max: 128 }) }),
    response: { 200: z.object({ status: z.literal('erased') }) },
  }
  app.delete('/auth/me', { config: { ...config, refuses: ['provider_failed'] }, schema }, async (request, reply) => {
    const caller = callerOf(request)
    const before = () => beforeErase(caller.accountId)
    await accounts.signIn.erase(caller, request.body.password, { origin: originOf(request), before })
    reply.header('set-cookie', clearedCookie(parts))
    return { status: 'erased' as const }
  })
}

async function accountOf(request: FastifyRequest, accounts: Accounts): Promise<Account> {
  const account = await accounts.find(callerOf(request).accountId)
  if (!account) throw accountGone()
  return account
}

async function shownSessions(accounts: Accounts, caller: { accountId: number; sessionId?: string }) {
  const sessions = await accounts.sessions(caller.accountId)
  return sessions.map(({ id, address, userAgent, createdAt, expiresAt, lastUsedAt }) => ({
    id,
    address,
    user_agent: userAgent,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    current: id === caller.sessionId,
  }))
}

function shownEntry({ id, at, event, address, userAgent, detail = {} }: AuditRow) {
  return { id, at: at.toISOString(), event, address, user_agent: userAgent, detail }
}
