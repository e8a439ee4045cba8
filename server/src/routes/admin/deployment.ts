// The deployment as administrators see it: usage and sales, waiting work, the log, and invitations.
import { z } from 'zod'
import { type Accounts, type Administration, ROLES, shownAdminEntry, shownInvitation } from '../../accounts/accounts.ts'
import type { Billing } from '../../billing/billing.ts'
import { DAY_MS } from '../../ground/calendar.ts'
import { ApiError } from '../../ground/errors.ts'
import { type Catalogue, METERS, planOf } from '../../ground/plans.ts'
import { type App, named, plainText, timeInput, timestamp } from '../../http/http.ts'
import type { Reports } from '../../usage/usage.ts'
import { emailInput } from '../account/email-input.ts'
import { planFields, shownPlan } from '../service/catalogue.ts'
import { planInput, planName } from '../service/plan-fields.ts'
import { actOf, adminConfig, done, futureOf, reason, rowId } from './accounts.ts'
import * as reference from './admin-reference.ts'
import { adminEntryShape } from './views.ts'

export interface AdminDeploymentParts {
  readonly accounts: Pick<Accounts, 'admission'>
  readonly administration: Administration
  readonly reports: Reports
  readonly billing: Billing
  readonly catalogue: Catalogue
  /** Undefined if no mail is configured. */
  readonly outbox: (() => Promise<{ waiting: number; oldestAt: Date | null; lastError: string | null }>) | undefined
  readonly callCounts: { read(): Promise<{ date: string; target: string; result: string; calls: number }[]> }
  readonly lastBackup: () => Promise<Date | null>
  readonly nowMs: () => number
}

const LOG_ROWS = 100
const meter = z.literal(METERS).describe('The quota it counts against.')

const overviewShape = named(
  'AdminOverview',
  'Usage and sales of the whole deployment.',
  z.object({
    accounts: z.int().describe('How many accounts there are. Above 10,000 it is an estimate.'),
    usage_summed_at: timestamp('When usage was last summed up. Null before the first time.').nullable(),
    usage: z
      .array(
        z.object({
          date: z.string().describe('The day, in UTC.'),
          plan: planName('The plan of the callers.'),
          meter,
          units: z.int().describe('Compute units, or AI calls.'),
          accounts: z.int().describe('How many accounts used it.'),
        }),
      )
      .describe('The last 30 days, oldest first.'),
    top_callers: z
      .array(
        z.object({
          meter,
          place: z.int().describe('The rank. 1 is the largest.'),
          account_id: z.int().describe('The account.'),
          email: z.string().describe('Its email address.'),
          plan: planName('Its plan.'),
          units: z.int().describe('What it used this month.'),
        }),
      )
      .describe('The accounts that used most this month, up to 20 for each quota.'),
    subscriptions: z
      .array(
        z.object({
          plan: z.string().describe('The plan.'),
          status: z.literal(['active', 'past_due']).describe('Whether the last payment worked.'),
          count: z.int().describe('How many accounts.'),
          eur_a_month: z.number().describe("At today's price."),
        }),
      )
      .describe('Running subscriptions.'),
    sales: z
      .array(
        z.object({
          date: z.string().describe('The day, in UTC.'),
          kind: z.literal(['plan', 'topup']).describe('What was bought.'),
          item: z.string().describe('Which plan or top-up.'),
          count: z.int().describe('How many.'),
          eur: z.number().describe('What was paid, VAT included, less discounts, refunds and disputes.'),
          vat_eur: z.number().describe('How much of it is VAT, where that is known.'),
          vat_unknown_eur: z.number().describe('How much of it was paid without the VAT being known.'),
        }),
      )
      .describe('What was paid in the last 30 days, with renewals and changes of plan, oldest first.'),
    providers: z
      .array(
        z.object({
          date: z.string().describe('The day, in UTC.'),
          target: z.string().describe('The AI provider, or the target with this name.'),
          result: z.string().describe('`ok`, `cancelled` by the caller, or the cause of the error.'),
          calls: z.int().describe('How many calls.'),
        }),
      )
      .describe('Calls to AI providers in the last 30 days by result, oldest first.'),
    queues: z
      .object({
        payment_events_waiting: z.int().describe('Payment events that will be tried again.'),
        payment_events_set_aside: z.int().describe('Payment events that need a person; the log names them.'),
        accounts_being_deleted: z.int().describe('Deleted accounts with rows that are not deleted yet.'),
        last_backup_at: timestamp('When the last scheduled backup was made. Null if there was none.').nullable(),
      })
      .describe('The lengths of the queues, except emails.'),
    emails: z
      .object({
        waiting: z.int().describe('Emails that wait to be sent.'),
        oldest_at: timestamp('When the oldest was queued. Null if there is none.').nullable(),
        last_error: z.string().nullable().describe('The last error of the mail server. Null if there was none.'),
      })
      .nullable()
      .describe('The outbox. Null if email is not configured.'),
  }),
)
const plansShape = z
  .array(
    named(
      'AdminPlan',
      'A plan that an account can have.',
      planFields.extend({ offered: z.boolean().describe('Whether people can see and buy it.') }),
    ),
  )
  .describe('The plans, smallest first.')
const invitationShape = z.object({
  id: z.int().describe('Identifies the invitation.'),
  email: z.string().nullable().describe('The only email address that can accept it. Null if any address can.'),
  role: z.literal(ROLES).describe('The role that the account gets.'),
  plan: planName('The plan that the account gets. Null for the free plan.').nullable(),
  plan_ends_at: timestamp('When that plan ends. Null if it has no end date.').nullable(),
  created_by: z.int().nullable().describe('The administrator who created it. Null if the service did.'),
  created_at: timestamp('When it was created.'),
  expires_at: timestamp('Until when it can be accepted.'),
  accepted_at: timestamp('When it was accepted. Null if it was not.').nullable(),
  accepted_by: z.int().nullable().describe('The account that accepted it.'),
})
const listedInvitation = named('AdminInvitation', 'An invitation.', invitationShape)
const createdInvitation = named(
  'AdminCreatedInvitation',
  'A new invitation with its link, which we show only once.',
  invitationShape.extend({ link: z.string().describe('The link for the invited person.') }),
)
const inviteBodyOf = ({ order }: Catalogue) =>
  named(
    'AdminInviteRequest',
    'Whom to invite, and what they get.',
    z.object({
      email: emailInput.nullish(),
      role: z.literal(ROLES).default('member').describe('The role that the account gets.'),
      plan: planInput(order).nullish().describe('The plan that the account gets.'),
      plan_ends_at: timeInput.nullish().describe('When that plan ends.'),
      expires_at: timeInput.nullish().describe('Until when it can be accepted. 7 days if you leave it out.'),
      reason,
    }),
  )
const INVITATION_MS = 7 * DAY_MS

export function adminDeploymentRoutes(app: App, parts: AdminDeploymentParts): void {
  addOverview(app, parts)
  const query = z.object({ before: rowId.optional().describe('Only entries older than this one.') })
  const entries = z.array(adminEntryShape).describe('The entries.')
  const schema = { ...reference.listLog, querystring: query, response: { 200: entries } }
  app.get('/admin/log', { config: adminConfig, schema }, async (request) => {
    const rows = await parts.administration.log({ before: request.query.before, rowsMax: LOG_ROWS })
    return rows.map(shownAdminEntry)
  })
  addPlans(app, parts)
  addNotice(app, parts)
  addInvitations(app, parts)
}

/** Includes plans that are not for sale: an administrator can give them to somebody. */
function addPlans(app: App, { catalogue }: AdminDeploymentParts): void {
  const { order, offered } = catalogue
  const plans = order.map((id) => ({ ...shownPlan(planOf(catalogue, id)), offered: offered.includes(id) }))
  const schema = { ...reference.listPlans, response: { 200: plansShape } }
  app.get('/admin/plans', { config: adminConfig, schema }, async () => plans)
}

function addNotice(app: App, { administration }: AdminDeploymentParts): void {
  const notice = plainText({ max: 500, trimmed: true }).describe('The text. Empty to remove it.')
  const body = named('AdminNoticeRequest', 'What everybody is told.', z.object({ notice, reason }))
  const schema = { ...reference.setNotice, body, response: { 200: done } }
  app.put('/admin/notice', { config: adminConfig, schema }, async (request) => {
    await administration.setNotice(request.body.notice, actOf(request, request.body.reason))
    return { status: 'done' as const }
  })
}

function addOverview(app: App, parts: AdminDeploymentParts): void {
  const { reports, billing, administration, catalogue, outbox, callCounts } = parts
  const schema = { ...reference.getOverview, response: { 200: overviewShape } }
  const priceOf = (plan: string) => Object.values(catalogue.plans).find(({ id }) => id === plan)?.priceEur ?? 0
  app.get('/admin/overview', { config: adminConfig, schema }, async () => {
    const [accounts, usage, { subscriptions, sales }, emails, providers, queues] = await Promise.all([
      administration.estimate(),
      reports.read(),
      billing.sales(),
      outbox?.(),
      callCounts.read(),
      readQueues(parts),
    ])
    return {
      accounts,
      usage_summed_at: usage.summedAt?.toISOString() ?? null,
      usage: [...usage.days],
      top_callers: usage.topCallers.map(({ accountId, ...rest }) => ({ account_id: accountId, ...rest })),
      subscriptions: subscriptions.map((row) => ({
        ...row,
        eur_a_month: Math.round(row.count * priceOf(row.plan) * 100) / 100,
      })),
      sales: sales.map(({ cents, vatCents, vatUnknownCents, ...row }) => ({
        ...row,
        eur: cents / 100,
        vat_eur: vatCents / 100,
        vat_unknown_eur: vatUnknownCents / 100,
      })),
      emails: emails
        ? { waiting: emails.waiting, oldest_at: emails.oldestAt?.toISOString() ?? null, last_error: emails.lastError }
        : null,
      providers,
      queues,
    }
  })
}

async function readQueues({ billing, administration, lastBackup }: AdminDeploymentParts) {
  const [events, deletions, backupAt] = await Promise.all([
    billing.unsettled(),
    administration.deletionsWaiting(),
    lastBackup(),
  ])
  return {
    payment_events_waiting: events.waiting,
    payment_events_set_aside: events.setAside,
    accounts_being_deleted: deletions,
    last_backup_at: backupAt?.toISOString() ?? null,
  }
}

function addInvitations(app: App, parts: AdminDeploymentParts): void {
  const { administration, catalogue, nowMs } = parts
  const { admission } = parts.accounts
  const list = z.array(listedInvitation).describe('The invitations.')
  app.get(
    '/admin/invitations',
    { config: adminConfig, schema: { ...reference.listInvitations, response: { 200: list } } },
    async () => (await admission.list()).map(shownInvitation),
  )
  const create = { ...reference.createInvitation, body: inviteBodyOf(catalogue), response: { 201: createdInvitation } }
  app.post('/admin/invitations', { config: adminConfig, schema: create }, async (request, reply) => {
    const { email, role, plan: given, plan_ends_at: planEnds, expires_at: expires, reason: why } = request.body
    const expiresAt = futureOf(expires, 'expires_at', nowMs()) ?? new Date(nowMs() + INVITATION_MS)
    const planEndsAt = futureOf(planEnds, 'plan_ends_at', nowMs())
    const act = actOf(request, why)
    const wish = { email: email ?? null, role, plan: given ?? null, planEndsAt, expiresAt }
    const { invitation, link } = await admission.invite(wish, act.administrator)
    const ends = planEndsAt?.toISOString() ?? null
    const detail = { invitation: invitation.id, email: wish.email, role, plan: wish.plan, plan_ends_at: ends }
    await administration.note('invitation_created', detail, act)
    return reply.status(201).send({ ...shownInvitation(invitation), link })
  })
  const params = z.object({ id: rowId.describe('The id of the invitation.') })
  const body = named('AdminWithdrawRequest', 'Why it is withdrawn.', z.object({ reason }))
  const schema = { ...reference.withdrawInvitation, params, body, response: { 200: done } }
  app.delete(
    '/admin/invitations/:id',
    { config: { ...adminConfig, rejects: ['not_found'] }, schema },
    async (request) => {
      const { id } = request.params
      if (!(await admission.withdraw(id))) throw new ApiError('not_found', 'There is no open invitation with this id.')
      await administration.note('invitation_withdrawn', { invitation: id }, actOf(request, request.body.reason))
      return { status: 'done' as const }
    },
  )
}
