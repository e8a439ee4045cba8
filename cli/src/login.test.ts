import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Folder, openFolder } from '../test/folder.ts'

let folder: Folder
let asked: { path: string; headers: Record<string, string>; body: unknown }[]
beforeEach(() => {
  folder = openFolder()
  asked = []
})
afterEach(() => folder.remove())

const KEY = 'svc_0123456789'
const TOKEN = 'aaa.bbb.ccc'

const fetch = async (url: unknown, init?: RequestInit) => {
  const { pathname } = new URL(String(url))
  const headers = init?.headers as Record<string, string>
  asked.push({ path: pathname, headers, body: init?.body ? JSON.parse(String(init.body)) : undefined })
  if (headers['x-api-key'] === 'svc_wrong') return new Response('{"detail":"No such key"}', { status: 401 })
  const answers: Record<string, unknown> = {
    '/auth/login': { access_token: TOKEN },
    '/api-keys': [{ id: 7, name: 'laptop' }],
  }
  return new Response(JSON.stringify(answers[pathname] ?? { plan: 'free' }))
}
const run = (args: string[], around: Parameters<Folder['run']>[1] = {}) => folder.run(args, { fetch, ...around })
const savedFile = () => join(folder.path, '.config/equipoise/credentials.json')

test('a key from standard input is tested, then saved so that only its owner can read it, and used from then on', async () => {
  const { code, complaints } = await run(['login', '--token', '--url', 'https://api.test/'], { input: `${KEY}\n` })
  expect([code, complaints]).toEqual([0, expect.stringContaining('Signed in to https://api.test.')])
  expect(statSync(savedFile()).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(savedFile(), 'utf8'))).toEqual({ url: 'https://api.test', apiKey: KEY })
  await run(['usage'])
  expect(asked.map(({ path, headers }) => [path, headers['x-api-key']])).toEqual([
    ['/usage/stats', KEY],
    ['/usage/stats', KEY],
  ])
})

test('a key that does not work is not saved', async () => {
  const { code, complaints } = await run(['login', '--token'], { input: 'svc_wrong' })
  expect([code, complaints]).toEqual([1, 'Nothing was saved: No such key'])
  expect(() => statSync(savedFile())).toThrow('ENOENT')
  expect((await run(['login', '--token'], { input: ' ' })).code).toBe(2)
})

test('a key and a sign-in can be saved together: the sign-in manages keys, the key does everything else', async () => {
  await run(['login', '--token'], { input: KEY })
  await run(['login', '--email', 'ada@example.test', '--code', '123456'], { input: 'a password' })
  expect(asked.find(({ path }) => path === '/auth/login')?.body).toEqual({
    email: 'ada@example.test',
    password: 'a password',
    code: '123456',
  })
  asked = []
  await run(['keys'])
  await run(['usage'])
  expect(asked[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}` })
  expect(asked[0]?.headers).not.toHaveProperty('x-api-key')
  expect(asked[1]?.headers).toMatchObject({ 'x-api-key': KEY })
})

test('saved credentials are sent only to their own service', async () => {
  await run(['login', '--token'], { input: KEY })
  asked = []
  await run(['health'], { env: { XDG_CONFIG_HOME: join(folder.path, '.config'), EQUIPOISE_URL: 'https://other.test' } })
  expect(asked[0]?.headers).not.toHaveProperty('x-api-key')
})

test('logout deletes the credentials, and ends the session on the service', async () => {
  await run(['login', '--email', 'ada@example.test'], { input: 'a password' })
  expect((await run(['logout'])).complaints).toBe('Signed out of http://127.0.0.1:8080.')
  expect(asked.at(-1)).toMatchObject({ path: '/auth/logout', headers: { authorization: `Bearer ${TOKEN}` } })
  expect((await run(['logout'])).complaints).toBe('You were not signed in.')
})

test('a terminal gets tables, a pipe gets JSON', async () => {
  const table = await run(['keys'], { isTerminal: true })
  expect(table.printed).toBe('id  name\n7   laptop')
  expect((await run(['usage'], { isTerminal: true })).printed).toBe('plan  free')
  expect(JSON.parse((await run(['keys', '--json'], { isTerminal: true })).printed)).toEqual([{ id: 7, name: 'laptop' }])
  expect(JSON.parse((await run(['keys'])).printed)).toEqual([{ id: 7, name: 'laptop' }])
})

test('chat without a question is rejected, and - reads the standard input', async () => {
  const answer = { response: 'Both.', ain_score: 0.9, svc_filter: { attempts: [{}] } }
  let body: unknown
  const chatting: typeof globalThis.fetch = async (_url, init) => {
    body = JSON.parse(String(init?.body))
    return new Response(JSON.stringify(answer))
  }
  expect(await run(['chat'], { fetch: chatting })).toMatchObject({ code: 2, complaints: /^ask a question/ })
  expect((await run(['chat', '-'], { fetch: chatting, input: ' \n' })).code).toBe(2)
  expect(body).toBeUndefined()
  expect(await run(['chat', '-'], { fetch: chatting, input: 'Is it?' })).toMatchObject({ code: 0, printed: 'Both.' })
  expect(body).toMatchObject({ messages: [{ role: 'user', content: 'Is it?' }] })
})

test('there is a completion script for three shells', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, printed } = await run(['completion', shell])
    expect(code).toBe(0)
    expect(printed, shell).toContain('$(equipoise complete '.replace('$', shell === 'fish' ? '' : '$'))
  }
  expect((await run(['completion', 'cmd'])).code).toBe(2)
})

test('--version is the version of the package', async () => {
  expect((await run(['--version'])).printed).toMatch(/^\d+\.\d+\.\d+$/)
})
