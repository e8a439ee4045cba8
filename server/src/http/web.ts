// The web application: files built beforehand, served by the same process. `/` and `/app/*` are its screens; every
// other path belongs to the API.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { App } from './app.ts'
import { STATUS } from './refusals.ts'

/** No inline script. Styles may stand on elements, because the component library places its menus that way. */
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const YEAR_MS = 31_536_000_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Shows the web application's own "not found" to people, where there is one. */
    notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => boolean
  }
}

/** Serves what was built into `root`, if anything was. */
export async function addWebApp(app: App, root: string): Promise<void> {
  const page = join(root, 'index.html')
  if (!existsSync(page)) return
  const html = readFileSync(page)
  const sendPage = (reply: FastifyReply, status = 200) =>
    reply.status(status).type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(html)

  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false })
  const screen = { config: { access: 'public' }, schema: { hide: true } } as const
  // Names of built files change with their content. What is not there must not be remembered as missing.
  const forever = { cacheControl: true, maxAge: YEAR_MS, immutable: true }
  app.get('/assets/*', screen, (request, reply) =>
    reply.sendFile(`assets/${(request.params as { '*': string })['*']}`, forever),
  )
  app.get('/', screen, (_request, reply) => sendPage(reply))
  app.get('/app', screen, (_request, reply) => sendPage(reply))
  app.get('/app/*', screen, (_request, reply) => sendPage(reply))
  app.decorate('notFoundPage', (request, reply) => {
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return false
    sendPage(reply, STATUS.not_found)
    return true
  })
}
