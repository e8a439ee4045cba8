// The web application: files built beforehand, served by the same process. `/` and `/app/*` are its screens; every
// other path belongs to the API.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { STATUS } from './error-responses.ts'

/** No inline script. Styles may stand on elements, because the component library places its menus that way. */
const PAGE_POLICY = [
  "default-src 'self'",
  // The playground runs the engine, which is WebAssembly.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const YEAR_MS = 31_536_000_000
const DAY_MS = 86_400_000
/** Stands for our own address in the page, where it must be a whole one. */
const ADDRESS_MARK = '%PUBLIC_URL%'
/** What search engines may find. */
const FINDABLE = ['/', '/app/text', '/app/chat', '/app/playground', '/app/pricing', '/docs']
/** Pictures that are asked for by a fixed name. */
const PICTURES = ['og.png', 'apple-touch-icon.png', 'favicon.png']

declare module 'fastify' {
  interface FastifyInstance {
    /** Shows the web application's own "not found" to people, where there is one. */
    notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => boolean
  }
}

/** Serves what was built into `root`, if anything was. */
export async function addWebApp(app: App, root: string, publicUrl = ''): Promise<void> {
  const page = join(root, 'index.html')
  if (!existsSync(page)) return
  const html = compressed(readFileSync(page, 'utf8').replaceAll(ADDRESS_MARK, publicUrl))
  // Asked for anew each time, yet kept for the way back: the page itself holds nothing about a person.
  const sendPage = (request: FastifyRequest, reply: FastifyReply, status = 200) => {
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .status(status)
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache', vary: 'accept-encoding' })
      .send(html[encoding ?? 'identity'])
  }

  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false })
  const screen = { config: { access: 'public' }, schema: { hide: true } } as const
  // Names of built files change with their content. What is not there must not be remembered as missing.
  const forever = { cacheControl: true, maxAge: YEAR_MS, immutable: true }
  // A worker obeys the policy that its own file came with.
  app.get('/assets/*', screen, (request, reply) =>
    reply
      .header('content-security-policy', PAGE_POLICY)
      .sendFile(`assets/${(request.params as { '*': string })['*']}`, forever),
  )
  for (const url of ['/', '/app', '/app/*']) app.get(url, screen, (request, reply) => sendPage(request, reply))
  addFindable(app, publicUrl)
  app.decorate('notFoundPage', (request, reply) => {
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return false
    sendPage(request, reply, STATUS.not_found)
    return true
  })
}

/** What search engines, and sites that show a link to us, ask for. */
function addFindable(app: App, publicUrl: string): void {
  const screen = { config: { access: 'public' }, schema: { hide: true } } as const
  const kept = { 'cache-control': `public, max-age=${DAY_MS / 1000}` }
  const robots = `User-agent: *\nDisallow: /app/account\nDisallow: /app/billing\nSitemap: ${publicUrl}/sitemap.xml\n`
  const locations = FINDABLE.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join('')
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations}</urlset>`
  app.get('/robots.txt', screen, (_request, reply) => reply.headers(kept).type('text/plain').send(robots))
  app.get('/sitemap.xml', screen, (_request, reply) => reply.headers(kept).type('application/xml').send(sitemap))
  app.get('/favicon.ico', screen, (_request, reply) =>
    reply.sendFile('favicon.png', { cacheControl: true, maxAge: DAY_MS }),
  )
  for (const name of PICTURES) {
    app.get(`/${name}`, screen, (_request, reply) => reply.sendFile(name, { cacheControl: true, maxAge: DAY_MS }))
  }
}

type Encoding = 'br' | 'gzip'

function compressed(text: string): Readonly<Record<Encoding | 'identity', Buffer>> {
  const identity = Buffer.from(text)
  return { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
}

function encodingFor(accepted = ''): Encoding | undefined {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}
