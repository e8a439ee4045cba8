import type { Operation } from '../../http/http.ts'
import { ACCOUNT } from './account-reference.ts'

const tags = ['Account'] as const
const PASSWORD = 'correct horse battery'
const SIGNED_IN = {
  access_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl',
  token_type: 'bearer',
  expires_in: 604_800,
  account: ACCOUNT,
}

export const signUp: Operation = {
  operationId: 'signUp',
  access: 'anyone',
  sdk: ['auth.register', 'body'],
  tags,
  summary: 'Create an account and sign in',
  description:
    'Creates an account on the free plan and returns an access token. If the email address already has an account, the response is 400.',
  examples: { request: { email: 'ada@example.org', password: PASSWORD, name: 'Ada' }, response: SIGNED_IN },
}

export const signIn: Operation = {
  operationId: 'signIn',
  access: 'anyone',
  sdk: ['auth.login', 'body'],
  tags,
  summary: 'Sign in',
  description:
    'Returns an access token. Five wrong passwords for an email address from one IP address within 15 minutes block further attempts for 15 minutes.',
  examples: { request: { email: 'ada@example.org', password: PASSWORD }, response: SIGNED_IN },
}

export const signOut: Operation = {
  operationId: 'signOut',
  access: 'signed in',
  sdk: ['auth.logout'],
  tags,
  summary: 'Sign out',
  description: 'Ends the session of the token that you send. Other sessions and API keys still work.',
  examples: { response: { status: 'signed_out' } },
}

export const changePassword: Operation = {
  operationId: 'changePassword',
  access: 'signed in',
  sdk: ['auth.changePassword', 'body'],
  tags,
  summary: 'Change your password',
  description:
    'Changes the password and ends all other sessions. API keys still work. If the current password is wrong, the response is 403.',
  examples: {
    request: { current_password: PASSWORD, new_password: 'staple battery horse' },
    response: { status: 'changed' },
  },
}

export const requestPasswordReset: Operation = {
  operationId: 'requestPasswordReset',
  access: 'anyone',
  sdk: ['auth.forgotPassword', 'body.email'],
  tags,
  summary: 'Get an email to set a new password',
  description:
    'Sends an email with a link that is valid for one hour. The response is the same for an unknown address. Deployments without email return 503.',
  examples: { request: { email: 'ada@example.org' }, response: { status: 'sent' } },
}

export const resetPassword: Operation = {
  operationId: 'resetPassword',
  access: 'anyone',
  sdk: ['auth.resetPassword', 'body'],
  tags,
  summary: 'Set a new password with the token from the email',
  description:
    'Sets the password and ends all sessions. A token works once. A token that came by email also confirms the address: second factors and identities that were added before the address was confirmed are removed, and if it was not confirmed until then, all API keys are revoked.',
  examples: {
    request: { token: 'Yp3mQ0c8sV1kR7tZ', password: 'staple battery horse' },
    response: { status: 'changed' },
  },
}
