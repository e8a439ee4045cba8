import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGatedApp } from '../../test/gated-app.ts'
import { type App, addWebApp } from './http.ts'

const root = mkdtempSync(join(tmpdir(), 'web-'))
let app: App
beforeAll(async () => {
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>The app</title>')
  writeFileSync(join(root, 'assets/app-1a2b.js'), 'export {}')
  ;({ app } = await openGatedApp(async () => undefined))
  await addWebApp(app, root)
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
