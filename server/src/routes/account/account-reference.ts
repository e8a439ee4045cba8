import type { Brand } from '../../ground/brand.ts'
import type { Operation } from '../../http/http.ts'
import { IDENTITY } from './identities-reference.ts'

const tags = ['Account'] as const

export const ACCOUNT = {
  id: 42,
  email: 'ada@example.org',
  name: 'Ada',
  plan: 'free',
  plan_ends_at: null,
  role: 'member',
  email_verified: true,
  has_password: true,
  second_factor: false,
  limits: null,
  created_at: '2026-03-01T09:30:00.000Z',
}
const SESSION = {
  id: 'b5f1c6de-2f0a-4f6e-9c3a-0d8d1c9a4e77',
  address: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
  created_at: '2026-03-01T09:30:00.000Z',
  expires_at: '2026-03-08T09:30:00.000Z',
  last_used_at: '2026-03-02T11:04:10.000Z',
  current: true,
}
const ENTRY = {
  id: 311,
  at: '2026-03-01T09:31:00.000Z',
  event: 'key_created',
  address: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
  detail: { name: 'Build server', scope: 'compute' },
}

export const updateAccount: Operation = {
  operationId: 'updateAccount',
  access: 'signed in',
  sdk: ['auth.change', 'body'],
  tags,
  summary: 'Change your name or your limits',
  description:
    'Changes the name that we show you, what your account can use at most, or both. New limits apply on every node within a second, to requests that start after that.',
  examples: { request: { name: 'Ada', limits: { budget_eur: { month: 100 } } }, response: ACCOUNT },
}

export const changeEmail: Operation = {
  operationId: 'changeEmail',
  access: 'signed in',
  sdk: ['auth.changeEmail', 'body'],
  tags,
  summary: 'Change your email address',
  description:
    'From then on you sign in with the new address. If this deployment sends emails, we ask you to confirm it. If you have a second factor, send its `code` too: without it, the response is 403 with `X-Second-Factor: required`. If another account has the address, the response is 400.',
  examples: { request: { email: 'ada@example.org', password: 'correct horse battery' }, response: ACCOUNT },
}

const NOTICES = {
  available: true,
  notices: { usage: true, key_expiry: true, failed_renewal: true, sign_in: false },
}

export const getNotices: Operation = {
  operationId: 'getNotices',
  access: 'signed in',
  sdk: ['auth.notices'],
  tags,
  summary: 'Get your email preferences',
  description: 'Returns which emails about your account we send you. All of them are on until you switch them off.',
  examples: { response: NOTICES },
}

export const updateNotices: Operation = {
  operationId: 'updateNotices',
  access: 'signed in',
  sdk: ['auth.updateNotices', 'body'],
  tags,
  summary: 'Switch emails on or off',
  description: 'Switches kinds of emails on or off. It takes effect at once, on every node.',
  examples: { request: { sign_in: false }, response: NOTICES },
}

export const getAccount: Operation = {
  operationId: 'getAccount',
  access: 'signed in',
  sdk: ['auth.me'],
  tags,
  summary: 'Get your account',
  description: 'Returns the account that you are signed in to, with its plan.',
  examples: { response: ACCOUNT },
}

export const getSession: Operation = {
  operationId: 'getSession',
  access: 'signed in, if at all',
  sdk: ['auth.session'],
  tags,
  summary: 'See who is signed in',
  description:
    'Returns the account that you are signed in to, or `null` without credentials. Web pages ask this to see whether there is a session; everybody else uses `GET /auth/me`.',
  examples: { response: { account: ACCOUNT, notice: null } },
}

export const listAuditEntries: Operation = {
  operationId: 'listAuditEntries',
  access: 'signed in',
  sdk: ['auth.audit'],
  tags,
  summary: 'List the audit log of your account',
  description:
    'Returns the changes to your account, newest first: what, when, and from where. If there are more entries than `limit`, the header `Link` leads to the next page.',
  examples: { response: [ENTRY] },
}

export const listSessions: Operation = {
  operationId: 'listSessions',
  access: 'signed in',
  sdk: ['auth.sessions'],
  tags,
  summary: 'List your sessions',
  description:
    'Returns every place where your account is signed in, newest first. If there are more than `limit`, the header `Link` leads to the next page.',
  examples: { response: [SESSION] },
}

export const endSession: Operation = {
  operationId: 'endSession',
  access: 'signed in',
  sdk: ['auth.endSession', 'path.id'],
  sample: { id: SESSION.id },
  tags,
  summary: 'End a session',
  description: 'Signs that session out, on every node within a second. You can end the current session too.',
  examples: { response: { id: SESSION.id, status: 'ended' } },
}

export const exportAccount = ({ keyPrefix }: Brand): Operation => ({
  operationId: 'exportAccount',
  access: 'signed in',
  sdk: ['auth.exportAccount'],
  tags,
  summary: 'Export everything we hold about your account',
  description:
    'Returns the account, its keys (including revoked ones), sessions, connected identities, payments, the usage of all months and the whole audit log.',
  examples: {
    response: {
      account: ACCOUNT,
      api_keys: [
        {
          id: 7,
          name: 'Build server',
          key_prefix: `${keyPrefix}4fQz81Lm`,
          scope: 'compute',
          filter_mode: null,
          limits: null,
          created_at: ENTRY.at,
          last_used_at: null,
          last_used_from: null,
          expires_at: null,
        },
      ],
      sessions: [SESSION],
      identities: [IDENTITY],
      audit: [ENTRY],
      usage: { plan: 'free' },
    },
  },
})

export const deleteAccount: Operation = {
  operationId: 'deleteAccount',
  access: 'signed in',
  sdk: ['auth.deleteAccount', 'body.password'],
  tags,
  summary: 'Delete your account',
  description:
    'Deletes the account and everything that belongs to it, and cancels an active subscription. This cannot be undone. If the account has a second factor, send a `code` too; without one the response is 403 with `X-Second-Factor: required`. The only active administrator gets 409: make somebody else an administrator first.',
  examples: { request: { password: 'correct horse battery' }, response: { status: 'erased' } },
}
