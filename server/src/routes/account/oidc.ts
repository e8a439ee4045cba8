// Signing in through an identity provider. The browser leaves for the provider and comes back to the callback.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Accounts, OIDC_CALLBACK, OIDC_TRAVEL_SECONDS, problemOf } from '../../accounts/accounts.ts'
import { ApiError } from '../../ground/errors.ts'
import { type App, type CookieParts, callerOf, cookieOf, originOf, sessionCookie } from '../../http/http.ts'
import { open, signedInOnly } from './fields.ts'

export interface OidcRouteParts extends CookieParts {
  readonly oidc: NonNullable<Accounts['oidc']>
}

const NEXT_LENGTH_MAX = 500
const START_PAGE = '/app/usage'

export function oidcRoutes(app: App, parts: OidcRouteParts): void {
  const { oidc, publicUrl } = parts
  const query = z.object({
    next: z.string().max(NEXT_LENGTH_MAX).optional(),
    invitation: z.string().max(200).optional(),
  })
  app.get(
    '/auth/oidc/start',
    { config: open, schema: { hide: true, querystring: query } },
    async ({ query: { next, invitation } }, reply) => {
      try {
        const { url, travelling } = await oidc.start({ next: ownPath(next), invitation })
        return await reply.header('set-cookie', travelCookie(parts, travelling)).redirect(url)
      } catch (error) {
        return sendBack(reply, parts, error)
      }
    },
  )
  app.post('/auth/oidc/connect', { config: signedInOnly, schema: { hide: true } }, async (request, reply) => {
    const { url, travelling } = await oidc.start({ next: '/app/account', accountId: callerOf(request).accountId })
    reply.header('set-cookie', travelCookie(parts, travelling))
    return { authorization_url: url }
  })
  app.get(OIDC_CALLBACK, { config: open, schema: { hide: true } }, async (request, reply) => {
    try {
      const travelling = cookieOf(request.headers.cookie, travelCookieName(parts))
      const answer = await oidc.finish(new URL(`${publicUrl}${request.url}`), travelling)
      const { token, expiresInSeconds } = await oidc.signIn(answer, originOf(request))
      const cookies = [sessionCookie(parts, token, expiresInSeconds), travelCookie(parts, '')]
      return await reply.header('set-cookie', cookies).redirect(`${publicUrl}${ownPath(answer.wish.next)}`)
    } catch (error) {
      request.log.warn({ err: error }, 'sign-in through the identity provider failed')
      return sendBack(reply, parts, error)
    }
  })
}

/** To the sign-in page, which says in words what went wrong. */
function sendBack(reply: FastifyReply, parts: OidcRouteParts, error: unknown): FastifyReply {
  const isClosed = error instanceof ApiError && error.kind === 'forbidden'
  const problem = problemOf(error) ?? (isClosed ? 'closed' : 'failed')
  return reply
    .header('set-cookie', travelCookie(parts, ''))
    .redirect(`${parts.publicUrl}/app/sign-in?problem=${problem}`)
}

/** A path of our own pages, never another site. */
function ownPath(next: string | undefined): string {
  return next !== undefined && /^\/(app\/[\w\-/?=&%.]*)?$/.test(next) ? next : START_PAGE
}

/** Lax, because the browser brings it back from another site. */
function travelCookie(parts: OidcRouteParts, value: string): string {
  const secure = parts.publicUrl.startsWith('https:') ? '; Secure' : ''
  const seconds = value === '' ? 0 : OIDC_TRAVEL_SECONDS
  return `${travelCookieName(parts)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

function travelCookieName({ brand }: OidcRouteParts): string {
  return `${brand.cookie}_oidc`
}
