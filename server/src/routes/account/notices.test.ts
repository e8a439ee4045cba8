// Notices by email, on two nodes with one database. Services in tests do not run timers, so the tests look for keys themselves.

import { type StripeServer, signEvent, startStripeServer } from '@equipoise/simulated'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PRICES, sessionOf } from '../../../test/billing-setup.ts'
import { type Inbox, openInbox } from '../../../test/inbox.ts'
import { PASSWORD, type Person, signIn, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'
import { WAIT } from '../../../test/waiting.ts'
import { createNotices, wideNetworkOf } from '../../accounts/notices/notices.ts'
import { DAY_MS } from '../../ground/calendar.ts'
import { Secret } from '../../ground/secret.ts'
import { openMail } from '../../mail/mail.ts'

const WEBHOOK_SECRET = 'whsec_only_for_tests'
const clock = { nowMs: Date.parse('2026-03-10T12:00:00Z') }
let box: Inbox
let stripe: StripeServer
let nodes: [Service, Service]
let person: Person

beforeAll(async () => {
  box = await openInbox()
  stripe = await startStripeServer({ nowMs: () => clock.nowMs, prices: PRICES })
  const env = {
    SMTP_URL: box.url,
    MAIL_FROM: 'Equipoise <hello@e.example>',
    STRIPE_SECRET_KEY: 'sk_test_canary',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
    PUBLIC_URL: 'https://equipoise.example',
  }
  const first = await openService({ env, nowMs: () => clock.nowMs })
  nodes = [first, await openService({ env, nowMs: () => clock.nowMs, beside: first })]
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close()
  await stripe.close()
  await box.close()
})
beforeEach(async () => {
  person = await signUp(nodes[0].app)
  // An email that an earlier test caused may still arrive.
  let first = await box.next()
  while (!first.includes(person.email)) first = await box.next()
  expect(first).toContain('Confirm your email')
})

/** Waits until everything is sent; returns what has arrived for this person. */
async function emails(): Promise<string[]> {
  await vi.waitFor(async () => {
    const [row] = await nodes[0].sql<{ waiting: number }[]>`select count(*) as waiting from outbox`
    expect(row?.waiting).toBe(0)
  }, WAIT)
  const got: string[] = []
  while (box.waiting() > 0) got.push(await box.next())
  return got.filter((text) => text.includes(person.email))
}
const subjectsOf = (texts: readonly string[]) => texts.map((text) => /Subject: (.*)/.exec(text)?.[1])
const rowsOf = (kind: string) =>
  nodes[0].sql`select subject from notices where account_id = ${person.id} and kind = ${kind} order by subject`
const analyse = (node: Service) =>
  node.app.inject({
    method: 'POST',
    url: '/ai/analyze',
    headers: person.headers,
    payload: { text: 'The council met on Tuesday.' },
  })
const setUsed = (units: number) => nodes[0].sql`
  insert into usage_months (account_id, month, meter, from_allowance) values (${person.id}, '2026-03-01', 'ai/analyze', ${units})
  on conflict (account_id, month, meter) do update set from_allowance = ${units}`
const choose = (payload: object) =>
  nodes[1].app.inject({ method: 'PATCH', url: '/auth/me/notices', headers: person.headers, payload })
/** A sign-in triggers the outbox; otherwise it is checked every five seconds. */
const wakeAll = async () => {
  for (const { app } of nodes) await signIn(app, person.email)
}
const quietOnBoth = async () => {
  await vi.waitFor(async () => expect((await rowsOf('usage')).length).toBeGreaterThan(0), WAIT)
}

describe('usage', () => {
  test('80 % and 100 % of an allowance cause one email each, however many nodes notice', async () => {
    await setUsed(398)
    await analyse(nodes[0])
    expect(await rowsOf('usage')).toEqual([])
    await Promise.all(Array.from({ length: 8 }, (_, nth) => analyse(nodes[nth % 2 === 0 ? 0 : 1])))
    await quietOnBoth()
    expect(subjectsOf(await emails())).toEqual(['You have used 80 % of your text analyses on Equipoise'])
    await setUsed(497)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, nth) => analyse(nodes[nth % 2 === 0 ? 0 : 1])))
    expect(answers.filter(({ statusCode }) => statusCode === 402)).toHaveLength(5)
    await vi.waitFor(async () => expect(await rowsOf('usage')).toHaveLength(2), WAIT)
    const [text, ...more] = await emails()
    expect(more).toEqual([])
    expect(text).toContain('Subject: You have used all text analyses this month on Equipoise')
    expect(text).toContain('500 of the 500 text analyses that your free plan includes')
    expect(text).toContain('resets on 1 April 2026')
  })

  test('people who switched them off get none, and their choice applies on every node', async () => {
    const answer = await choose({ usage: false })
    expect(answer.json()).toMatchObject({ available: true, notices: { usage: false, sign_in: true } })
    await setUsed(499)
    await analyse(nodes[0])
    await analyse(nodes[1])
    expect(await rowsOf('usage')).toEqual([])
    const shown = await nodes[0].app.inject({ url: '/auth/me/notices', headers: person.headers })
    expect(shown.json().notices).toEqual({ usage: false, key_expiry: true, failed_renewal: true, sign_in: true })
    expect((await choose({ usage: true })).json().notices.usage).toBe(true)
    expect((await choose({ usage: 'yes' })).statusCode).toBe(422)
  })

  test('using everything at once causes one email', async () => {
    await setUsed(499)
    await analyse(nodes[1])
    await quietOnBoth()
    expect(subjectsOf(await emails())).toEqual(['You have used all text analyses this month on Equipoise'])
    await setUsed(420)
    await analyse(nodes[0])
    expect(await emails()).toEqual([])
  })

  test('while the mail server is down the email waits, and arrives once afterwards', async () => {
    box.reject({ code: 451, message: 'try again later' })
    await setUsed(499)
    await analyse(nodes[0])
    const { sql } = nodes[0]
    await vi.waitFor(
      async () => expect(await sql`select 1 from outbox where last_error is not null`).toHaveLength(1),
      WAIT,
    )
    box.reject()
    clock.nowMs += 60_000
    await analyse(nodes[1])
    await wakeAll()
    expect(subjectsOf(await emails())).toEqual(['You have used all text analyses this month on Equipoise'])
  })
})

describe('keys about to expire', () => {
  const makeKey = async (days: number, name = 'Build server') => {
    const payload = { name, expires_at: new Date(clock.nowMs + days * DAY_MS).toISOString() }
    const made = await nodes[0].app.inject({ method: 'POST', url: '/api-keys', headers: person.headers, payload })
    return made.json() as { id: number }
  }
  const look = async () => {
    const secrets = [new Secret('a secret that only tests use, 32+ characters')]
    const report = (error: unknown) => {
      throw error
    }
    const parts = { nowMs: () => clock.nowMs, report }
    const opened = nodes.map(({ sql }) => {
      const mail = openMail({ sql, ...parts, smtpUrl: new Secret(box.url), from: 'a@e.example', secrets })
      return {
        mail,
        notices: createNotices({ sql, ...parts, mail, brandName: 'Equipoise', publicUrl: 'https://e.example' }),
      }
    })
    await Promise.all(opened.map(({ notices }) => notices.look()))
    const got = await emails()
    for (const { mail } of opened) await mail.close()
    return subjectsOf(got)
  }

  test('cause one email a week ahead, even if two nodes look at the same time', async () => {
    await makeKey(30)
    expect(await look()).toEqual([])
    clock.nowMs += 23 * DAY_MS
    expect(await look()).toEqual(['Your Equipoise API key expires on 9 April 2026'])
    expect(await look()).toEqual([])
  })

  test('a key for ten days causes an email on its last day; one that is short-lived, revoked or rotated does not', async () => {
    await makeKey(10)
    await makeKey(1)
    const revoked = await makeKey(10)
    const rotated = await makeKey(10)
    const { headers } = person
    await nodes[0].app.inject({ method: 'DELETE', url: `/api-keys/${revoked.id}`, headers })
    await nodes[0].app.inject({ method: 'POST', url: `/api-keys/${rotated.id}/rotate`, headers, payload: {} })
    await nodes[0].sql`update api_keys set revoked_at = now() where account_id = ${person.id} and id > ${rotated.id}`
    clock.nowMs += 8 * DAY_MS
    expect(await look()).toEqual([])
    clock.nowMs += 1.5 * DAY_MS
    expect(await look()).toEqual(['Your Equipoise API key expires on 12 April 2026'])
  })

  test('people who switched them off get none', async () => {
    await makeKey(30)
    await choose({ key_expiry: false })
    clock.nowMs += 25 * DAY_MS
    expect(await look()).toEqual([])
  })
})

describe('a sign-in', () => {
  const signInFrom = (remoteAddress: string, node = nodes[0]) =>
    node.app.inject({
      method: 'POST',
      url: '/auth/login',
      remoteAddress,
      headers: { 'user-agent': 'curl/8' },
      payload: { email: person.email, password: PASSWORD },
    })

  test('from a new network causes an email with its details; the same network and the first one do not', async () => {
    expect((await signInFrom('127.0.0.9')).statusCode).toBe(200)
    const answers = await Promise.all([signInFrom('203.0.113.7'), signInFrom('203.0.113.80', nodes[1])])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const [text, ...more] = await emails()
    expect(more).toEqual([])
    expect(text).toContain('Subject: New sign-in to your Equipoise account')
    expect(text).toMatch(/Address: 203\.0\.113\.(7|80)\r/)
    expect(text).toContain('Program: curl/8')
    await signInFrom('203.0.113.9')
    expect(await emails()).toEqual([])
  })

  test('from everywhere at once does not fill the mailbox', async () => {
    for (let nth = 1; nth <= 8; nth++) await signInFrom(`198.51.${nth}.1`)
    expect(await emails()).toHaveLength(5)
  })

  test('causes no email to somebody who switched it off', async () => {
    await choose({ sign_in: false })
    await signInFrom('192.0.2.5')
    expect(await emails()).toEqual([])
  })

  test.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:DB8:0a:1::5', '2001:db8:a::/48'],
    ['2001:db8::5', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
  ])('%s belongs to %s', (address, network) => {
    expect(wideNetworkOf(address)).toBe(network)
  })
})

test('a failed renewal causes one email per period, whichever node gets the event and how often', async () => {
  await nodes[0].sql`update accounts set email_verified_at = now() where id = ${person.id}`
  const payload = { plan: 'pro' }
  const { headers } = person
  const bought = await nodes[0].app.inject({ method: 'POST', url: '/billing/checkout', headers, payload })
  const subscription = stripe.pay(sessionOf(bought.json().checkout_url))
  const deliver = async (node: Service) => {
    for (const event of stripe.events) {
      const { rawBody, signature } = signEvent(event, WEBHOOK_SECRET, clock.nowMs)
      const signed = { 'content-type': 'application/json', 'stripe-signature': signature }
      await node.app.inject({ method: 'POST', url: '/billing/webhook', headers: signed, payload: rawBody })
    }
  }
  await deliver(nodes[0])
  expect(await emails()).toEqual([])
  clock.nowMs += 31 * DAY_MS
  stripe.failRenewal(subscription)
  await Promise.all(nodes.map(deliver))
  await deliver(nodes[0])
  await wakeAll()
  const [text, ...more] = await emails()
  expect(more).toEqual([])
  expect(text).toContain('Subject: We could not renew your Equipoise plan')
})
