// The receiver in the guide about webhooks, run with Node as the guide says.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { freePort } from './free-port.ts'
import { signUp } from './people.ts'
import { openService } from './service.ts'
import { WAIT } from './waiting.ts'

const GUIDE = new URL('../../docs/guide/accounts.md', import.meta.url)

test('the receiver of the guide takes what we signed once, and nothing else', async () => {
  const [, code = ''] = /```js\n([\s\S]+?WEBHOOK_SECRET[\s\S]+?)```/.exec(await readFile(GUIDE, 'utf8')) ?? []
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(20)
  const folder = await mkdtemp(join(tmpdir(), 'receiver-'))
  await writeFile(join(folder, 'receiver.mjs'), code)
  const service = await openService({ env: { WEBHOOK_ADDRESSES: 'any' } })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { headers } = await signUp(service.app)
  const ask = (path: string, payload?: object) =>
    service.app.inject({ method: 'POST', url: path, headers, ...(payload && { payload }) })
  const { id, secret } = (await ask('/webhooks', { url })).json()
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  try {
    await vi.waitFor(async () => {
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
    }, WAIT)
    const forged = { 'webhook-id': 'x', 'webhook-timestamp': String(Date.now() / 1000), 'webhook-signature': 'v1,AAAA' }
    expect((await fetch(url, { method: 'POST', body: '{}', headers: forged })).status).toBe(401)
    const stateOf = async () => {
      const answer = await service.app.inject({ url: `/webhooks/${id}/deliveries`, headers })
      const [{ state, attempts, attempted_at: at }] = answer.json()
      return { state, attempts, at }
    }
    const delivery = (await ask(`/webhooks/${id}/test`)).json()
    await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: 'delivered' }), WAIT)
    await ask(`/webhooks/${id}/rotate`)
    const first = await stateOf()
    await ask(`/webhooks/${id}/deliveries/${delivery.id}/resend`)
    await vi.waitFor(async () => {
      const now = await stateOf()
      expect(now).toMatchObject({ state: 'delivered' })
      expect(now.at).not.toBe(first.at)
    }, WAIT)
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['webhook.test'])
  } finally {
    child.kill()
    await once(child, 'exit')
    await service.close()
    await rm(folder, { recursive: true })
  }
})
