// Accounts as administrators see them: a list that stays quick with a million accounts, and one account with all its data.
import { z } from 'zod'
import {
  type ListedAccount,
  ROLES,
  shownAccount,
  shownAdminEntry,
  shownEntry,
  shownKey,
  shownListed,
  shownSession,
} from '../../accounts/accounts.ts'
import { invalidField } from '../../ground/errors.ts'
import { type Catalogue, planNow } from '../../ground/plans.ts'
import { type App, integer, named, pageOf, plainText, queryInt, timestamp } from '../../http/http.ts'
import { shownStats } from '../../usage/usage.ts'
import { accountShape, auditShape, sessionShape } from '../account/account.ts'
import { keyList, keyPages } from '../account/api-keys.ts'
import { identityShape, shownIdentity } from '../account/identities.ts'
import { statsShape } from '../account/usage.ts'
import { planInput, planName } from '../service/plan-fields.ts'
import { type AdminParts, accountOf, accountParams, adminConfig } from './accounts.ts'
import * as reference from './admin-reference.ts'

const PAGE_MAX = 200
const PAGE_DEFAULT = 50
const LOG_ROWS = 100

const listedShape = named(
  'AdminListedAccount',
  'One account in a list.',
  z.object({
    id: z.int().describe('Identifies the account.'),
    email: z.string().describe('The email address.'),
    name: z.string().nullable().describe('The name of the person. Null if none was given.'),
    plan: planName('The plan that is in effect.'),
    role: z.literal(ROLES).describe('The role.'),
    disabled: z.boolean().describe('Whether the account is disabled.'),
    created_at: timestamp('When the account was created.'),
  }),
)
const pageShape = named(
  'AdminAccountPage',
  'A page of accounts.',
  z.object({
    accounts: z.array(listedShape).describe('The accounts of this page.'),
    next: z.string().nullable().describe('Send it as `after` to get the following page. Null on the last one.'),
    total: z.int().describe('How many accounts there are in total. Above 10,000 it is an estimate.'),
  }),
)
const queryOf = (catalogue: Catalogue) =>
  z.object({
    search: plainText({ max: 254, trimmed: true })
      .optional()
      .describe('A part of an email address or of a name, an account number, or the visible part of a key.'),
    plan: planInput(catalogue.order).optional().describe('Only accounts with this plan.'),
    state: z
      .literal(['active', 'disabled', 'administrator'])
      .optional()
      .describe('Only accounts in this state, or only administrators.'),
    sort: z.literal(['newest', 'oldest', 'email']).default('newest').describe('The order.'),
    after: plainText({ max: 254 }).optional().describe('`next` of the previous page.'),
    limit: queryInt(integer().min(1).max(PAGE_MAX), { minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT })
      .default(PAGE_DEFAULT)
      .describe('How many accounts a page has.'),
  })
export const adminEntryShape = named(
  'AdminEntry',
  'Something that an administrator did.',
  z.object({
    id: z.int().describe('Identifies the entry.'),
    at: timestamp('When it was done.'),
    administrator: z.string().describe('Who did it.'),
    action: z.string().describe('What was done, such as `plan_set`.'),
    account_id: z.int().nullable().describe('The account concerned. Null if there is none.'),
    account_email: z.string().nullable().describe('The address of that account at the time.'),
    reason: z.string().describe('Why.'),
    detail: z.record(z.string(), z.unknown()).describe('More about it, depending on the action.'),
    address: z.string().describe('The IP address it came from.'),
  }),
)
const detailShape = named(
  'AdminAccount',
  'One account with everything that belongs to it.',
  z.object({
    account: accountShape,
    plans: z
      .array(z.string())
      .describe('The plans that you can set, smallest first, including those that are not on offer.'),
    disabled_at: timestamp('When it was disabled. Null if it is not.').nullable(),
    subscription: z
      .object({
        status: z.literal(['none', 'active', 'past_due', 'cancelled']).describe('The state of the subscription.'),
        renews_at: timestamp('When it renews. Null if it does not.').nullable(),
        ends_at: timestamp('When it ends. Null if no end is set.').nullable(),
        customer_url: z
          .string()
          .nullable()
          .describe(
            'The customer in the dashboard of Stripe, or in the sandbox, to refund a payment. Null without a customer there.',
          ),
      })
      .describe('What the account pays for.'),
    usage: statsShape,
    sessions: z.array(sessionShape).describe('Where the account is signed in.'),
    identities: z.array(identityShape).describe('The connected identities, oldest first.'),
    audit: z.array(auditShape).describe('The last changes to the account, newest first.'),
    administration: z.array(adminEntryShape).describe('What administrators did to it, newest first.'),
  }),
)

const ACCOUNT_NUMBER = /^\d{1,15}$/

export function adminViewRoutes(app: App, parts: AdminParts): void {
  const { administration, nowMs } = parts
  const schema = { ...reference.listAccounts, querystring: queryOf(parts.catalogue), response: { 200: pageShape } }
  app.get('/admin/accounts', { config: adminConfig, schema }, async (request) => {
    const { limit, ...wish } = request.query
    // Pages sorted by age start after an account number, pages by email after any text.
    if (wish.sort !== 'email' && wish.after !== undefined && !ACCOUNT_NUMBER.test(wish.after)) {
      throw invalidField(['query', 'after'], 'Input should be `next` of the previous page')
    }
    const [rows, total] = await Promise.all([search(parts, { ...wish, rowsMax: limit + 1 }), administration.estimate()])
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const next =
      rows.length > limit && last ? (wish.sort === 'email' ? last.email.toLowerCase() : String(last.id)) : null
    return { accounts: page.map((row) => shownListed(row, nowMs())), next, total }
  })
  addAccountView(app, parts)
  addKeys(app, parts)
}

type Wish = Omit<z.output<ReturnType<typeof queryOf>>, 'limit'> & { readonly rowsMax: number }

/** A number is an account id, text that starts like a key is looked up among keys, everything else is part of an address or a name. */
async function search({ administration, accounts }: AdminParts, wish: Wish): Promise<readonly ListedAccount[]> {
  const { search: text = '', ...page } = wish
  if (/^\d{1,15}$/.test(text)) {
    const found = await administration.find({ id: Number(text) })
    return found ? [found] : []
  }
  if (text.startsWith(accounts.keyPrefix)) {
    return administration.byKeyPrefix(text.slice(0, accounts.keyPrefix.length + KEY_CHARACTERS_SHOWN))
  }
  return administration.list({ ...page, text: text || undefined })
}

const KEY_CHARACTERS_SHOWN = 8
const AUDIT_ROWS = 100

function addAccountView(app: App, parts: AdminParts): void {
  const { administration, accounts, billing, catalogue, nowMs } = parts
  const schema = { ...reference.getAccount, params: accountParams, response: { 200: detailShape } }
  app.get('/admin/accounts/:id', { config: { ...adminConfig, rejects: ['not_found'] }, schema }, async (request) => {
    const { id } = request.params
    const account = await accountOf(administration, id)
    const plan = planNow(account, nowMs())
    const [standing, customerUrl, usage, sessions, identities, audit, log] = await Promise.all([
      billing.standing({ accountId: id, email: account.email, plan }),
      billing.customerUrl(id),
      shownStats(parts, { accountId: id, plan }),
      accounts.sessions(id),
      administration.identities(id),
      accounts.audit(id, { rowsMax: AUDIT_ROWS }),
      administration.log({ accountId: id, rowsMax: LOG_ROWS }),
    ])
    return {
      account: shownAccount(account, nowMs()),
      plans: [...catalogue.order],
      disabled_at: account.disabledAt?.toISOString() ?? null,
      subscription: {
        customer_url: customerUrl ?? null,
        status: standing.status,
        renews_at: standing.renewsAt?.toISOString() ?? null,
        ends_at: standing.endsAt?.toISOString() ?? null,
      },
      usage,
      sessions: sessions.map((session) => shownSession(session, undefined)),
      identities: identities.map(shownIdentity),
      audit: audit.map(shownEntry),
      administration: log.map(shownAdminEntry),
    }
  })
}

function addKeys(app: App, { administration, accounts }: AdminParts): void {
  const schema = {
    ...reference.listAccountKeys,
    params: accountParams,
    querystring: keyPages,
    response: { 200: keyList },
  }
  const config = { ...adminConfig, rejects: ['not_found'] } as const
  app.get('/admin/accounts/:id/keys', { config, schema }, async (request, reply) => {
    const { id } = await accountOf(administration, request.params.id)
    const { limit, ...page } = request.query
    const items = await accounts.keys.list(id, { ...page, rowsMax: limit + 1 })
    return pageOf(request, reply, { items, limit }).map(shownKey)
  })
}
