// From 1.0.0 on, every release opens the data of the previous one: the service of the newest tag fills a data folder, and this tree
// starts on it. The tagged sources run with the packages installed here.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './free-port.ts'

const ROOT = join(import.meta.dirname, '../..')
const PERSON = { email: 'ada@example.org', password: 'correct horse battery' }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newest-tag-'))
  await chmod(folder, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

test('this tree starts on a data folder of the newest tag, and all data is there', async (context) => {
  const tag = newestTag()
  if (tag === undefined) return context.skip('there is no git tag, so no data folder of an earlier release to start on')
  const before = await startService(await unpack(tag), [
    '--conditions=equipoise:source',
    '--import',
    'tsx',
    'server/src/main.ts',
  ])
  const { access_token } = await before.call('/auth/register', PERSON)
  const { key } = await before.call('/api-keys', { name: 'mine' }, access_token)
  await before.call('/compute', { bias: 0.5, N: 3 }, key)
  const used = await before.call('/usage/stats', undefined, access_token)
  await before.stop()

  const now = await startService(ROOT, ['server/dist/main.js'])
  const signedIn = await now.call('/auth/login', PERSON)
  expect(await now.call('/usage/stats', undefined, signedIn.access_token)).toMatchObject({
    plan: used.plan,
    keys: used.keys,
  })
  expect(await now.call('/compute', { bias: 0.5, N: 3 }, key)).toMatchObject({ ain: 1 })
  await now.stop()
})

function newestTag(): string | undefined {
  try {
    const list = execFileSync('git', ['tag', '--sort=-version:refname'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' })
    return list.split('\n')[0] || undefined
  } catch {
    return undefined
  }
}

/** Links to the packages installed here, except our own. */
async function unpack(tag: string): Promise<string> {
  const dir = join(folder, 'tagged')
  await mkdir(dir)
  const archive = execFileSync('git', ['archive', tag], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', dir], { input: archive })
  await linkPackages(ROOT, dir)
  for (const name of await readdir(dir)) await linkPackages(join(ROOT, name), join(dir, name))
  const own = join(dir, 'node_modules', '@equipoise')
  await rm(own)
  execFileSync('cp', ['-a', join(ROOT, 'node_modules/@equipoise'), own])
  return dir
}

async function linkPackages(from: string, to: string): Promise<void> {
  const names = await readdir(join(from, 'node_modules')).catch(() => [])
  if (names.length > 0) await mkdir(join(to, 'node_modules'))
  for (const name of names) await symlink(join(from, 'node_modules', name), join(to, 'node_modules', name))
}

/** The part of responses that this test reads. */
interface Body {
  readonly access_token: string
  readonly key: string
  readonly plan: string
  readonly keys: object
}

async function startService(dir: string, command: readonly string[]) {
  const port = await freePort('127.0.0.1')
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: String(port), LOG_LEVEL: 'error' }
  const service = spawn(process.execPath, command, { cwd: dir, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(service, 'exit')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    service.stderr.on('data', (words) => {
      said += words
      if (said.includes('is ready')) resolve()
    })
    void ended.then(() => reject(new Error(`the service of ${dir} ended: ${said}`)))
  })
  return {
    async call(path: string, body?: object, credential?: string): Promise<Body> {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          'content-type': 'application/json',
          ...(credential ? { authorization: `Bearer ${credential}` } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
      return (await response.json()) as Body
    },
    async stop(): Promise<void> {
      service.kill('SIGTERM')
      await ended
    },
  }
}
