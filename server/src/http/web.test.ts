import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGatedApp } from '../../test/gated-app.ts'
import { type App, addWebApp } from './http.ts'

const root = mkdtempSync(join(tmpdir(), 'web-'))
let app: App
beforeAll(async () => {
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>The app at %PUBLIC_URL%</title>')
  writeFileSync(join(root, 'assets/app-1a2b.js'), 'export {}')
  ;({ app } = await openGatedApp(async () => undefined))
  await addWebApp(app, root, 'https://example.org')
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

test('a built file is kept by browsers for a year', async () => {
  const answer = await app.inject('/assets/app-1a2b.js')
  expect([answer.statusCode, answer.body]).toEqual([200, 'export {}'])
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test.each(['/assets/none.js', '/assets/', '/assets/../index.html'])(
  'nobody remembers that %s is missing',
  async (url) => {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  },
)

test('an unknown path is a page for people, but JSON below the paths of the API, whatever is accepted', async () => {
  const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
  expect((await get('/no-such-page')).headers['content-type']).toContain('text/html')
  for (const url of [
    '/ai/none',
    '/v1/none',
    '/v2',
    '/.well-known/none',
    '/api-keys/1/none',
    '/try/none',
    '/mcp/none',
  ]) {
    const answer = await get(url)
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.json()).toMatchObject({ detail: expect.any(String) })
  }
})

test('the page is compressed, names its own address, and may be kept for the way back', async () => {
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  expect([answer.headers['content-encoding'], answer.headers['cache-control']]).toEqual(['br', 'no-cache'])
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('The app at https://example.org')
  expect((await app.inject('/app/text')).body).toContain('The app at https://example.org')
})

test('search engines are told what to find', async () => {
  expect((await app.inject('/robots.txt')).body).toContain('Sitemap: https://example.org/sitemap.xml')
  expect((await app.inject('/sitemap.xml')).body).toContain('<loc>https://example.org/app/text</loc>')
})
