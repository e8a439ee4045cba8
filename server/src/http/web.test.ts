import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGatedApp } from '../../test/gated-app.ts'
import { type App, addWebApp, createPreviews } from './http.ts'

const root = mkdtempSync(join(tmpdir(), 'web-'))
const FEATURES = { registration: 'open', password_sign_in: true, oidc: null }
const KNOWN = { brand: { name: 'Acme', features: FEATURES }, plans: ['</script>'] }
const RESULT = { id: 'a'.repeat(22), title: '"Raffle" <b>' }
const UNTITLED = { id: 'b'.repeat(22), title: '' }
copyFileSync(new URL('../../../web/public/glyphs.bin', import.meta.url), join(root, 'glyphs.bin'))
const WON: Readonly<Record<string, readonly string[]>> = {
  [RESULT.id]: ['Zoë Ängström'],
  [UNTITLED.id]: ['李雷'],
  ['c'.repeat(22)]: [],
}
const OPTIONS = {
  publicUrl: 'https://example.org',
  previews: createPreviews({ root, name: 'Acme', publicUrl: 'https://example.org' }),
  resultPreview: async (id: string) => WON[id] && { lines: WON[id], about: 'Published on 1 March 2026.' },
  resultTitle: async (id: string) => [RESULT, UNTITLED].find((one) => one.id === id)?.title,
  hasContact: true,
  nowMs: () => Date.UTC(2026, 2, 10),
}
let app: App
beforeAll(async () => {
  mkdirSync(join(root, 'assets'))
  const page = '<!doctype html><head><title>Equipoise</title></head>At %PUBLIC_URL%<div id="root"></div>'
  writeFileSync(join(root, 'index.html'), page)
  const files = ['/assets/text-3c4d.css', '/assets/text-3c4d.js']
  const screens = {
    '/': { files: [], html: 'Welcome to Equipoise' },
    '/app/text': { files, html: 'An editor for $& and $1' },
    '/app/sign-in': { files: [], html: 'Your password' },
  }
  writeFileSync(join(root, 'screens.json'), JSON.stringify(screens))
  writeFileSync(join(root, 'assets/app-1a2b.js'), 'export {}')
  ;({ app } = await openGatedApp(async () => undefined))
  app.post('/scores', { config: { access: 'open' } }, async () => ({}))
  await addWebApp(app, { root, known: KNOWN, ...OPTIONS })
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

test('a client can see with HEAD / that the service is there', async () => {
  const { statusCode, body } = await app.inject({ method: 'HEAD', url: '/' })
  expect([statusCode, body]).toEqual([200, ''])
})

test('browsers keep a built file for a year', async () => {
  const answer = await app.inject('/assets/app-1a2b.js')
  expect([answer.statusCode, answer.body]).toEqual([200, 'export {}'])
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test.each(['/assets/none.js', '/assets/', '/assets/../index.html'])('nobody caches that %s is missing', async (url) => {
  const answer = await app.inject(url)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
})

test('an unknown path is a page for people, but JSON below the paths of the API, whatever is accepted', async () => {
  const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
  for (const url of ['/no-such-page', '/scores-of-others']) {
    expect((await get(url)).headers['content-type'], url).toContain('text/html')
  }
  for (const url of ['/scores/none', '/scores/1/none']) {
    const answer = await get(url)
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.json()).toMatchObject({ detail: expect.any(String) })
  }
})

test('the page is compressed, contains its own address, and can be restored by the back button', async () => {
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  expect([answer.headers['content-encoding'], answer.headers['cache-control']]).toEqual(['br', 'no-cache'])
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('At https://example.org')
  expect((await app.inject('/app/text')).body).toContain('At https://example.org')
})

test('only the screen of an embedded result can be framed by other sites', async () => {
  const framing = async (url: string) => {
    const { headers } = await app.inject(url)
    return [/frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1], headers['x-frame-options']]
  }
  expect(await framing('/app/embed/abc')).toEqual(['*', undefined])
  for (const url of ['/', '/app/results/abc', '/app/embed/', '/app/embed/abc/more', '/app/embed/abc/../../account']) {
    expect([url, ...(await framing(url))]).toEqual([url, "'none'", 'DENY'])
  }
})

test('each public screen and each published result has a picture of its own', async () => {
  const pictureOf = async (url: string) => {
    const address = /<meta property="og:image" content="https:\/\/example.org(.*?)">/.exec(
      (await app.inject(url)).body,
    )?.[1]
    const { headers, rawPayload: bytes } = await app.inject(address ?? '')
    expect([headers['content-type'], bytes.toString('latin1', 1, 4)], address).toEqual(['image/png', 'PNG'])
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    return bytes.toString('base64')
  }
  const results = Object.keys(WON).map((id) => `/app/results/${id}`)
  const [text, signIn, won, unwritable] = await Promise.all(
    ['/app/text', '/app/sign-in', ...results.slice(0, 2)].map(pictureOf),
  )
  expect(new Set([text, signIn, won, unwritable]).size).toBe(4)
  // A name in letters that we cannot draw is not drawn in part: the picture says what the page is.
  const unknown = await app.inject(`/previews${results[2]}.png`)
  expect(unknown.rawPayload.toString('base64')).toBe(unwritable)
  const none = { url: `/previews/app/results/${'d'.repeat(22)}.png` }
  expect((await app.inject(none)).statusCode).toBe(404)
})

test('search engines are told which pages to index', async () => {
  expect((await app.inject('/robots.txt')).body).toContain('Sitemap: https://example.org/sitemap.xml')
  expect((await app.inject('/sitemap.xml')).body).toContain('<loc>https://example.org/app/text</loc>')
})

test('each public screen and each published result has a title, a description and an address of its own', async () => {
  const headOf = async (url: string) => {
    const { body } = await app.inject(url)
    const [, title] = /<title>(.*?)<\/title>/.exec(body) ?? []
    const [, about] = /<meta name="description" content="(.*?)">/.exec(body) ?? []
    const [, address] = /<link rel="canonical" href="(.*?)">/.exec(body) ?? []
    return { title, about, address }
  }
  const result = `/app/results/${RESULT.id}`
  const pages = ['/', '/app/text', '/app/sign-in', result]
  const heads = await Promise.all(pages.map(headOf))
  expect(heads[1]?.title).toBe('How neutral is this text? · Acme')
  expect(heads[3]?.title).toBe('&quot;Raffle&quot; &lt;b&gt; · Acme')
  expect(heads.map(({ address }) => address)).toEqual(pages.map((page) => `https://example.org${page}`))
  expect(new Set(heads.map(({ about }) => about)).size).toBe(pages.length)
  // Without a title, nothing is said to be the words of the organiser.
  expect(heads[3]?.about).toMatch(/^The title is in the words of its organiser\. Your browser/)
  expect(await headOf(`/app/results/${UNTITLED.id}`)).toMatchObject({
    title: 'Result of a draw · Acme',
    about: expect.stringMatching(/^Your browser/),
  })
  for (const url of ['/app/results/none', '/app/usage', '/app/nowhere'])
    expect(await headOf(url)).toEqual({ title: 'Acme', about: undefined, address: undefined })
})

test('a file says whom to tell about a vulnerability, and another what the application is called', async () => {
  const { body } = await app.inject('/.well-known/security.txt')
  expect(body).toContain('Contact: https://example.org/docs/guide/contact\n')
  expect(body).toContain('Expires: 2027-03-10')
  expect((await app.inject('/site.webmanifest')).json()).toMatchObject({ name: 'Acme', start_url: '/' })
})

test('the page of a screen preloads the files of that screen; any other page preloads none', async () => {
  const links =
    '<link rel="stylesheet" crossorigin href="/assets/text-3c4d.css"><link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/text-3c4d.js">'
  expect((await app.inject('/app/text?from=mail')).body).toContain(links)
  expect((await app.inject('/app/usage')).body).not.toContain('text-3c4d')
})

test("the page of a screen contains its prerendered HTML, with this deployment's name, and inert until the script runs", async () => {
  expect((await app.inject('/')).body).toContain('<div id="root"><div inert>Welcome to Acme</div></div>')
  expect((await app.inject('/app/text')).body).toContain('<div inert>An editor for $& and $1</div>')
  expect((await app.inject('/app/usage')).body).toContain('<div id="root"></div>')
})

test.each([{ registration: 'closed' }, { password_sign_in: false }, { oidc: 'Example Login' }])(
  'if the ways to sign in differ from the default (%o), their screens are not prerendered',
  async (features) => {
    const { app: other } = await openGatedApp(async () => undefined)
    const brand = { name: 'Acme', features: { ...FEATURES, ...features } }
    await addWebApp(other, { ...OPTIONS, root, known: { brand } })
    expect((await other.inject('/app/sign-in')).body).not.toContain('Your password')
    expect((await app.inject('/app/sign-in')).body).toContain('Your password')
    await other.close()
  },
)

test("every page contains the deployment's settings, as data that cannot become markup", async () => {
  for (const url of ['/', '/app/keys']) {
    const [, json] =
      /<script type="application\/json" id="known">(.*?)<\/script>/.exec((await app.inject(url)).body) ?? []
    expect(JSON.parse(json ?? '')).toEqual(KNOWN)
  }
})
