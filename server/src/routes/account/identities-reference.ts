import type { Operation } from '../../http/http.ts'

const tags = ['Account'] as const

export const IDENTITY = {
  id: '5d41402abc4b2a76b9719d911017c592',
  issuer: 'https://id.example.org',
  email: 'ada@example.org',
  created_at: '2026-03-01T09:30:00.000Z',
  last_used_at: '2026-03-02T11:04:10.000Z',
}

export const listIdentities: Operation = {
  operationId: 'listIdentities',
  access: 'signed in',
  sdk: ['auth.identities'],
  tags,
  summary: 'List your connected identities',
  description: 'Lists who can sign in to your account through the identity provider of this deployment.',
  examples: { response: [IDENTITY] },
}

export const removeIdentity: Operation = {
  operationId: 'removeIdentity',
  access: 'signed in',
  sdk: ['auth.removeIdentity', 'path.id', 'body.password'],
  sample: { id: IDENTITY.id },
  tags,
  summary: 'Remove a connected identity',
  description:
    'Needs the password. The identity can no longer sign in, all other sessions end, and we send you an email. If it is the only way to sign in, the response is 409: set a password first.',
  examples: { request: { password: 'correct horse battery' }, response: { id: IDENTITY.id, status: 'removed' } },
}
