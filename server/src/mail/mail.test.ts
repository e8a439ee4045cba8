import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { type Inbox, openInbox } from '../../test/inbox.ts'
import { WAIT } from '../../test/waiting.ts'
import { Secret } from '../ground/secret.ts'
import { type Mail, openMail } from './mail.ts'

const START_MS = Date.UTC(2026, 2, 10, 12)
let clockMs = START_MS
let fresh: FreshDatabase
let box: Inbox
let reports: string[] = []
const opened: Mail[] = []

beforeAll(async () => {
  fresh = await freshDatabase()
  box = await openInbox()
})
beforeEach(async () => {
  clockMs = START_MS
  reports = []
  await fresh.sql`delete from outbox`
})
afterAll(async () => {
  await Promise.all(opened.map((mail) => mail.close()))
  await box.close()
  await fresh.close()
})

function open(smtpUrl = box.url, secrets = ['a secret of this deployment, 32 characters']): Mail {
  const mail = openMail({
    sql: fresh.sql,
    nowMs: () => clockMs,
    smtpUrl: new Secret(smtpUrl),
    from: 'Equipoise <hello@e.example>',
    secrets: secrets.map((text) => new Secret(text)),
    report: (error, message) => reports.push(`${message}: ${(error as Error).message}`),
  })
  opened.push(mail)
  return mail
}

const email = { to: 'reader@example.org', subject: 'Hello', text: 'The link is https://e.example/?token=canary' }

test('an email is sent once its transaction is committed, and leaves no row', async () => {
  const mail = open()
  await fresh.sql.begin((tx) => mail.queue(tx, email))
  mail.wake()
  const received = await box.next()
  expect(received).toContain('To: reader@example.org')
  expect(received).toMatch(/Message-ID: <\d+\.[0-9a-f]{24}@e\.example>/)
  await vi.waitFor(async () => expect(await mail.outbox()).toMatchObject({ waiting: 0 }), WAIT)
})

test('an email of a transaction that failed is not sent', async () => {
  const mail = open()
  const failing = fresh.sql.begin(async (tx) => {
    await mail.queue(tx, email)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await mail.outbox()).toMatchObject({ waiting: 0 })
})

test('while the mail server is down the email waits, and another node sends it later', async () => {
  const mail = open('smtp://127.0.0.1:1')
  await mail.queue(fresh.sql, email)
  mail.wake()
  await vi.waitFor(() => expect(reports.join()).toContain('an email could not be sent yet (attempt 1)'), WAIT)
  await vi.waitFor(async () => expect((await mail.outbox()).lastError).toContain('ECONNREFUSED'), WAIT)
  await mail.close()
  const other = open()
  clockMs += 10_000
  other.wake()
  expect(await box.next()).toContain('Subject: Hello')
  await vi.waitFor(async () => expect(await other.outbox()).toMatchObject({ waiting: 0, lastError: null }), WAIT)
})

test('two nodes never send the same email', async () => {
  const nodes = [open(), open()]
  for (let count = 0; count < 30; count++) {
    await nodes[0]?.queue(fresh.sql, { ...email, subject: `Number ${count}.` })
  }
  for (const node of nodes) node.wake()
  const received = await Promise.all(Array.from({ length: 30 }, () => box.next()))
  const subjects = received.map((text) => /Subject: (.*)/.exec(text)?.[1])
  expect(new Set(subjects).size).toBe(30)
  await vi.waitFor(async () => expect(await nodes[0]?.outbox()).toMatchObject({ waiting: 0 }), WAIT)
  expect(box.waiting()).toBe(0)
})

test('an address that the mail server rejects permanently is not tried again, and the operator is informed', async () => {
  const mail = open()
  box.reject({ code: 550, message: 'no such mailbox' })
  await mail.queue(fresh.sql, email)
  mail.wake()
  await vi.waitFor(() => expect(reports.join()).toContain('an email was not delivered'), WAIT)
  box.reject()
  expect(await mail.outbox()).toMatchObject({ waiting: 0 })
})

test('an email that is too old to be useful is dropped', async () => {
  const mail = open()
  await mail.queue(fresh.sql, email, { usefulForMs: 3_600_000 })
  clockMs += 3_600_000
  mail.wake()
  await vi.waitFor(() => expect(reports.join()).toContain('it expired'), WAIT)
  expect(box.waiting()).toBe(0)
})

test('the database stores emails encrypted, and an older secret still decrypts them', async () => {
  const mail = open('smtp://127.0.0.1:1', ['the old secret of this deployment, long'])
  await mail.queue(fresh.sql, email)
  const rows = await fresh.sql`select encode(content, 'escape') as content, recipient from outbox`
  expect(JSON.stringify(rows)).not.toContain('canary')
  const rotated = open(box.url, ['the new secret of this deployment, long', 'the old secret of this deployment, long'])
  rotated.wake()
  expect(await box.next()).toContain('canary')
})
