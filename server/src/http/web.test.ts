import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGatedApp } from '../../test/gated-app.ts'
import { type App, addWebApp } from './http.ts'

const root = mkdtempSync(join(tmpdir(), 'web-'))
const FEATURES = { registration: 'open', password_sign_in: true, oidc: null }
const KNOWN = { brand: { name: 'Acme', features: FEATURES }, plans: ['</script>'] }
let app: App
beforeAll(async () => {
  mkdirSync(join(root, 'assets'))
  const page = '<!doctype html><head><title>Equipoise at %PUBLIC_URL%</title></head><div id="root"></div>'
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
  await addWebApp(app, { root, publicUrl: 'https://example.org', known: KNOWN })
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
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
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('Acme at https://example.org')
  expect((await app.inject('/app/text')).body).toContain('Acme at https://example.org')
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

test('search engines are told which pages to index', async () => {
  expect((await app.inject('/robots.txt')).body).toContain('Sitemap: https://example.org/sitemap.xml')
  expect((await app.inject('/sitemap.xml')).body).toContain('<loc>https://example.org/app/text</loc>')
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
    await addWebApp(other, { root, publicUrl: '', known: { brand } })
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
