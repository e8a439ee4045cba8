// What callers rely on, held against files that are checked in: openapi.json, .env.example, the settings' page.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETTING_NAMES } from '../src/config.ts'
import { type House, openHouse } from './house.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('openapi.json is what the routes say (npm run openapi writes it anew)', async () => {
  const served = (await house.app.inject('/openapi.json')).json()
  expect(JSON.parse(read('openapi.json'))).toEqual(served)
})

/** Section 4 of the interface specification. */
const ENDPOINTS = `POST /compute · GET /sweep · POST /ai/chat · POST /ai/analyze · POST /ai/proxy · GET /api-keys · POST /api-keys
  DELETE /api-keys/{key_id} · GET /usage/stats · POST /billing/checkout · POST /billing/topup · GET /billing/topups
  POST /billing/cancel · GET /health · POST /auth/register · POST /keys/create · POST /newsletter/subscribe`

test.each(ENDPOINTS.split(/·|\n/).map((line) => line.trim()))('the specification names %s, and it is there', (line) => {
  const [method = '', path = ''] = line.split(' ')
  const document = JSON.parse(read('openapi.json')) as { paths: Record<string, Record<string, unknown>> }
  expect(document.paths[path]?.[method.toLowerCase()]).toBeDefined()
})

test.each(['.env.example', 'docs/operating/settings.md'])('%s lists every setting', (file) => {
  const text = read(file)
  for (const name of SETTING_NAMES.filter((setting) => setting !== 'NODE_ENV'))
    expect(text).toMatch(new RegExp(`\\b${name}\\b`))
})

test('every link between the pages of the documentation leads somewhere', () => {
  const root = new URL('../../', import.meta.url)
  const pages = ['', 'docs/', 'docs/guide/', 'docs/operating/', 'docs/decisions/', 'training/', 'sdk/'].flatMap(
    (folder) =>
      readdirSync(new URL(folder || '.', root)).flatMap((name) => (name.endsWith('.md') ? [folder + name] : [])),
  )
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(new URL(target, new URL(page, root))))
      .map((target) => `${page} → ${target}`),
  )
  expect(broken).toEqual([])
})
