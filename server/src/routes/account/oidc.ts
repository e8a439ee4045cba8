// Signing in through an identity provider. The browser goes to the provider and returns to the callback.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Accounts, OIDC_CALLBACK, OIDC_TRAVEL_SECONDS, problemOf } from '../../accounts/accounts.ts'
import { ApiError } from '../../ground/errors.ts'
import { type App, callerOf, cookieOf, originOf, sessionCookie } from '../../http/http.ts'
import { open, ownPassword, secondFactorCode, signedInOnly } from './fields.ts'
import { type SignInRouteParts, welcome } from './sign-in.ts'

interface OidcRouteParts extends SignInRouteParts {
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
  app.get(OIDC_CALLBACK, { config: open, schema: { hide: true } }, async (request, reply) => {
    try {
      const travelling = cookieOf(request.headers.cookie, travelCookieName(parts))
      const answer = await oidc.finish(new URL(`${publicUrl}${request.url}`), travelling, request.ip)
      const { next, connect } = answer.wish
      if (connect) {
        await oidc.connect(answer, originOf(request))
        return await reply.header('set-cookie', travelCookie(parts, '')).redirect(`${publicUrl}${ownPath(next)}`)
      }
      const signedIn = await oidc.signIn(answer, originOf(request))
      if (!signedIn) return await askForCode(reply, parts, oidc.hold(answer), ownPath(next))
      const cookies = [sessionCookie(parts, signedIn.token, signedIn.expiresInSeconds), travelCookie(parts, '')]
      return await reply.header('set-cookie', cookies).redirect(`${publicUrl}${ownPath(next)}`)
    } catch (error) {
      request.log.warn({ err: error }, 'sign-in through the identity provider failed')
      return sendBack(reply, parts, error)
    }
  })
  addConnecting(app, parts)
  addCode(app, parts)
}

function addConnecting(app: App, parts: OidcRouteParts): void {
  const { oidc, accounts } = parts
  const schema = { hide: true, body: z.object({ password: ownPassword }) }
  const config = { ...signedInOnly, rejects: ['conflict'] } as const
  app.post('/auth/oidc/connect', { config, schema }, async (request, reply) => {
    const caller = callerOf(request)
    const { accountId, sessionId = '' } = caller
    await accounts.identities.permitConnecting(caller, request.body.password, originOf(request))
    const { url, travelling } = await oidc.start({ next: '/app/account', connect: { accountId, sessionId } })
    reply.header('set-cookie', travelCookie(parts, travelling))
    return { authorization_url: url }
  })
}

/** The second step of a sign-in with a second factor: the browser sends the provider's answer, sealed, with the code. */
function addCode(app: App, parts: OidcRouteParts): void {
  const { oidc } = parts
  const schema = { hide: true, body: z.object({ code: secondFactorCode }) }
  app.post('/auth/oidc/code', { config: open, schema }, async (request, reply) => {
    const answer = oidc.held(cookieOf(request.headers.cookie, codeCookieName(parts)))
    const signedIn = await oidc.signIn(answer, originOf(request), request.body.code)
    if (!signedIn) throw new Error('a code was given')
    const answered = welcome(signedIn, reply, parts)
    reply.header('set-cookie', codeCookie(parts, ''))
    return answered
  })
}

/** Redirects to the sign-in page, which asks for the code and sends it to `/auth/oidc/code`. */
function askForCode(reply: FastifyReply, parts: OidcRouteParts, held: string, next: string): FastifyReply {
  return reply
    .header('set-cookie', [codeCookie(parts, held), travelCookie(parts, '')])
    .redirect(`${parts.publicUrl}/app/sign-in?code=provider&next=${encodeURIComponent(next)}`)
}

/** Redirects to the sign-in page, which explains what went wrong. */
function sendBack(reply: FastifyReply, parts: OidcRouteParts, error: unknown): FastifyReply {
  const kind = error instanceof ApiError ? error.kind : 'internal'
  const problem = problemOf(error) ?? (kind === 'forbidden' ? 'closed' : kind === 'too_fast' ? 'limited' : 'failed')
  return reply
    .header('set-cookie', travelCookie(parts, ''))
    .redirect(`${parts.publicUrl}/app/sign-in?problem=${problem}`)
}

/** A path of our own pages, never another site. */
function ownPath(next: string | undefined): string {
  return next !== undefined && /^\/(app\/[\w\-/?=&%.]*)?$/.test(next) ? next : START_PAGE
}

/** Lax, because the browser returns with it from another site. */
function travelCookie(parts: OidcRouteParts, value: string): string {
  const secure = parts.publicUrl.startsWith('https:') ? '; Secure' : ''
  const seconds = value === '' ? 0 : OIDC_TRAVEL_SECONDS
  return `${travelCookieName(parts)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

function codeCookie(parts: OidcRouteParts, value: string): string {
  const secure = parts.publicUrl.startsWith('https:') ? '; Secure' : ''
  const seconds = value === '' ? 0 : OIDC_TRAVEL_SECONDS
  return `${codeCookieName(parts)}=${value}; Path=/auth/oidc/code; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`
}

function codeCookieName({ brand }: OidcRouteParts): string {
  return `${brand.cookie}_oidc_code`
}

function travelCookieName({ brand }: OidcRouteParts): string {
  return `${brand.cookie}_oidc`
}
