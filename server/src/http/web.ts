// The web application: prebuilt files, served by the same process. `/` and `/app/*` are its screens; every other path belongs to the API.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { brandNamed } from '../ground/brand.ts'
import { DAY_MS } from '../ground/calendar.ts'
import type { App } from './app.ts'
import { type EncodedText, type Encoding, encodedText } from './encodings.ts'
import { STATUS } from './error-responses.ts'
import { headOf, PUBLIC_SCREENS } from './head.ts'
import { type PageFacts, type PreviewFacts, type Previews, RESULT as UNTITLED } from './previews/previews.ts'

/** No inline scripts. Inline styles are allowed, because the component library places its menus that way. */
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

/** For the one screen that other sites can embed. It shows nothing about the person who looks at it. */
const FRAMED_POLICY = PAGE_POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *')

const YEAR_MS = 31_536_000_000
/** Replaced by our own address where the page needs an absolute one. */
const ADDRESS_MARK = '%PUBLIC_URL%'
const DEFAULT_NAME = brandNamed().name
const ROOT = '<div id="root">'
const RESULTS = '/app/results/:id'
const WAYS_IN = ['/app/sign-in', '/app/sign-up']
const FINDABLE = [...PUBLIC_SCREENS.map(({ path }) => path).filter((path) => !WAYS_IN.includes(path)), '/docs']
/** Files requested by a fixed name: pictures, and the typeface that /docs uses too. */
const FIXED_NAMES = [
  'og.png',
  'apple-touch-icon.png',
  'favicon.png',
  'mark.svg',
  'public-sans.woff2',
  'source-serif.woff2',
]

declare module 'fastify' {
  interface FastifyInstance {
    /** Shows people the web application's "not found" page, if there is one. */
    notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => boolean
  }
}

interface WebAppOptions {
  readonly root: string
  readonly publicUrl: string
  /** What the screens would otherwise request at once: the page contains it as JSON. */
  readonly known: { readonly brand: KnownBrand }
  /** The title of a published result, which can be empty; undefined if there is none with this id. */
  readonly resultTitle: (id: string) => Promise<string | undefined>
  readonly resultPreview: (id: string) => Promise<PreviewFacts | undefined>
  readonly previews: Previews
  /** Whether the operator says how to be reached. */
  readonly hasContact: boolean
  readonly nowMs: () => number
}

interface KnownBrand {
  readonly name: string
  readonly features: { readonly registration: string; readonly password_sign_in: boolean; readonly oidc: string | null }
}

interface Sent {
  readonly status?: number
  readonly policy?: string
}

/** Serves the files in `root`, if the application was built. */
export async function addWebApp(app: App, options: WebAppOptions): Promise<void> {
  const { root, publicUrl, known, resultTitle } = options
  const file = join(root, 'index.html')
  if (!existsSync(file)) return
  const html = readFileSync(file, 'utf8')
  const { name } = known.brand
  const fill = (page: string, facts?: PageFacts) =>
    page
      .replace(/<title>[^<]*<\/title>/, (title) => (facts ? headOf(facts, { name, publicUrl }) : title))
      .replaceAll(ADDRESS_MARK, publicUrl)
      .replaceAll(DEFAULT_NAME, name)
      .replace('</head>', () => `${jsonElement('known', known)}</head>`)
  const anyScreen = encodedText(fill(html))
  // Revalidated each time, but kept for the back button: the page itself contains nothing about a person.
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: EncodedText, how: Sent = {}) => {
    const { status = 200, policy = PAGE_POLICY } = how
    const encoding = encodingFor(request.headers['accept-encoding'])
    const body = await page.as(encoding)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .status(status)
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', vary: 'accept-encoding' })
      .send(body)
  }

  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false })
  const screen = { config: { access: 'public' }, schema: { hide: true } } as const
  // Names of built files change with their content. Missing files must not be cached as missing.
  const forever = { cacheControl: true, maxAge: YEAR_MS, immutable: true }
  // A web worker obeys the policy that its own file was sent with.
  app.get('/assets/*', screen, (request, reply) =>
    reply
      .header('content-security-policy', PAGE_POLICY)
      .sendFile(`assets/${(request.params as { '*': string })['*']}`, forever),
  )
  const screens = screensIn(root)
  if (!hasUsualWaysIn(known.brand)) for (const url of WAYS_IN) screens.set(url, null)
  for (const [url, one] of screens) {
    const facts = PUBLIC_SCREENS.find(({ path }) => path === url)
    const page = one || facts ? encodedText(fill(one ? withScreen(html, one) : html, facts)) : anyScreen
    if (url !== RESULTS) app.get(url, screen, (request, reply) => sendPage(request, reply, page))
  }
  app.get(RESULTS, screen, async (request, reply) => {
    const { id } = request.params as { id: string }
    const title = await resultTitle(id)
    const whose = title ? 'The title is in the words of its organiser. ' : ''
    const about = `${whose}Your browser computes the result of the draw again; you need no account.`
    const facts = title === undefined ? undefined : { title: title || UNTITLED, about, path: `/app/results/${id}` }
    return sendPage(request, reply, facts ? encodedText(fill(html, facts)) : anyScreen)
  })
  options.previews.addPages(app, PUBLIC_SCREENS.slice(1))
  options.previews.addResults(app, options.resultPreview)
  // The application itself says that nothing was found.
  app.get('/app/*', screen, (request, reply) => sendPage(request, reply, anyScreen, { status: STATUS.not_found }))
  app.get('/app/embed/:id', screen, (request, reply) =>
    sendPage(request, reply.removeHeader('x-frame-options'), anyScreen, { policy: FRAMED_POLICY }),
  )
  addFindable(app, options)
  app.decorate('notFoundPage', (request, reply) => {
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return false
    sendPage(request, reply, anyScreen, { status: STATUS.not_found }).catch((error) => reply.send(error))
    return true
  })
}

/** A screen as described by the build. */
interface Screen {
  /** The files it loads besides the first script. */
  readonly files: readonly string[]
  readonly html: string
}

/** Every address of the application; null for one without prerendered HTML. */
function screensIn(root: string): Map<string, Screen | null> {
  const list = join(root, 'screens.json')
  const drawn = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  return new Map(Object.entries({ '/': null, ...drawn }))
}

/** The build prerenders the sign-in screens as most deployments have them. */
function hasUsualWaysIn({ features: { registration, password_sign_in: withPassword, oidc } }: KnownBrand): boolean {
  return registration === 'open' && withPassword && oidc === null
}

/** The page with a screen's prerendered HTML, and links that make the browser load its files together with the first script. */
function withScreen(page: string, { files, html }: Screen): string {
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="${file}">`
      : `<link rel="modulepreload" crossorigin href="${file}">`,
  )
  return (
    page
      .replace('</head>', `${links.join('')}</head>`)
      .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
      .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
      // Inert, because anything typed before the script runs would be lost.
      .replace(ROOT, () => `${ROOT}<div inert>${html}</div>`)
  )
}

/** Data in a page. It is never executed, and no text in it can end the element. */
function jsonElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}

/** Files for search engines, and for sites that show a link to us. */
function addFindable(app: App, { publicUrl, known, hasContact, nowMs }: WebAppOptions): void {
  const screen = { config: { access: 'public' }, schema: { hide: true } } as const
  const kept = { 'cache-control': `public, max-age=${DAY_MS / 1000}` }
  const robots = `User-agent: *\nDisallow: /app/account\nDisallow: /app/billing\nSitemap: ${publicUrl}/sitemap.xml\n`
  const locations = FINDABLE.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join('')
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations}</urlset>`
  app.get('/robots.txt', screen, (_request, reply) => reply.headers(kept).type('text/plain').send(robots))
  app.get('/sitemap.xml', screen, (_request, reply) => reply.headers(kept).type('application/xml').send(sitemap))
  // Whom to tell about a vulnerability (RFC 9116).
  const security = `Contact: ${publicUrl}/docs/guide/${hasContact ? 'contact' : 'security'}\nPolicy: ${publicUrl}/docs/guide/security\nExpires: `
  const expires = () => new Date(nowMs() + YEAR_MS).toISOString()
  app.get('/.well-known/security.txt', screen, (_request, reply) =>
    reply.headers(kept).type('text/plain').send(`${security}${expires()}\n`),
  )
  const { name } = known.brand
  const icons = [
    { src: '/mark.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
  ]
  const manifest = { name, short_name: name, start_url: '/', display: 'browser', theme_color: '#0b6e63', icons }
  app.get('/site.webmanifest', screen, (_request, reply) =>
    reply.headers(kept).type('application/manifest+json').send(JSON.stringify(manifest)),
  )
  app.get('/favicon.ico', screen, (_request, reply) =>
    reply.sendFile('favicon.png', { cacheControl: true, maxAge: DAY_MS }),
  )
  for (const name of FIXED_NAMES) {
    app.get(`/${name}`, screen, (_request, reply) => reply.sendFile(name, { cacheControl: true, maxAge: DAY_MS }))
  }
}

function encodingFor(accepted = ''): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}
