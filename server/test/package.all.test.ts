// The service as installed from npm: our packages are packed, unpacked in a clean folder, and started with the embedded database.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './free-port.ts'

const ROOT = join(import.meta.dirname, '../..')
/** All packages of the service and its command, as the page for operators packs them. */
const [COMMAND = ''] = /^npm pack .*$/m.exec(readFileSync(join(ROOT, 'docs/operating/running.md'), 'utf8')) ?? []
const PACKAGES = [...COMMAND.matchAll(/-w (\S+)/g)].map(([, name = '']) => name).filter((name) => name !== 'server')

/** Takes some seconds if everything is already built, as `npm test` leaves it. */
const PACKING_TIMEOUT_MS = 300_000

let folder: string
let service: ChildProcess | undefined
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'server-user-'))
  chmodSync(folder, 0o755)
  // The pack script builds what is stale, and copies the web application and the guides.
  const pack = (args: readonly string[]) =>
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, ...args], { cwd: ROOT })
  pack(['-w', 'server'])
  pack(['--ignore-scripts', ...PACKAGES.flatMap((name) => ['-w', name])])
  for (const tarball of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) unpack(tarball)
  linkOthers()
}, PACKING_TIMEOUT_MS)
afterAll(() => {
  service?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function unpack(tarball: string): void {
  const name = basename(tarball).replace(/^equipoise-(.*)-\d+\.\d+\.\d+.*$/, '$1')
  const home = join(folder, 'node_modules/@equipoise', name)
  mkdirSync(home, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', home, '--strip-components=1'])
}

/** Links third-party packages installed here: the test uses no registry. */
function linkOthers(): void {
  const home = join(folder, 'node_modules')
  for (const from of [join(ROOT, 'server/node_modules'), join(ROOT, 'node_modules')]) {
    for (const name of readdirSync(from).filter((one) => one !== '@equipoise' && !one.startsWith('.'))) {
      try {
        symlinkSync(join(from, name), join(home, name))
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('EEXIST')
      }
    }
  }
}

test('the packages need no package that is not published', () => {
  const ours = readdirSync(join(folder, 'node_modules/@equipoise'))
  for (const name of ours) {
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/@equipoise', name, 'package.json'), 'utf8'))
    expect([name, manifest.private]).toEqual([name, undefined])
    const needed = Object.keys(manifest.dependencies ?? {}).filter((one) => one.startsWith('@equipoise/'))
    expect(needed.filter((one) => ours.includes(one.slice('@equipoise/'.length)))).toEqual(needed)
  }
})

test('the package of the service contains neither sources nor tests', () => {
  const home = join(folder, 'node_modules/@equipoise/server')
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(expect.arrayContaining(['dist/main.js', 'web/index.html', 'docs/guide/quotas.md']))
  expect(files.filter((name) => /\.test\.|^src|^test|\.built$/.test(name))).toEqual([])
})

test('equipoise serve starts it in a clean folder, and equipoise-admin works with it', async () => {
  const port = await freePort()
  const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(folder, 'data') }
  const bin = (name: string, file: string) => join(folder, 'node_modules/@equipoise', name, 'bin', file)
  service = spawn(process.execPath, [bin('cli', 'equipoise.mjs'), 'serve'], { cwd: folder, env })
  let said = ''
  const ended = once(service, 'exit')
  await new Promise<void>((resolve, reject) => {
    service?.stderr?.on('data', (words: Buffer) => {
      said += words
      if (said.includes('is ready')) resolve()
    })
    ended.then(() => reject(new Error(`ended before it was ready: ${said}`)))
  })
  const url = `http://127.0.0.1:${port}`
  const registered = await fetch(`${url}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.org', password: 'correct horse battery' }),
  })
  expect(registered.status).toBe(201)
  expect(await (await fetch(`${url}/`)).text()).toContain('<div id="root"')
  expect((await fetch(`${url}/docs/guide/quotas`)).status).toBe(200)
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [bin('server', 'equipoise-admin.mjs'), 'accounts', 'list'], { env })
  expect(stdout).toContain('ada@example.org')
  service.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(said).toContain('open to everybody (REGISTRATION=open)')
})
