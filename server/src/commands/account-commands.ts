// Accounts, keys and invitations.
import {
  type Account,
  type Act,
  type AdminRow,
  type AuditRow,
  shownAccount,
  shownAdminEntry,
  shownEntry,
  shownInvitation,
  shownKey,
  shownListed,
  shownSession,
} from '../accounts/accounts.ts'
import { METERS, type PlanId, planNow, planOf } from '../ground/plans.ts'
import { shownStats } from '../usage/usage.ts'
import { invalid } from './arguments.ts'
import type { DatabaseCommand as Command, CommandResult, Context, Options } from './command.ts'
import type { CommandName } from './command-texts.ts'
import { emailAddress, futureDate, wholeNumber } from './values.ts'

const LIST_DEFAULT = 50
const LIST_MAX = 1_000_000
const ID_MAX = 999_999_999_999_999
const UNITS_MAX = 1_000_000_000
const INVITATION_DAYS = 7
const INVITATION_DAYS_MAX = 365
const DAY_MS = 86_400_000
const ENTRIES_SHOWN = 10

export const ACCOUNT_COMMANDS: readonly Command[] = [
  {
    name: 'accounts list',
    async run({ administration, nowMs }, _words, { search, limit }) {
      const rowsMax = wholeNumber(limit ?? String(LIST_DEFAULT), '--limit', { min: 1, max: LIST_MAX })
      const found = await administration.list({ sort: 'newest', email: search, rowsMax })
      const rows = found.map((row) => shownListed(row, nowMs()))
      const lines = rows.map(({ id, email, plan, role, disabled }) =>
        [id, email, plan, disabled ? 'disabled' : role].join('\t'),
      )
      return { text: lines.join('\n') || 'No accounts found.', value: rows }
    },
  },
  {
    name: 'accounts show',
    run: showAccount,
  },
  act('accounts disable', 'is disabled', ({ administration }, { id }, given) =>
    administration.setDisabled(id, true, given),
  ),
  act('accounts enable', 'is enabled again', ({ administration }, { id }, given) =>
    administration.setDisabled(id, false, given),
  ),
  act('accounts sign-out', 'is signed out everywhere', ({ administration }, { id }, given) =>
    administration.signOut(id, given),
  ),
  act('accounts verify-email', 'is now a confirmed address', ({ administration }, { id }, given) =>
    administration.verifyEmail(id, given),
  ),
  act('accounts remove-second-factor', 'no longer has a second factor', ({ administration }, { id }, given) =>
    administration.removeSecondFactor(id, given),
  ),
  act('accounts delete', 'is deleted', ({ administration }, { id }, given) => administration.delete(id, given)),
  act('accounts make-admin', 'is an administrator', ({ administration }, { id }, given) =>
    administration.setRole(id, 'administrator', given),
  ),
  act('accounts make-member', 'is an ordinary account again', ({ administration }, { id }, given) =>
    administration.setRole(id, 'member', given),
  ),
  {
    name: 'accounts set-plan',
    async run(context, [reference, plan], options) {
      const account = await accountOf(context, reference)
      const endsAt = options.until === undefined ? null : futureDate(options.until, '--until', context.nowMs())
      await context.billing.refusePaying(account.id)
      await context.administration.setPlan(account.id, { plan: wantedPlan(context, plan), endsAt }, actOf(options))
      return done(`${account.email} has the ${plan} plan${endsAt ? ` until ${endsAt.toISOString()}` : ''}.`)
    },
  },
  {
    name: 'accounts grant',
    run: grant,
  },
  {
    name: 'accounts reset-link',
    async run(context, [reference], options) {
      const account = await accountOf(context, reference)
      const link = await context.administration.resetLink(account.id, 'link', actOf(options))
      return { text: link ?? '', value: { link } }
    },
  },
  {
    name: 'keys revoke',
    async run(context, [reference, keyId], options) {
      const account = await accountOf(context, reference)
      await context.administration.revokeKey(
        account.id,
        wholeNumber(keyId ?? '', 'KEY_ID', { min: 1, max: ID_MAX }),
        actOf(options),
      )
      return done('The key no longer works.')
    },
  },
  {
    name: 'invite',
    run: invite,
  },
  {
    name: 'invitations list',
    run: listInvitations,
  },
  {
    name: 'invitations withdraw',
    async run({ accounts, administration }, [reference], options) {
      const id = wholeNumber(reference ?? '', 'ID', { min: 1, max: ID_MAX })
      if (!(await accounts.admission.withdraw(id))) throw new Error(`There is no open invitation ${id}.`)
      await administration.note('invitation_withdrawn', { invitation: id }, actOf(options))
      return done('The link no longer works.')
    },
  },
]

/** A command that needs nothing but an account. */
function act(
  name: CommandName,
  /** What is said about the account afterwards. */
  outcome: string,
  run: (context: Context, account: Account, given: Act) => Promise<void>,
): Command {
  return {
    name,
    async run(context, [reference], options) {
      const account = await accountOf(context, reference)
      await run(context, account, actOf(options))
      return done(`${account.email} ${outcome}.`)
    },
  }
}

/** A negative number takes units back; write it as --compute=-5. */
async function grant(context: Context, [reference]: readonly string[], options: Options): Promise<CommandResult> {
  const limits = { min: -UNITS_MAX, max: UNITS_MAX }
  const compute = wholeNumber(options.compute ?? '0', '--compute', limits)
  const aiCalls = wholeNumber(options['ai-calls'] ?? '0', '--ai-calls', limits)
  if (compute === 0 && aiCalls === 0) throw invalid('Say how many units: --compute N, --ai-calls N, or both.')
  const account = await accountOf(context, reference)
  await context.administration.grant(account.id, { compute, aiCalls }, actOf(options))
  return done(`${account.email} got ${compute} compute units and ${aiCalls} AI calls.`)
}

async function showAccount(context: Context, [reference]: readonly string[]): Promise<CommandResult> {
  const account = await accountOf(context, reference)
  const { catalogue } = context.config
  const plan = planNow(account, context.nowMs())
  const [usage, names, keys, sessions, audit, log] = await Promise.all([
    context.usage.stats(account.id, planOf(catalogue, plan)),
    context.accounts.keys.names(account.id),
    context.accounts.keys.list(account.id),
    context.accounts.sessions(account.id),
    context.accounts.audit(account.id, { rowsMax: ENTRIES_SHOWN }),
    context.administration.log({ accountId: account.id, rowsMax: ENTRIES_SHOWN }),
  ])
  const { meters, balance, resetsAt } = usage
  const lines = [
    `${account.id}  ${account.email}`,
    `plan       ${planLine(account, plan)}`,
    `role       ${account.role}${account.disabledAt ? ', disabled' : ''}`,
    `email      ${account.emailVerifiedAt ? 'confirmed' : 'not confirmed'}`,
    `2nd factor ${account.hasSecondFactor ? 'on' : 'off'}`,
    `sessions   ${sessions.length}`,
    `used       ${METERS.map((meter) => `${meter} ${meters[meter].used} of ${meters[meter].limit ?? 'unlimited'}`).join(', ')}; resets at ${resetsAt.toISOString()}`,
    `balance    ${balance.compute} compute units, ${balance.aiCalls} AI calls`,
    ...keys.map(({ id, keyPrefix, scope, name }) => `key ${id}  ${keyPrefix}…  ${scope}  ${name}`),
    ...activityLines(audit, log),
  ]
  const value = {
    account: shownAccount(account, context.nowMs()),
    disabled_at: account.disabledAt,
    usage: shownStats(usage, { plan, names, catalogue }),
    keys: keys.map(shownKey),
    sessions: sessions.map((session) => shownSession(session, undefined)),
    audit: audit.map(shownEntry),
    administration: log.map(shownAdminEntry),
  }
  return { text: lines.join('\n'), value }
}

function planLine({ plan, planEndsAt }: Account, now: PlanId): string {
  if (planEndsAt === null) return now
  return plan === now
    ? `${plan} until ${planEndsAt.toISOString()}`
    : `${now}; ${plan} ended at ${planEndsAt.toISOString()}`
}

/** Newest first. What administrators did is in both lists; theirs says who and why. */
function activityLines(audit: readonly AuditRow[], log: readonly AdminRow[]): string[] {
  const own = audit
    .filter(({ detail }) => detail?.by !== 'administrator')
    .map(({ at, event, address }) => `${at.toISOString()}  ${event}  ${address}`)
  const theirs = log.map(
    ({ at, action, administrator, reason }) => `${at.toISOString()}  ${action}  ${administrator}: ${reason}`,
  )
  return [...own, ...theirs].sort().reverse().slice(0, ENTRIES_SHOWN)
}

async function invite(context: Context, _words: readonly string[], options: Options): Promise<CommandResult> {
  const limits = { min: 1, max: INVITATION_DAYS_MAX }
  const days = wholeNumber(options.days ?? String(INVITATION_DAYS), '--days', limits)
  const wish = {
    email: options.email === undefined ? null : emailAddress(options.email, '--email'),
    role: options.admin ? ('administrator' as const) : ('member' as const),
    plan: options.plan === undefined ? null : wantedPlan(context, options.plan),
    planEndsAt: null,
    expiresAt: new Date(context.nowMs() + days * DAY_MS),
  }
  const { invitation, link } = await context.accounts.admission.invite(wish, undefined)
  const detail = { invitation: invitation.id, email: wish.email, role: wish.role, plan: wish.plan }
  await context.administration.note('invitation_created', detail, actOf(options))
  return { text: link, value: { ...shownInvitation(invitation), link } }
}

async function listInvitations({ accounts, nowMs }: Context): Promise<CommandResult> {
  const rows = await accounts.admission.list()
  const lines = rows.map(({ id, email, role, plan, expiresAt, acceptedAt }) => {
    const isOver = expiresAt.getTime() <= nowMs()
    const state = acceptedAt ? 'accepted' : `${isOver ? 'expired' : 'until'} ${expiresAt.toISOString()}`
    return [id, email ?? 'anybody', plan ?? 'free', role, state].join('\t')
  })
  return { text: lines.join('\n') || 'No invitations found.', value: rows.map(shownInvitation) }
}

export function actOf({ reason }: Options): Act {
  const origin = { address: 'command line', userAgent: '' }
  return { administrator: { accountId: null, email: 'command line' }, reason, origin }
}

function done(text: string): CommandResult {
  return { text, value: { status: 'done' } }
}

async function accountOf({ administration }: Context, reference: string | undefined): Promise<Account> {
  if (!reference) throw invalid('ACCOUNT is missing: an email address or an account number.')
  const isNumber = /^\d{1,15}$/.test(reference)
  const found = await administration.find(isNumber ? { id: Number(reference) } : { email: reference })
  if (!found) throw new Error(`There is no account ${reference}.`)
  return found
}

function wantedPlan({ config: { catalogue } }: Context, text: string | undefined): PlanId {
  const plan = catalogue.order.find((id) => id === text)
  if (!plan) throw invalid(`The plan must be one of ${catalogue.order.join(', ')}.`)
  return plan
}
