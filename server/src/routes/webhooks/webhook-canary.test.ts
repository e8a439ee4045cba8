// The secret of a webhook is only in the response that creates or rotates it, whatever the receiver does.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, signUp } from '../../../test/people.ts'
import { openReceiver, type Receiver, withStatus } from '../../../test/receiver.ts'
import { openService, type Service } from '../../../test/service.ts'
import { WAIT } from '../../../test/waiting.ts'

let service: Service
let receiver: Receiver
let person: Person
beforeAll(async () => {
  receiver = await openReceiver()
  service = await openService({ env: { WEBHOOK_ADDRESSES: 'any', LOG_LEVEL: 'trace' } })
  person = await signUp(service.app)
})
afterAll(async () => {
  await service.close()
  await receiver.close()
})

async function everyRow(): Promise<string> {
  const tables = await service.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`
  const rows = await Promise.all(
    tables.map(({ name }) => service.sql<{ row: string }[]>`select t::text as row from ${service.sql(name)} t`),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

test('the secret of a webhook is nowhere in the log, the database, the metrics, the requests or other responses', async () => {
  const answered: string[] = []
  const ask = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
    const made = await service.app.inject({ method, url, headers: person.headers, ...(payload && { payload }) })
    return { json: made.body.startsWith('{') || made.body.startsWith('[') ? made.json() : made.body, body: made.body }
  }
  const tell = async (...asked: Parameters<typeof ask>) => {
    const { json, body } = await ask(...asked)
    answered.push(body)
    return json
  }
  const { json: made } = await ask('POST', '/webhooks', { url: receiver.url })
  const path = `/webhooks/${made.id}`
  const { json: rotated } = await ask('POST', `${path}/rotate`)
  const secrets = [made.secret, rotated.secret].map((secret) => String(secret).slice('whsec_'.length))
  expect(new Set(secrets).size).toBe(2)
  const endings: Receiver['answer'][] = [
    withStatus(204),
    (response, { headers }) => void response.writeHead(500, { 'x-echo': secrets[0] }).end(`${secrets} ${headers}`),
    (response) => void response.writeHead(307, { location: `https://example.org/?${secrets[1]}` }).end(),
    (response) => void response.socket?.destroy(),
  ]
  for (const ending of endings) {
    receiver.answer = ending
    const { id } = await tell('POST', `${path}/test`)
    await receiver.next()
    await vi.waitFor(async () => expect((await tell('GET', `${path}/deliveries`))[0].attempts).toBe(1), WAIT)
    await tell('PATCH', path, { enabled: false })
    await tell('PATCH', path, { enabled: true })
    await tell('GET', `${path}/deliveries?after=${id}`)
  }
  await tell('PATCH', path, { url: `not an address ${secrets[0]}`.slice(0, 16) })
  for (const url of ['/webhooks', '/auth/me/export', '/auth/me/audit', '/usage/stats']) await tell('GET', url)

  const places = {
    log: service.log(),
    stored: await everyRow(),
    metrics: (await service.app.inject({ url: '/metrics' })).body,
    sent: JSON.stringify(receiver.received),
    answered: answered.join('\n'),
  }
  expect(places.log).toContain(`"path":"${path}/test"`)
  expect(places.stored).toContain(receiver.url)
  expect(places.metrics).toContain('http_request_duration_seconds')
  expect(receiver.received).toHaveLength(endings.length)
  for (const [where, text] of Object.entries(places)) {
    for (const secret of secrets) {
      const bytes = Buffer.from(secret, 'base64')
      for (const form of [secret, bytes.toString('hex'), bytes.toString('base64url')]) {
        expect([where, text.includes(form)]).toEqual([where, false])
      }
    }
  }
})
