// The newsletter, which needs no account. Only somebody who reads the emails of an address can subscribe or unsubscribe it.
import { randomBytes } from 'node:crypto'
import { createAttempts, digest, type Limit, limitReached, tooFast } from '../attempts/attempts.ts'
import type { Sql } from '../db/db.ts'
import { DAY_MS } from '../ground/calendar.ts'
import { ApiError, type Report } from '../ground/errors.ts'
import type { Mail } from '../mail/mail.ts'
import { confirmEmail, stillSubscribedEmail } from './newsletter-emails.ts'
import { confirm, findSubscription, subscribe, unsubscribe } from './newsletter-store.ts'

/** Having an account does not prove that somebody reads its emails, so accounts neither show nor end a subscription. */
export interface Newsletter {
  /** Sends a link to confirm. Behaves the same for an address that is already known. */
  subscribe(email: string, address: string): Promise<void>
  /** Returns whether the token is one of ours; invalid ones count against the network address. */
  confirm(token: string, address: string): Promise<boolean>
  unsubscribe(token: string, address: string): Promise<boolean>
  /** For deleted accounts: sends the unsubscribe link to the address, because only its reader may use it. Never rejects. */
  offerUnsubscribing(email: string): Promise<void>
}

interface NewsletterParts {
  readonly sql: Sql
  readonly nowMs: () => number
  /** Absent if no mail is configured. */
  readonly mail: Mail | undefined
  readonly publicUrl: string
  readonly brandName: string
  readonly report: Report
}

const TOKEN_BYTES = 24
/** How long a subscription waits for its confirmation. */
const SUBSCRIPTION_MS = 7 * DAY_MS
const HOUR_MS = 3_600_000
/** Emails that ask to confirm a subscription: per address, and per network. They do not use up those about passwords. */
const SUBSCRIPTIONS_OF_EMAIL: Limit = { tries: 2, windowMs: 24 * HOUR_MS }
const SUBSCRIPTIONS_FROM_NETWORK: Limit = { tries: 30, windowMs: HOUR_MS }

export function createNewsletter(parts: NewsletterParts): Newsletter {
  const { sql, nowMs, mail, publicUrl, brandName, report } = parts
  const { take, takeFrom, mayMail, token: counted } = createAttempts(sql, nowMs)
  const now = () => new Date(nowMs())
  const tellDropped = () => report(limitReached(), 'an email about the newsletter was not sent')
  const unsubscribeLink = (token: string) => `${publicUrl}/newsletter/unsubscribe?token=${token}`
  const offerUnsubscribing = async (to: string): Promise<void> => {
    if (!mail) return
    const isAllowed = await mayMail('newsletter', to)
    const token = await findSubscription(sql, to)
    if (!token) return
    if (!isAllowed) return tellDropped()
    await mail.queue(sql, { to, ...stillSubscribedEmail(brandName, unsubscribeLink(token)) })
    mail.wake()
  }
  return {
    async subscribe(to, address) {
      if (!mail)
        throw new ApiError('not_configured', 'Email is not configured on this deployment: set SMTP_URL and MAIL_FROM.')
      const { waitSeconds } = await takeFrom(address, 'newsletter-network', SUBSCRIPTIONS_FROM_NETWORK)
      if (waitSeconds) throw tooFast('Too many subscriptions from this address. Try again later.', waitSeconds)
      const mayAsk = (await take(`newsletter:${digest(to)}`, SUBSCRIPTIONS_OF_EMAIL)) === undefined
      const wish = { email: to, token: randomBytes(TOKEN_BYTES).toString('base64url'), at: now() }
      const { token, isConfirmed } = await subscribe(sql, wish)
      if (isConfirmed) return
      if (!mayAsk) return tellDropped()
      const links = { confirm: `${publicUrl}/newsletter/confirm?token=${token}`, unsubscribe: unsubscribeLink(token) }
      await mail.queue(sql, { to, ...confirmEmail(brandName, links) }, { usefulForMs: SUBSCRIPTION_MS })
      mail.wake()
    },
    confirm: async (token, address) =>
      (await counted(address, async () => (await confirm(sql, token, now())) || undefined)) ?? false,
    unsubscribe: async (token, address) =>
      (await counted(address, async () => (await unsubscribe(sql, token, now())) || undefined)) ?? false,
    offerUnsubscribing: (email) =>
      offerUnsubscribing(email).catch((error) => report(error, 'an email could not be queued')),
  }
}
