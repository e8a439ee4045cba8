// The headers of every response, and what browsers may do from other origins.
import type { App } from './app.ts'
import { API_VERSION } from './document/openapi.ts'

interface HeaderParts {
  readonly publicUrl: string
  readonly corsOrigins: readonly string[]
}

/** Headers of every response, including those sent before routing. */
export function standardHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-api-version': API_VERSION,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** The first hook, so that every later error response has these headers. */
export function addHeaders(app: App, { corsOrigins, publicUrl }: HeaderParts): void {
  const fixed = standardHeaders(publicUrl)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed)
    reply.header('x-request-id', request.id)
    // The name that Anthropic's clients use.
    if (request.url.startsWith('/v1/')) reply.header('request-id', request.id)
    const { origin } = request.headers
    // Editors and add-ons have origins of their own kind. They send a key, and no response here depends on a cookie; without a key, pages
    // get nothing.
    const isAllowed = origin !== undefined && (corsOrigins.includes(origin) || request.url.startsWith('/v2/'))
    if (!isAllowed) return done()
    // No Access-Control-Allow-Credentials: other origins send a key, never the cookie. So * means all headers.
    reply.headers({
      'access-control-allow-origin': origin,
      vary: 'Origin',
      'access-control-expose-headers': '*',
    })
    if (request.method !== 'OPTIONS') return done()
    reply.headers({
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      // Client libraries add their own headers. Authorization is named because * does not include it.
      'access-control-allow-headers': 'Authorization, *',
      'access-control-max-age': '600',
    })
    reply.status(204).send()
  })
}
