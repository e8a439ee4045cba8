import type { Operation } from '../../http/http.ts'
import { ACCOUNT_PAGE, ADMIN_ACCOUNT, ADMIN_LOG, OVERVIEW } from './admin-examples.ts'

const tags = ['Administration'] as const
const REASON = { reason: 'Asked for by email, ticket 4711' }
const SAMPLE = { id: 42, key_id: 7, identity_id: '5d41402abc4b2a76b9719d911017c592' }
const DONE = { status: 'done' }
const INVITATION = {
  id: 7,
  email: 'ada@example.org',
  role: 'member',
  plan: 'pro',
  plan_ends_at: null,
  created_by: 1,
  created_at: '2026-03-01T09:30:00.000Z',
  expires_at: '2026-03-08T09:30:00.000Z',
  accepted_at: null,
  accepted_by: null,
}

type Examples = NonNullable<Operation['examples']>

type Names = Pick<Operation, 'operationId' | 'sdk'>

function operation(names: Names, summary: string, description: string, examples: Examples): Operation {
  return { ...names, access: 'administrator', sample: SAMPLE, tags, summary, description, examples }
}

/** An action on an account or an invitation: the response only confirms it. */
function act(names: Names, summary: string, description: string, request: object): Operation {
  return operation(names, summary, description, { request, response: DONE })
}

export const listAccounts = operation(
  { operationId: 'adminListAccounts', sdk: ['admin.accounts'] },
  'List accounts',
  'Returns a page of accounts. Send `next` as `after` to get the following page. Search by a part of an address or of a name, by an account number or by the visible part of a key.',
  { response: ACCOUNT_PAGE },
)
export const getAccount = operation(
  { operationId: 'adminGetAccount', sdk: ['admin.account', 'path.id'] },
  'Get an account',
  'Returns one account with its usage, balance, subscription, sessions, the latest entries of its audit log and what administrators did.',
  { response: ADMIN_ACCOUNT },
)
export const listAccountKeys = operation(
  { operationId: 'adminListAccountKeys', sdk: ['admin.keys', 'path.id'] },
  'List the keys of an account',
  'Returns the keys that are not revoked, oldest first unless `sort` says otherwise. If there are more keys than `limit`, the header `Link` leads to the next page.',
  // An account without keys: the prefix of a key differs between deployments.
  { response: [] },
)
export const setPlan = act(
  { operationId: 'adminSetPlan', sdk: ['admin.setPlan', 'path.id', 'body'] },
  'Set the plan of an account',
  'Takes effect at once on every node. Without `ends_at` the plan has no end. If the account has a paid subscription, the response is 409: cancel it first.',
  { plan: 'pro', ends_at: '2026-12-31T00:00:00.000Z', ...REASON },
)
export const grantUnits = act(
  { operationId: 'adminGrantUnits', sdk: ['admin.grant', 'path.id', 'body'] },
  'Grant units to an account',
  'Adds to the purchased balance, which does not expire. Negative numbers remove units.',
  { compute: 10_000, ai_calls: 200, ...REASON },
)
export const cancelSubscription = act(
  { operationId: 'adminCancelSubscription', sdk: ['admin.cancelSubscription', 'path.id', 'body.reason'] },
  'Cancel the subscription of an account',
  'The plan stays until the end of the paid period and does not renew. From then on, another plan can be set. If there is nothing to cancel, the response is 400. Payments are refunded at Stripe: `subscription.customer_url` of the account leads there.',
  REASON,
)
export const setNotice = act(
  { operationId: 'adminSetNotice', sdk: ['admin.setNotice', 'body'] },
  'Set the notice for everybody',
  'Every screen shows it, to visitors too, within ten seconds on every node. An empty text removes it.',
  { notice: 'Maintenance on Sunday from 8 to 9 UTC.', ...REASON },
)
export const disableAccount = act(
  { operationId: 'adminDisableAccount', sdk: ['admin.disable', 'path.id', 'body.reason'] },
  'Disable an account',
  'Within a second, on every node, nobody can sign in to it, its sessions end and its keys stop working. Its data is kept.',
  REASON,
)
export const enableAccount = act(
  { operationId: 'adminEnableAccount', sdk: ['admin.enable', 'path.id', 'body.reason'] },
  'Enable an account again',
  'Its keys work again; people sign in again.',
  REASON,
)
export const setRole = act(
  { operationId: 'adminSetRole', sdk: ['admin.setRole', 'path.id', 'body'] },
  'Set the role of an account',
  'The last active administrator keeps the role (409).',
  { role: 'administrator', ...REASON },
)
export const verifyEmail = act(
  { operationId: 'adminVerifyEmail', sdk: ['admin.verifyEmail', 'path.id', 'body.reason'] },
  'Mark an email address as confirmed',
  'For people who cannot get our emails. Check in another way that the address is theirs.',
  REASON,
)
export const signOut = act(
  { operationId: 'adminSignOut', sdk: ['admin.signOut', 'path.id', 'body.reason'] },
  'Sign an account out everywhere',
  'Ends all sessions of the account. Identities and second factors that were added before its address was confirmed are removed; if this deployment sends email and the address was never confirmed, so are its keys. Other keys still work.',
  REASON,
)
export const removeSecondFactor = act(
  { operationId: 'adminRemoveSecondFactor', sdk: ['admin.removeSecondFactor', 'path.id', 'body.reason'] },
  'Remove the second factor of an account',
  'For people who lost their phone and their recovery codes. Check in another way who is asking.',
  REASON,
)
export const removeIdentity = act(
  { operationId: 'adminRemoveIdentity', sdk: ['admin.removeIdentity', 'path.id', 'path.identity_id', 'body.reason'] },
  'Remove a connected identity of an account',
  'The identity can no longer sign in, and all sessions of the account end.',
  REASON,
)
export const resetLink = operation(
  { operationId: 'adminCreateResetLink', sdk: ['admin.resetLink', 'path.id', 'body.reason'] },
  'Create a link to set a new password',
  'The link works once, for an hour. If email is configured, we send it to the account; otherwise the response contains it.',
  { request: REASON, response: { status: 'sent', link: null } },
)
export const revokeKey = act(
  { operationId: 'adminRevokeKey', sdk: ['admin.revokeKey', 'path.id', 'path.key_id', 'body.reason'] },
  'Revoke a key of an account',
  'The key stops working on every node within a second.',
  REASON,
)
export const deleteAccount = act(
  { operationId: 'adminDeleteAccount', sdk: ['admin.deleteAccount', 'path.id', 'body.reason'] },
  'Delete an account',
  'Deletes the account and everything that belongs to it, and ends its subscription. This cannot be undone.',
  REASON,
)
export const getOverview = operation(
  { operationId: 'adminGetOverview', sdk: ['admin.overview'] },
  'Get the usage and sales of the deployment',
  'Usage is summed up every five minutes. Amounts use current prices; the payment provider has the exact ones.',
  { response: OVERVIEW },
)
export const listLog = operation(
  { operationId: 'adminListLog', sdk: ['admin.log'] },
  'List what administrators did',
  'Newest first, 100 at a time. Send the id of the last entry as `before` to get older ones.',
  { response: ADMIN_LOG },
)
export const listPlans = operation(
  { operationId: 'adminListPlans', sdk: ['admin.plans'] },
  'List all plans',
  'Returns every plan that an account can have, including those that are not on offer. `GET /plans` lists only what people can buy.',
  {
    response: [
      {
        id: 'partner',
        price_eur: 0,
        max_n: 25,
        compute: 500_000,
        ai_chat: 5000,
        ai_analyze: 50_000,
        ai_proxy: 1000,
        keys: 50,
        requests_per_minute: 3000,
        offered: false,
      },
    ],
  },
)
export const listInvitations = operation(
  { operationId: 'adminListInvitations', sdk: ['admin.invitations'] },
  'List invitations',
  'Returns the last 500 invitations, newest first, including accepted ones.',
  { response: [INVITATION] },
)
export const createInvitation = operation(
  { operationId: 'adminCreateInvitation', sdk: ['admin.invite', 'body'] },
  'Invite somebody',
  'Returns the link, which works once. We show it only once. If email is configured and you give an address, we also send it. While sign-up is closed, people can sign up with it only once sign-up is open or by invitation.',
  {
    request: { email: 'ada@example.org', plan: 'pro', expires_at: '2026-03-08T09:30:00.000Z', ...REASON },
    response: { ...INVITATION, link: 'https://equipoise.example/app/invitation?token=bm90IGEgcmVhbCB0b2tlbg' },
  },
)
export const withdrawInvitation = act(
  { operationId: 'adminWithdrawInvitation', sdk: ['admin.withdrawInvitation', 'path.id', 'body.reason'] },
  'Withdraw an invitation',
  'The link no longer works. If the invitation was accepted, the response is 404.',
  REASON,
)
