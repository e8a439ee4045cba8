// The identities at a provider that can sign in to the account.
import { z } from 'zod'
import type { Accounts, Identity } from '../../accounts/accounts.ts'
import { type App, callerOf, named, originOf, plainText, timestamp } from '../../http/http.ts'
import { ownPassword, signedInOnly } from './fields.ts'
import * as reference from './identities-reference.ts'

export const identityId = plainText({ min: 1, max: 64 }).describe('The id of the identity.')
export const identityShape = named(
  'Identity',
  'Somebody at an identity provider who can sign in to the account.',
  z.object({
    id: z.string().describe('Identifies the identity.'),
    issuer: z.string().describe('The address of the identity provider.'),
    email: z.string().nullable().describe('The email address at the provider. Null if it is not known.'),
    created_at: timestamp('When it was connected.'),
    last_used_at: timestamp('When it was last used to sign in. Null if never.').nullable(),
  }),
)
const removed = named(
  'IdentityRemoved',
  'The identity can no longer sign in, and all other sessions are over.',
  z.object({
    id: z.string().describe('The identity.'),
    status: z.literal('removed').describe('Always `removed`.'),
  }),
)
const removeBody = named('RemoveIdentityRequest', 'Confirms who you are.', z.object({ password: ownPassword }))

export function shownIdentity({ id, issuer, email, createdAt, lastUsedAt }: Identity): z.output<typeof identityShape> {
  const last = lastUsedAt?.toISOString() ?? null
  return { id, issuer, email, created_at: createdAt.toISOString(), last_used_at: last }
}

export function identityRoutes(app: App, { identities }: Pick<Accounts, 'identities'>): void {
  const list = {
    ...reference.listIdentities,
    response: { 200: z.array(identityShape).describe('The connected identities, oldest first.') },
  }
  app.get('/auth/identities', { config: signedInOnly, schema: list }, async (request) =>
    (await identities.list(callerOf(request).accountId)).map(shownIdentity),
  )
  const remove = {
    ...reference.removeIdentity,
    params: z.object({ id: identityId }),
    body: removeBody,
    response: { 200: removed },
  }
  app.delete(
    '/auth/identities/:id',
    { config: { ...signedInOnly, rejects: ['not_found', 'conflict'] }, schema: remove },
    async (request) => {
      const { id } = request.params
      await identities.remove(callerOf(request), { id, password: request.body.password }, originOf(request))
      return { id, status: 'removed' as const }
    },
  )
}
