// The newsletter, which needs no account. Whoever reads the emails of an address decides about it, nobody else.
import { randomBytes } from 'node:crypto'
import type { Sql } from '../db/db.ts'
import type { Attempts } from './attempts.ts'
import type { Emails } from './emails.ts'
import { confirm, subscribe, unsubscribe } from './newsletter-store.ts'

/** Belongs to whoever reads the mail of an address. An account does not prove that, so it neither shows nor ends a subscription. */
export interface Newsletter {
  /** Sends a link to confirm it. Says the same for an address that is known already. */
  subscribe(email: string, address: string): Promise<void>
  /** Answers whether the token is one of ours. */
  confirm(token: string): Promise<boolean>
  unsubscribe(token: string): Promise<boolean>
}

export interface NewsletterParts {
  readonly sql: Sql
  readonly emails: Emails
  readonly attempts: Attempts
  readonly now: () => Date
}

const TOKEN_BYTES = 24

export function createNewsletter({ sql, emails, attempts, now }: NewsletterParts): Newsletter {
  return {
    async subscribe(email, address) {
      const mayMail = await attempts.subscription(email, address)
      const wish = { email, token: randomBytes(TOKEN_BYTES).toString('base64url'), at: now() }
      const { token, isConfirmed } = await subscribe(sql, wish)
      if (isConfirmed || !mayMail || !emails.isConfigured) return
      await emails.confirmSubscription(sql, email, token)
      emails.wake()
    },
    confirm: (token) => confirm(sql, token, now()),
    unsubscribe: (token) => unsubscribe(sql, token, now()),
  }
}
