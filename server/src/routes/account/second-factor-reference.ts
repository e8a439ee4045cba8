import type { Operation } from '../../http/http.ts'

const tags = ['Account'] as const

export const getSecondFactor: Operation = {
  operationId: 'getSecondFactor',
  access: 'signed in',
  sdk: ['auth.secondFactor'],
  tags,
  summary: 'Get the state of your second factor',
  description: 'Says whether signing in needs a code, and how many recovery codes are left.',
  examples: { response: { enabled: true, recovery_codes_left: 9 } },
}

export const beginSecondFactor: Operation = {
  operationId: 'beginSecondFactor',
  access: 'signed in',
  sdk: ['auth.beginSecondFactor', 'body.password'],
  tags,
  summary: 'Start setting up a second factor',
  description: 'Returns the secret for an authenticator app. Signing in needs a code once you have confirmed one.',
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
  access: 'signed in',
  sdk: ['auth.confirmSecondFactor', 'body.code'],
  tags,
  summary: 'Finish setting up a second factor',
  description:
    'Send a first code. Returns ten recovery codes, which we show only once. Each works once instead of a code from the app.',
  examples: { request: { code: '123456' }, response: { recovery_codes: ['k3mp-7wqx-9dra', 'h2bn-5tvz-c8ey'] } },
}

export const removeSecondFactor: Operation = {
  operationId: 'removeSecondFactor',
  access: 'signed in',
  sdk: ['auth.removeSecondFactor', 'body'],
  tags,
  summary: 'Remove your second factor',
  description: 'Needs the password and a current code. From then on you sign in without a code.',
  examples: { request: { password: 'correct horse battery', code: '123456' }, response: { status: 'removed' } },
}
