// The emails about an account. Each goes into the outbox in the transaction that causes it.
import type { Sql, TransactionSql } from '../db/db.ts'
import type { Email, Mail } from '../mail/mail.ts'
import type { Account } from './account-store.ts'
import type { Removed } from './sign-in/ownership.ts'

interface EmailParts {
  /** Absent if no mail is configured. */
  readonly mail: Mail | undefined
  readonly publicUrl: string
  readonly brandName: string
}

type Tx = Sql | TransactionSql

export interface Emails {
  readonly isConfigured: boolean
  /** Contains two links: one keeps the API keys, the other offers to revoke them. */
  reset(tx: Tx, email: string, token: string): Promise<void>
  verify(tx: Tx, email: string, token: string): Promise<void>
  invite(tx: Tx, email: string, invitation: { token: string; expiresAt: Date }): Promise<void>
  passwordChanged(tx: Tx, email: string, removed: Removed & { isKeyless: boolean }): Promise<void>
  /** Sent to somebody who confirmed the address of an account that another person may have created: its password has been removed. */
  choosePassword(tx: Tx, email: string, token: string): Promise<void>
  /** Not sent to an unconfirmed address: anybody could make us write to it. */
  accessChanged(tx: Tx, account: Pick<Account, 'email' | 'emailVerifiedAt'>, change: AccessChange): Promise<void>
  /** Sent to the previous address, so that its owner learns of a change they did not make. */
  emailChanged(tx: Tx, email: string, newEmail: string): Promise<void>
  /** Call this once the transaction is committed: then the email does not wait for the next look into the outbox. */
  wake(): void
  close(): Promise<void>
}

/** A way to sign in, or a protection such as a second factor, that was added or removed. */
type AccessChange = keyof typeof ACCESS_CHANGES

const ACCESS_CHANGES = {
  identity_connected: 'An identity was connected to your account. It can be used to sign in.',
  identity_removed: 'A connected identity was removed from your account. It can no longer be used to sign in.',
  second_factor_added: 'A second factor was added to your account. Signing in now needs a code.',
  second_factor_removed: 'The second factor of your account was removed. Signing in no longer needs a code.',
} as const

export const RESET_MS = 3_600_000
export const VERIFICATION_MS = 86_400_000

export function createEmails({ mail, publicUrl, brandName }: EmailParts): Emails {
  const send = async (tx: Tx, email: Email, usefulForMs?: number): Promise<void> => {
    await mail?.queue(tx, email, usefulForMs === undefined ? {} : { usefulForMs })
  }
  return {
    isConfigured: mail !== undefined,
    reset: (tx, to, token) =>
      send(tx, { to, ...resetEmail(brandName, `${publicUrl}/app/reset?token=${token}`) }, RESET_MS),
    verify: (tx, to, token) =>
      send(tx, { to, ...verifyEmail(brandName, `${publicUrl}/app/verify-email?token=${token}`) }, VERIFICATION_MS),
    invite: (tx, to, { token, expiresAt }) =>
      send(tx, { to, ...inviteEmail(brandName, invitationLink(publicUrl, token), expiresAt) }),
    passwordChanged: (tx, to, removed) => send(tx, { to, ...changedEmail(brandName, publicUrl, removed) }),
    choosePassword: (tx, to, token) =>
      send(tx, { to, ...chooseEmail(brandName, `${publicUrl}/app/reset?token=${token}`) }, RESET_MS),
    async accessChanged(tx, { email: to, emailVerifiedAt }, change) {
      if (emailVerifiedAt !== null) await send(tx, { to, ...accessEmail(brandName, publicUrl, change) })
    },
    emailChanged: (tx, to, newEmail) => send(tx, { to, ...movedEmail(brandName, newEmail) }),
    wake: () => mail?.wake(),
    close: async () => mail?.close(),
  }
}

export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/app/invitation?token=${token}`
}

function resetEmail(brandName: string, link: string) {
  return {
    subject: `Set a new ${brandName} password`,
    text: [
      'Somebody asked to set a new password for this email address.',
      'If it was you, open this link within one hour:',
      '',
      link,
      '',
      'If somebody else may know your password or your API keys, use this link instead. It also revokes your API keys:',
      '',
      `${link}&keys=revoke`,
      '',
      'If it was not you, you can ignore this email. Nothing has changed.',
    ].join('\n'),
  }
}

function verifyEmail(brandName: string, link: string) {
  return {
    subject: `Confirm your email address for ${brandName}`,
    text: [
      `Somebody created an account at ${brandName} with this email address.`,
      'If it was you, open this link within 24 hours to confirm it:',
      '',
      link,
      '',
      'If it was not you, you can ignore this email.',
    ].join('\n'),
  }
}

function inviteEmail(brandName: string, link: string, expiresAt: Date) {
  return {
    subject: `You are invited to ${brandName}`,
    text: [
      `You are invited to create an account at ${brandName} with this email address.`,
      `Open this link before ${expiresAt.toUTCString()}:`,
      '',
      link,
      '',
      'The link works once.',
    ].join('\n'),
  }
}

function chooseEmail(brandName: string, link: string) {
  return {
    subject: `Choose a password for ${brandName}`,
    text: [
      'This email address is confirmed. You were not signed in, so we could not tell whether you also created the account.',
      'To keep everybody else out, we removed its password, its API keys and its connected identities, and ended its sessions. A second factor stays only if its owner had confirmed an address of this account.',
      '',
      'To use the account, choose a password within one hour:',
      '',
      link,
    ].join('\n'),
  }
}

function accessEmail(brandName: string, publicUrl: string, change: AccessChange) {
  return {
    subject: `Your ${brandName} account: how you sign in has changed`,
    text: [
      ACCESS_CHANGES[change],
      '',
      `See all ways to sign in: ${publicUrl}/app/account`,
      `If it was not you, set a new password now: ${publicUrl}/app/forgot`,
    ].join('\n'),
  }
}

function changedEmail(
  brandName: string,
  publicUrl: string,
  { isKeyless, identities, secondFactors }: Removed & { isKeyless: boolean },
) {
  const keys = isKeyless
    ? `All your API keys were revoked. Create new ones: ${publicUrl}/app/keys`
    : `Your API keys still work. Revoke any you don't recognise: ${publicUrl}/app/keys`
  const others = [
    ...(secondFactors > 0 ? ['a second factor'] : []),
    ...(identities > 0 ? ['connected identities'] : []),
  ].join(' and ')
  return {
    subject: `Your ${brandName} password was changed`,
    text: [
      'The password of your account was just changed, and your other sessions were signed out.',
      `If it was not you, set a new password now: ${publicUrl}/app/forgot`,
      keys,
      ...(others ? [`We removed ${others}, added before this address was confirmed.`] : []),
    ].join('\n'),
  }
}

function movedEmail(brandName: string, newEmail: string) {
  return {
    subject: `Your ${brandName} email address was changed`,
    text: [
      `Your account now belongs to ${newEmail}. We send no more emails to this address.`,
      '',
      `If it was not you, tell the people who run ${brandName} now. They can return the account to you.`,
    ].join('\n'),
  }
}
