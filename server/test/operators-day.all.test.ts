// Runs docs/operating/administration.md as a script, from start to finish, on an embedded database.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PORT = 41_873

test('an operator can deploy, invite, change, disable, back up, restore elsewhere and upgrade', async () => {
  const page = await readFile(join(ROOT, 'docs/operating/administration.md'), 'utf8')
  const script = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join('\n')
  const day = await mkdtemp(join(tmpdir(), 'day-'))
  const env = {
    PATH: process.env.PATH,
    HOME: day,
    DAY: day,
    PORT: String(PORT),
    START: `${process.execPath} server/dist/main.js`,
    ADMIN: `${process.execPath} server/bin/equipoise-admin.mjs`,
  }
  const child = spawn('bash', ['-c', script], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ])
  const said = await readFile(join(day, 'said'), 'utf8').catch(() => '')
  // The last database may still be closing.
  await rm(day, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  expect({ code, err, said: code === 0 ? '' : said }).toEqual({ code: 0, err: expect.any(String), said: '' })
  expect(out.split('\n').filter((line) => /^\d\. /.test(line))).toEqual([
    '1. Deployed: ok',
    '2. Administrator: sees 1 account',
    expect.stringMatching(/^3\. Invited: ada has a key, and her first text scored 0\.\d+$/),
    '4. Disabled and enabled again',
    '5. Healthy',
    '6. Backed up',
    '7. Restored: ada is still signed in, on the pro plan',
    '8. Upgraded',
  ])
  expect(out).toMatch(/rows of \d+ tables, encrypted, checked\./)
})
