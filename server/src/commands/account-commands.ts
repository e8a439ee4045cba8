// Accounts, keys and invitations: thin calls of the functions behind the administrators' routes. Commands print what the API answers.
import {
  type Account,
  type Act,
  type Administration,
  shownAccount,
  shownAdminEntry,
  shownEntry,
  shownInvitation,
  shownKey,
  shownListed,
  shownSession,
} from '../accounts/accounts.ts'
import { DAY_MS } from '../ground/calendar.ts'
import { type PlanId, planNow } from '../ground/plans.ts'
import { shownStats } from '../usage/usage.ts'
import { invalid } from './arguments.ts'
import type { DatabaseCommand as Command, CommandResult, Context, Options } from './command.ts'
import type { CommandName } from './command-texts.ts'
import { emailAddress, futureDate, plainText, wholeNumber } from './values.ts'

const LIST_DEFAULT = 50
const LIST_MAX = 1_000_000
const ID_MAX = 999_999_999_999_999
const UNITS_MAX = 1_000_000_000
const INVITATION_DAYS = 7
const INVITATION_DAYS_MAX = 365
const ENTRIES_SHOWN = 10

type PlainAct = (administration: Administration, id: number, act: Act) => Promise<void>

/** Commands whose only argument is an account. */
const PLAIN_ACTS: readonly (readonly [CommandName, PlainAct])[] = [
  ['accounts disable', (administration, id, act) => administration.setDisabled(id, true, act)],
  ['accounts enable', (administration, id, act) => administration.setDisabled(id, false, act)],
  ['accounts sign-out', (administration, id, act) => administration.signOut(id, act)],
  ['accounts verify-email', (administration, id, act) => administration.verifyEmail(id, act)],
  ['accounts remove-second-factor', (administration, id, act) => administration.removeSecondFactor(id, act)],
  ['accounts delete', (administration, id, act) => administration.delete(id, act)],
  ['accounts make-admin', (administration, id, act) => administration.setRole(id, 'administrator', act)],
  ['accounts make-member', (administration, id, act) => administration.setRole(id, 'member', act)],
]

export const ACCOUNT_COMMANDS: readonly Command[] = [
  {
    name: 'accounts list',
    async run({ administration, nowMs }, _words, { search, limit }) {
      const rowsMax = wholeNumber(limit ?? String(LIST_DEFAULT), '--limit', { min: 1, max: LIST_MAX })
      const found = await administration.list({ sort: 'newest', text: search, rowsMax })
      return shown(found.map((row) => shownListed(row, nowMs())))
    },
  },
  { name: 'accounts show', run: showAccount },
  ...PLAIN_ACTS.map(
    ([name, act]): Command => ({
      name,
      async run(context, [reference], options) {
        await act(context.administration, (await accountOf(context, reference)).id, actOf(options))
        return DONE
      },
    }),
  ),
  {
    name: 'accounts set-plan',
    async run(context, [reference, plan], options) {
      const { id } = await accountOf(context, reference)
      const endsAt = options.until === undefined ? null : futureDate(options.until, '--until', context.nowMs())
      await context.billing.rejectPaying(id)
      await context.administration.setPlan(id, { plan: wantedPlan(context, plan), endsAt }, actOf(options))
      return DONE
    },
  },
  { name: 'accounts grant', run: grant },
  {
    name: 'accounts reset-link',
    async run(context, [reference], options) {
      const { id } = await accountOf(context, reference)
      const link = await context.administration.resetLink(id, 'link', actOf(options))
      return { text: link ?? '', value: { link } }
    },
  },
  {
    name: 'keys revoke',
    async run(context, [reference, keyId], options) {
      const { id } = await accountOf(context, reference)
      const key = wholeNumber(keyId ?? '', 'KEY_ID', { min: 1, max: ID_MAX })
      await context.administration.revokeKey(id, key, actOf(options))
      return DONE
    },
  },
  { name: 'invite', run: invite },
  {
    name: 'invitations list',
    run: async ({ accounts }) => shown((await accounts.admission.list()).map(shownInvitation)),
  },
  {
    name: 'invitations withdraw',
    async run({ accounts, administration }, [reference], options) {
      const id = wholeNumber(reference ?? '', 'ID', { min: 1, max: ID_MAX })
      if (!(await accounts.admission.withdraw(id))) throw new Error(`There is no open invitation ${id}.`)
      await administration.note('invitation_withdrawn', { invitation: id }, actOf(options))
      return DONE
    },
  },
]

const DONE = shown({ status: 'done' })

function shown(value: object): CommandResult {
  return { text: plainText(value), value }
}

/** A negative number takes units back; write it as --compute=-5. */
async function grant(context: Context, [reference]: readonly string[], options: Options): Promise<CommandResult> {
  const limits = { min: -UNITS_MAX, max: UNITS_MAX }
  const compute = wholeNumber(options.compute ?? '0', '--compute', limits)
  const aiCalls = wholeNumber(options['ai-calls'] ?? '0', '--ai-calls', limits)
  if (compute === 0 && aiCalls === 0) throw invalid('Say how many units: --compute N, --ai-calls N, or both.')
  const { id } = await accountOf(context, reference)
  await context.administration.grant(id, { compute, aiCalls }, actOf(options))
  return DONE
}

async function showAccount(context: Context, [reference]: readonly string[]): Promise<CommandResult> {
  const account = await accountOf(context, reference)
  const { catalogue } = context.config
  const plan = planNow(account, context.nowMs())
  const [usage, keys, sessions, audit, log] = await Promise.all([
    shownStats({ ...context, catalogue }, { accountId: account.id, plan }),
    context.accounts.keys.list(account.id, { sort: 'newest', rowsMax: ENTRIES_SHOWN }),
    context.accounts.sessions(account.id),
    context.accounts.audit(account.id, { rowsMax: ENTRIES_SHOWN }),
    context.administration.log({ accountId: account.id, rowsMax: ENTRIES_SHOWN }),
  ])
  return shown({
    account: shownAccount(account, context.nowMs()),
    disabled_at: account.disabledAt,
    usage,
    keys: keys.map(shownKey),
    sessions: sessions.map((session) => shownSession(session, undefined)),
    audit: audit.map(shownEntry),
    administration: log.map(shownAdminEntry),
  })
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

export function actOf({ reason }: Options): Act {
  const origin = { address: 'command line', userAgent: '' }
  return { administrator: { accountId: null, email: 'command line' }, reason, origin }
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
