// A deployment under its own name: BRAND renames the key prefix and the field names, and nothing else has to change.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from './service.ts'

let service: Service
let key: string
beforeAll(async () => {
  service = await openService({ env: { BRAND: 'acme' } })
  const payload = { email: 'brand@example.com', password: 'a long enough one' }
  const registered = await service.app.inject({ method: 'POST', url: '/auth/register', payload })
  const headers = { authorization: `Bearer ${registered.json().access_token}` }
  key = (await service.app.inject({ method: 'POST', url: '/api-keys', headers })).json().key
})
afterAll(() => service.close())

test('keys have the prefix of the brand and work', async () => {
  expect(key).toMatch(/^acme_/)
  const answer = await service.app.inject({ url: '/usage/stats', headers: { 'x-api-key': key } })
  expect(answer.statusCode).toBe(200)
})

test('a key of another brand is rejected', async () => {
  const answer = await service.app.inject({
    url: '/usage/stats',
    headers: { 'x-api-key': key.replace('acme_', 'svc_') },
  })
  expect(answer.statusCode).toBe(401)
})

test('responses use the names of the brand', async () => {
  const payload = { text: 'The meeting starts at nine in the morning on the second floor of the main building.' }
  const answer = await service.app.inject({
    method: 'POST',
    url: '/ai/analyze',
    headers: { 'x-api-key': key },
    payload,
  })
  expect(answer.json()).toHaveProperty('acme_certified')
  expect(answer.body).not.toContain('svc_')
})

test('options under another name are rejected, and the error has the right name', async () => {
  const messages = [{ role: 'user', content: 'Does homework help?' }]
  const payload = { messages, svc_options: { filter_mode: 'strict' } }
  const answer = await service.app.inject({ method: 'POST', url: '/ai/chat', headers: { 'x-api-key': key }, payload })
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    { detail: [{ loc: ['body', 'svc_options'], msg: 'Unknown field: use acme_options', type: 'extra_forbidden' }] },
  ])
})

test('the page of names and the contract use them too', async () => {
  const brand = await service.app.inject('/brand')
  expect(brand.json()).toMatchObject({ name: 'Acme', key_prefix: 'acme_', fields: { options: 'acme_options' } })
  const contract = await service.app.inject('/openapi.json')
  expect(contract.body).toContain('acme_options')
  expect(contract.body).not.toContain('svc_')
})

test('guides use them too, as pages and as Markdown; only code that uses our SDK has the default names', async () => {
  const index = await service.app.inject('/llms.txt')
  expect(index.headers['content-type']).toBe('text/markdown; charset=utf-8')
  const names = [...index.body.matchAll(/\/docs\/([\w-]+)\.md\)/g)].map(([, name]) => name)
  expect(names).toEqual(expect.arrayContaining(['sdk', 'chat', 'neutrality', 'settings']))
  for (const name of names) {
    const source = await service.app.inject(`/docs/${name}.md`)
    expect([name, source.statusCode]).toEqual([name, 200])
    const page = await service.app.inject(`/docs/guide/${name}`)
    const sdkCode = /^```ts\n(?:(?!^```)[\s\S])*(?:Equipoise\(|client\.ai\.)[\s\S]*?^```$/gm
    expect(source.body.replaceAll(sdkCode, ''), name).not.toMatch(/svc_|X-Svc/)
    const shown = page.body.replaceAll(/<pre>[\s\S]*?<\/pre>/g, (code) =>
      /Equipoise\(|client\.ai\./.test(code) ? '' : code,
    )
    expect(shown, name).not.toMatch(/svc_|X-Svc/)
  }
  expect((await service.app.inject('/docs/sdk.md')).body).toContain("new Equipoise({ brand: 'acme', ")
  expect((await service.app.inject('/docs/chat.md')).body).toContain('"acme_options": {"filter_mode": "strict"}')
  expect((await service.app.inject('/docs/none.md')).statusCode).toBe(404)
})

test('no source file but ground/brand.ts contains the default names', () => {
  const root = fileURLToPath(new URL('../src', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))
  expect(files.filter((name) => readFileSync(join(root, name), 'utf8').includes('svc_'))).toEqual(['ground/brand.ts'])
})
