// The signed-in account itself: its profile, sessions, audit log, export and deletion.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type Account,
  type Accounts,
  ROLES,
  shownAccount,
  shownEntry,
  shownKey,
  shownSession,
} from '../../accounts/accounts.ts'
import type { Brand } from '../../ground/brand.ts'
import { ApiError, accountGone, invalidField } from '../../ground/errors.ts'
import type { Catalogue } from '../../ground/plans.ts'
import {
  type App,
  type CookieParts,
  callerOf,
  clearedCookie,
  eachShown,
  jsonPieces,
  named,
  namedPages,
  numberedPages,
  originOf,
  pageOf,
  plainText,
  timestamp,
} from '../../http/http.ts'
import { shownKeyMonth, shownStats, type Usage } from '../../usage/usage.ts'
import { planName } from '../service/plan-fields.ts'
import * as reference from './account-reference.ts'
import { keyShape } from './api-keys.ts'
import { emailInput } from './email-input.ts'
import { ownPassword, secondFactorCode, signedInOnly } from './fields.ts'
import { identityShape, shownIdentity } from './identities.ts'
import { limits } from './limit-fields.ts'

export interface AccountParts extends CookieParts {
  readonly brand: Brand
  readonly accounts: Accounts
  readonly usage: Usage
  readonly catalogue: Catalogue
  readonly nowMs: () => number
  /** What the administrators tell everybody. */
  readonly notice: () => Promise<string | null>
  /** Cancels what the account has elsewhere, such as a running subscription, before it is deleted. */
  readonly beforeDeletion?: (accountId: number) => Promise<void>
  readonly afterDeletion?: (email: string) => Promise<void>
  /** What other folders store about the account, for the export: values, and long lists a page at a time. */
  readonly alsoExport?: (accountId: number) => Promise<Record<string, unknown>>
}

export const accountShape = named(
  'Account',
  'An account.',
  z.object({
    id: z.int().describe('Identifies the account.'),
    email: z.string().describe('The email address to sign in with.'),
    name: z.string().nullable().describe('The name of the person. Null if none was given.'),
    plan: planName('The plan that is in effect.'),
    plan_ends_at: timestamp('When the plan ends. Null while it renews, and on the free plan.').nullable(),
    role: z.literal(ROLES).describe('Administrators can also use `/admin`.'),
    email_verified: z.boolean().describe('Whether the email address is confirmed.'),
    has_password: z.boolean().describe('False for an account that only signs in through an identity provider.'),
    second_factor: z.boolean().describe('Whether signing in also needs a code from an authenticator app.'),
    limits: limits.describe(
      'What the account can use at most, with all keys together. Null if only the plan limits it.',
    ),
    created_at: timestamp('When the account was created.'),
  }),
)

const sessionStateShape = named(
  'SessionState',
  'Who is signed in.',
  z.object({
    account: accountShape.nullable().describe('The account. Null if nobody is signed in.'),
    notice: z.string().nullable().describe('What the administrators tell everybody. Null if there is nothing.'),
  }),
)

const address = z.string().describe('The IP address it came from.')
const userAgent = z.string().describe('The program it came from, from its `User-Agent`.')
export const sessionShape = named(
  'Session',
  'A place where the account is signed in.',
  z.object({
    id: z.string().describe('Identifies the session.'),
    address,
    user_agent: userAgent,
    created_at: timestamp('When the session started.'),
    expires_at: timestamp('When the session expires.'),
    last_used_at: timestamp('When it was last used, to within a few seconds. Null if never.').nullable(),
    current: z.boolean().describe('Whether this is the session that sent this request.'),
  }),
)
export const auditShape = named(
  'AuditEntry',
  'One entry of the audit log.',
  z.object({
    id: z.int().describe('Identifies the entry.'),
    at: timestamp('When it happened.'),
    event: z.string().describe('What happened, such as `login` or `key_created`.'),
    address,
    user_agent: userAgent,
    detail: z.record(z.string(), z.unknown()).describe('More about it, depending on the event.'),
  }),
)
const exportShape = named(
  'AccountExport',
  'Everything we hold about an account. More fields can be present.',
  z.looseObject({
    account: accountShape,
    api_keys: z.array(keyShape).describe('The keys that are not revoked.'),
    sessions: z.array(sessionShape).describe('The sessions that have not ended.'),
    identities: z.array(identityShape).describe('The connected identities.'),
    audit: z.array(auditShape).describe('The whole audit log, newest entry first.'),
    usage: z.record(z.string(), z.unknown()).describe('The usage of this month, as in `GET /usage/stats`.'),
  }),
)

const profileBody = named(
  'UpdateAccountRequest',
  'What to change about the account.',
  z.object({
    name: plainText({ min: 0, max: 100, trimmed: true }).optional().describe('Your name. An empty text removes it.'),
    limits: limits
      .optional()
      .describe('The limits of the account from now on, in place of the old ones. Null for none.'),
  }),
)
const emailBody = named(
  'ChangeEmailRequest',
  'The new email address, your password, and the code of your second factor if you have one.',
  z.object({ email: emailInput, password: ownPassword, code: secondFactorCode.nullish() }),
)

const auditPages = numberedPages({ limitDefault: 200, limitMax: 1_000 })
const sessionPages = namedPages({ limitDefault: 100, limitMax: 100 })

export function accountRoutes(app: App, parts: AccountParts): void {
  const { accounts } = parts
  app.get(
    '/auth/me',
    { config: signedInOnly, schema: { ...reference.getAccount, response: { 200: accountShape } } },
    async (request) => shownAccount(await accountOf(request, accounts), parts.nowMs()),
  )
  app.get(
    '/auth/session',
    {
      config: { access: { ...signedInOnly.access, credentials: 'optional' } },
      schema: { ...reference.getSession, response: { 200: sessionStateShape } },
    },
    async (request) => ({
      account: request.caller ? shownAccount(await accountOf(request, accounts), parts.nowMs()) : null,
      notice: await parts.notice(),
    }),
  )
  app.get(
    '/auth/me/audit',
    {
      config: signedInOnly,
      schema: {
        ...reference.listAuditEntries,
        querystring: auditPages,
        response: { 200: z.array(auditShape).describe('The audit log, newest entry first.') },
      },
    },
    async (request, reply) => {
      const { limit, after } = request.query
      const items = await accounts.audit(callerOf(request).accountId, { after, rowsMax: limit + 1 })
      return pageOf(request, reply, { items, limit }).map(shownEntry)
    },
  )
  app.get(
    '/auth/sessions',
    {
      config: signedInOnly,
      schema: {
        ...reference.listSessions,
        querystring: sessionPages,
        response: { 200: z.array(sessionShape).describe('The sessions of the account.') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { limit, after } = request.query
      const items = await accounts.sessions(caller.accountId, { after, rowsMax: limit + 1 })
      return pageOf(request, reply, { items, limit }).map((session) => shownSession(session, caller.sessionId))
    },
  )
  addEndSession(app, parts)
  addExport(app, parts)
  addDeletion(app, parts)
  addProfile(app, parts)
}

function addEndSession(app: App, parts: AccountParts): void {
  const ended = z.object({
    id: z.string().describe('The session.'),
    status: z.literal('ended').describe('Always `ended`.'),
  })
  const schema = {
    ...reference.endSession,
    params: z.object({ id: plainText({ min: 1, max: 64 }).describe('The id of the session.') }),
    response: { 200: named('EndedSession', 'The session is over.', ended) },
  }
  app.delete(
    '/auth/sessions/:id',
    { config: { ...signedInOnly, rejects: ['not_found'] }, schema },
    async (request, reply) => {
      const caller = callerOf(request)
      const { id } = request.params
      if (!(await parts.accounts.signIn.endSession(caller, id, originOf(request)))) {
        throw new ApiError('not_found', 'There is no session with this id.')
      }
      if (id === caller.sessionId) reply.header('set-cookie', clearedCookie(parts))
      return { id, status: 'ended' as const }
    },
  )
}

function addExport(app: App, parts: AccountParts): void {
  const { accounts, usage, nowMs, alsoExport = async () => ({}) } = parts
  const schema = { ...reference.exportAccount(parts.brand), response: { 200: exportShape } }
  app.get('/auth/me/export', { config: signedInOnly, schema }, async (request, reply) => {
    const caller = callerOf(request)
    const { accountId } = caller
    const [account, sessions, identities, stats, past, more] = await Promise.all([
      accountOf(request, accounts),
      accounts.sessions(accountId),
      accounts.identities.list(accountId),
      shownStats(parts, caller),
      usage.past(accountId),
      alsoExport(accountId),
    ])
    const pieces = jsonPieces({
      ...more,
      account: shownAccount(account, nowMs()),
      api_keys: eachShown(accounts.keys.each(accountId, { revoked: false }), shownKey),
      revoked_api_keys: eachShown(accounts.keys.each(accountId, { revoked: true }), (key) => ({
        ...shownKey(key),
        revoked_at: key.revokedAt?.toISOString(),
      })),
      sessions: sessions.map((session) => shownSession(session, caller.sessionId)),
      identities: identities.map(shownIdentity),
      audit: eachShown(accounts.eachEntry(accountId), shownEntry),
      usage: stats,
      usage_history: { ...past, keys: eachShown(usage.keyMonths(accountId), shownKeyMonth) },
    })
    return reply
      .header('content-disposition', 'attachment; filename="account.json"')
      .type('application/json; charset=utf-8')
      .send(Readable.from(pieces) as never)
  })
}

function addDeletion(app: App, parts: AccountParts): void {
  const { accounts, beforeDeletion = async () => {}, afterDeletion = async () => {} } = parts
  const deleted = z.object({ status: z.literal('erased').describe('Always `erased`.') })
  const schema = {
    ...reference.deleteAccount,
    body: named(
      'DeleteAccountRequest',
      'Confirms the deletion.',
      z.object({ password: ownPassword, code: secondFactorCode.nullish() }),
    ),
    response: { 200: named('DeletedAccount', 'The account is deleted.', deleted) },
  }
  app.delete(
    '/auth/me',
    { config: { ...signedInOnly, rejects: ['conflict', 'provider_failed'] }, schema },
    async (request, reply) => {
      const caller = callerOf(request)
      const before = () => beforeDeletion(caller.accountId)
      const { password, code } = request.body
      const given = { password, code: code ?? undefined }
      await accounts.signIn.deleteAccount(caller, given, { origin: originOf(request), before })
      await afterDeletion(caller.email)
      reply.header('set-cookie', clearedCookie(parts))
      return { status: 'erased' as const }
    },
  )
}

function addProfile(app: App, { accounts, nowMs }: AccountParts): void {
  app.patch(
    '/auth/me',
    {
      config: signedInOnly,
      schema: { ...reference.updateAccount, body: profileBody, response: { 200: accountShape } },
    },
    async (request) => {
      const caller = callerOf(request)
      const { name, limits } = request.body
      if (name === undefined && limits === undefined) throw invalidField(['body', 'name'], 'Field required', 'missing')
      if (name !== undefined) await accounts.profile.rename(caller, name, originOf(request))
      if (limits !== undefined) await accounts.profile.limit(caller, limits, originOf(request))
      return shownAccount(await accountOf(request, accounts), nowMs())
    },
  )
  app.post(
    '/auth/email',
    { config: signedInOnly, schema: { ...reference.changeEmail, body: emailBody, response: { 200: accountShape } } },
    async (request) => {
      const caller = callerOf(request)
      const { code, ...given } = request.body
      await accounts.profile.changeEmail(caller, { ...given, code: code ?? undefined }, originOf(request))
      return shownAccount(await accountOf(request, accounts), nowMs())
    },
  )
}

async function accountOf(request: FastifyRequest, accounts: Accounts): Promise<Account> {
  const account = await accounts.find(callerOf(request).accountId)
  if (!account) throw accountGone()
  return account
}
