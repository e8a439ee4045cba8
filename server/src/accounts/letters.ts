// What we write to people, and a bounded way to send it without anybody waiting for it.
import type { Letter, Mail } from '../mail.ts'

export interface Post {
  /** Absent where no mail is configured. */
  readonly mail: Mail | undefined
  readonly publicUrl: string
  readonly brandName: string
  readonly report: (error: unknown, message: string) => void
}

export interface Letters {
  readonly isConfigured: boolean
  reset(email: string, token: string): void
  passwordChanged(email: string): void
  subscribed(email: string, token: string): void
  stillSubscribed(email: string, token: string): void
  /** Waits for what is on its way. */
  close(): Promise<void>
}

const ON_THE_WAY_MAX = 1_000

export function createLetters({ mail, publicUrl, brandName, report }: Post): Letters {
  const onTheWay = new Set<Promise<void>>()
  const send = (letter: Letter): void => {
    if (!mail) return
    if (onTheWay.size >= ON_THE_WAY_MAX) {
      report(new Error('too many letters on the way'), 'mail was not sent')
      return
    }
    const sent = mail
      .send(letter)
      .catch((error: unknown) => report(error, 'mail was not sent'))
      .finally(() => onTheWay.delete(sent))
    onTheWay.add(sent)
  }
  const unsubscribeLink = (token: string) => `${publicUrl}/newsletter/unsubscribe?token=${token}`
  return {
    isConfigured: mail !== undefined,
    reset: (to, token) => send({ to, ...resetLetter(brandName, `${publicUrl}/app/reset?token=${token}`) }),
    passwordChanged: (to) => send({ to, ...changedLetter(brandName, publicUrl) }),
    subscribed: (to, token) => send({ to, ...subscribedLetter(brandName, unsubscribeLink(token)) }),
    stillSubscribed: (to, token) => send({ to, ...stillSubscribedLetter(brandName, unsubscribeLink(token)) }),
    async close() {
      await Promise.all(onTheWay)
      mail?.close()
    },
  }
}

function resetLetter(brandName: string, link: string) {
  return {
    subject: `Set a new ${brandName} password`,
    text: [
      'Somebody asked to set a new password for this address.',
      'If it was you, open this link within one hour:',
      '',
      link,
      '',
      'If it was not you, nothing has changed and you can ignore this mail.',
    ].join('\n'),
  }
}

function changedLetter(brandName: string, publicUrl: string) {
  return {
    subject: `Your ${brandName} password was changed`,
    text: [
      'The password of your account was just changed, and the other sessions were ended.',
      `If it was not you, set a new one at once: ${publicUrl}/app/forgot`,
      `API keys work on. Revoke those that are not yours: ${publicUrl}/app/keys`,
    ].join('\n'),
  }
}

function subscribedLetter(brandName: string, link: string) {
  return {
    subject: `You are subscribed to news from ${brandName}`,
    text: ['This address will get our newsletter. To stop it, open:', '', link].join('\n'),
    headers: { 'List-Unsubscribe': `<${link}>` },
  }
}

function stillSubscribedLetter(brandName: string, link: string) {
  return {
    subject: `Your ${brandName} account was erased`,
    text: [
      'The account with this address was erased.',
      'Our newsletter goes on, because it needs no account. To stop it, open:',
      '',
      link,
    ].join('\n'),
    headers: { 'List-Unsubscribe': `<${link}>` },
  }
}
