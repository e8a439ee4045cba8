// The image, built from our Dockerfile and run by a container engine. Not in `npm test`: npx vitest run --project image.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findEngine } from './container-engine.ts'
import { sayLoudly } from './debian.ts'
import { freePort } from './free-port.ts'

const ROOT = join(import.meta.dirname, '../..')
const IMAGE = 'localhost/equipoise:test'
const SIZE_BYTES_MAX = 350 * 1_000_000
const BUILD_TIMEOUT_MS = 1_800_000
const POLL_MS = 250
const READY_TIMEOUT_MS = 240_000

const engine = await findEngine((reason) => sayLoudly(`THE IMAGE WAS NOT BUILT AND NOT TESTED: ${reason}`))

describe.skipIf(!engine)('the image', () => {
  if (!engine) return
  const { run, logs, bases, name, limits } = engine
  const containers: string[] = []

  beforeAll(async () => {
    // Uses npm's cache of this machine, and builds without a container runtime: building must work wherever running does.
    const cache = ['--isolation=chroot', '--network=host', `--volume=${join(homedir(), '.npm')}:/root/.npm`]
    const given = [`--build-arg=NODE_IMAGE=${bases.node}`, `--build-arg=BASE_IMAGE=${bases.run}`]
    await run('build', ...(name === 'podman' ? [...cache, '--format=docker'] : []), ...given, '-t', IMAGE, ROOT)
  }, BUILD_TIMEOUT_MS)
  afterEach(async () => {
    for (const id of containers.splice(0)) await run('rm', '-f', '-v', id)
  })
  const folders: string[] = []
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  /** As a cluster would run it: read-only, without capabilities, and as a user id without a name in the image. */
  async function start(...options: string[]): Promise<{ id: string; url: string }> {
    const port = await freePort()
    const nameless = name === 'podman' ? ['--passwd=false'] : []
    const id = await run(
      ...['run', '-d', '--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges'],
      ...[...limits, '--network=host', '-e', `PORT=${port}`, '-e', 'HOST=127.0.0.1', ...nameless, ...options, IMAGE],
    )
    containers.push(id)
    return { id, url: `http://127.0.0.1:${port}` }
  }

  async function untilReady({ id, url }: { id: string; url: string }): Promise<{ status: string; version: string }> {
    const deadlineMs = Date.now() + READY_TIMEOUT_MS
    for (;;) {
      const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
      if (answer?.ok) return (await answer.json()) as { status: string; version: string }
      const state = await run('inspect', '-f', '{{.State.Status}}', id)
      if (state === 'exited' || Date.now() > deadlineMs) {
        throw new Error(`the container is ${state} and not ready:\n${await logs(id)}`)
      }
      await delay(POLL_MS)
    }
  }

  test('is at most 350 MB', async () => {
    const bytes = Number(await run('image', 'inspect', '-f', '{{.Size}}', IMAGE))
    console.log(`The image has ${(bytes / 1_000_000).toFixed(0)} MB.`)
    expect(bytes).toBeLessThanOrEqual(SIZE_BYTES_MAX)
  })

  test('declares who runs it, where its data is and how to check its health', async () => {
    const [inspected] = JSON.parse(await run('image', 'inspect', IMAGE))
    expect(inspected.Config.User).toBe('1000:0')
    expect(Object.keys(inspected.Config.Volumes)).toEqual(['/data'])
    expect(inspected.Config.Healthcheck ?? inspected.Healthcheck).toBeTruthy()
  })

  test('contains no sources, tests or build tools', async () => {
    const found = await run(
      ...['run', '--rm', ...limits, '--network=host', '--entrypoint=/bin/sh', IMAGE, '-c'],
      'find /app -path "*/server/src/*" -o -name "*.test.*" -path "/app/[a-z]*/*" -not -path "*/node_modules/*" -o -path "*/node_modules/typescript" -o -path "*/node_modules/vite" | head',
    )
    expect(found).toBe('')
  })

  test.each(['1000:0', '123456:0', '4321:4321'])(
    'works alone on its volume as user %s, and stops on SIGTERM',
    async (user) => {
      const container = await start('--user', user, ...volumeFor(user))
      const { status } = await untilReady(container)
      expect(status).toBe('ok')
      const { url, id } = container
      const register = await fetch(`${url}/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.org', password: 'correct horse battery' }),
      })
      expect(register.status).toBe(201)
      expect((await fetch(`${url}/`)).headers.get('content-type')).toContain('text/html')
      expect((await fetch(`${url}/docs/guide/quotas`)).status).toBe(200)
      expect(await run('exec', id, 'equipoise-admin', 'accounts', 'list')).toContain('ada@example.org')
      await run('exec', id, ...(await healthCommand()))
      await run('stop', '-t', '20', id)
      expect(await run('inspect', '-f', '{{.State.ExitCode}}', id)).toBe('0')
    },
  )

  test('every secret can come from a file, and an invalid setting ends it with a message', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'image-secret-'))
    folders.push(folder)
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'jwt'), 'too short', { mode: 0o644 })
    const { id } = await start('-v', `${folder}:/run/secrets:ro`, '-e', 'JWT_SECRET_FILE=/run/secrets/jwt')
    expect(await run('wait', id)).toBe('2')
    expect(await logs(id)).toMatch(/Cannot start with these settings:\nJWT_SECRET: Too small/)
  })

  test('npm run admin -- stripe-setup works inside', async () => {
    const npm = ['npm', 'run', '-s', 'admin', '--', 'stripe-setup']
    await expect(
      run('run', '--rm', ...limits, '--network=host', '--read-only', '--tmpfs=/tmp', IMAGE, ...npm),
    ).rejects.toThrow('STRIPE_SECRET_KEY')
  })

  /** The health check that the image declares, as the engine would run it. */
  async function healthCommand(): Promise<string[]> {
    const [inspected] = JSON.parse(await run('image', 'inspect', IMAGE))
    const [kind, ...command] = (inspected.Config.Healthcheck ?? inspected.Healthcheck).Test as string[]
    expect(kind).toBe('CMD')
    return command
  }

  /** The image's volume belongs to user 1000 and group 0; other users need a folder that they can write to. */
  function volumeFor(user: string): string[] {
    if (user.endsWith(':0')) return []
    const folder = mkdtempSync(join(tmpdir(), 'image-data-'))
    folders.push(folder)
    chmodSync(folder, 0o777)
    return ['-v', `${folder}:/data`]
  }
})
