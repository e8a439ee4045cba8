import type { Operation } from '../../http/http.ts'
import { ACCOUNT } from './account-reference.ts'

const tags = ['Account'] as const
const TOKEN = 'bm90IGEgcmVhbCB0b2tlbiBidXQgYXMgbG9uZyBhcyBvbmU'

export const lookAtInvitation: Operation = {
  operationId: 'lookAtInvitation',
  access: 'anyone',
  sdk: ['auth.lookAtInvitation', 'body.token'],
  tags,
  summary: 'Show what an invitation is for',
  description: 'Changes nothing. Returns 400 if the invitation was accepted or withdrawn, or has expired.',
  examples: {
    request: { token: TOKEN },
    response: { email: null, role: 'member', plan: 'pro', plan_ends_at: null, expires_at: '2026-03-08T09:30:00.000Z' },
  },
}

export const acceptInvitation: Operation = {
  operationId: 'acceptInvitation',
  access: 'signed in',
  sdk: ['auth.acceptInvitation', 'body.token'],
  tags,
  summary: 'Accept an invitation with your account',
  description:
    'If the invitation is for your email address, accepting it also confirms the address. If you have no account yet, send the token with `POST /auth/register` instead.',
  examples: { request: { token: TOKEN }, response: { ...ACCOUNT, plan: 'pro' } },
}

export const verifyEmail: Operation = {
  operationId: 'verifyEmail',
  access: 'signed in, if at all',
  sdk: ['auth.verifyEmail', 'body.token'],
  tags,
  summary: 'Confirm an email address',
  description:
    'Send the token from the link in the email, with the access token of the account. It works once, for 24 hours. Without the access token we cannot tell whether you also created the account: we confirm the address, but remove the password, sessions, API keys and second factor that were set before, and send a link to choose a password. If you are signed in to another account, the response is 403.',
  examples: { request: { token: TOKEN }, response: { status: 'verified' } },
}

export const resendVerification: Operation = {
  operationId: 'resendVerification',
  access: 'signed in',
  sdk: ['auth.resendVerification'],
  tags,
  summary: 'Send the confirmation email again',
  description:
    'We send at most 5 of these emails an hour to one address, the one at sign-up included. Above that, the response is 429.',
  examples: { response: { status: 'sent' } },
}
