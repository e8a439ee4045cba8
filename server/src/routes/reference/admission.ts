// What people read about invitations, confirmed email addresses and second factors.
import type { Operation } from '../../http/http.ts'
import { ACCOUNT } from './account.ts'

const tags = ['Account'] as const
const TOKEN = 'bm90IGEgcmVhbCB0b2tlbiBidXQgYXMgbG9uZyBhcyBvbmU'

export const lookAtInvitation: Operation = {
  operationId: 'lookAtInvitation',
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
  tags,
  summary: 'Accept an invitation with your account',
  description: 'If you have no account yet, send the token with `POST /auth/register` instead.',
  examples: { request: { token: TOKEN }, response: { ...ACCOUNT, plan: 'pro' } },
}

export const verifyEmail: Operation = {
  operationId: 'verifyEmail',
  tags,
  summary: 'Confirm an email address',
  description: 'Send the token from the link in the email. It works once, for 24 hours.',
  examples: { request: { token: TOKEN }, response: { status: 'verified' } },
}

export const resendVerification: Operation = {
  operationId: 'resendVerification',
  tags,
  summary: 'Send the confirmation email again',
  description: 'At most 5 emails an hour go to one address. Beyond that, the response is 429.',
  examples: { response: { status: 'sent' } },
}

export const getSecondFactor: Operation = {
  operationId: 'getSecondFactor',
  tags,
  summary: 'Get the state of your second factor',
  description: 'Says whether signing in needs a code, and how many recovery codes are left.',
  examples: { response: { enabled: true, recovery_codes_left: 9 } },
}

export const beginSecondFactor: Operation = {
  operationId: 'beginSecondFactor',
  tags,
  summary: 'Start setting up a second factor',
  description: 'Returns the secret for an authenticator app. Codes are needed once you have confirmed one.',
  examples: {
    request: { password: 'correct horse battery' },
    response: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      otpauth_url:
        'otpauth://totp/Equipoise:ada%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Equipoise',
    },
  },
}

export const confirmSecondFactor: Operation = {
  operationId: 'confirmSecondFactor',
  tags,
  summary: 'Finish setting up a second factor',
  description:
    'Send a first code. Returns ten recovery codes, which we show only once. Each works once instead of a code.',
  examples: { request: { code: '123456' }, response: { recovery_codes: ['k3mp-7wqx-9dra', 'h2bn-5tvz-c8ey'] } },
}

export const removeSecondFactor: Operation = {
  operationId: 'removeSecondFactor',
  tags,
  summary: 'Remove your second factor',
  description: 'Needs the password and a current code. From then on you sign in without a code.',
  examples: { request: { password: 'correct horse battery', code: '123456' }, response: { status: 'removed' } },
}
