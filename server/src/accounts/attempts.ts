// How often something may be tried, exactly, on all nodes together.
import { createHash } from 'node:crypto'
import type { Sql } from '../db/db.ts'
import { ApiError } from '../errors.ts'
import { clearTries, type Limit, returnTry, takeTry } from './attempt-store.ts'

const MINUTE_MS = 60_000
/** For one network and email together. */
const LOGINS: Limit = { tries: 5, windowMs: 15 * MINUTE_MS }
/** Against guessing that is spread out: for one email from anywhere, and for one network, behind which an office may sit. */
const LOGINS_OF_EMAIL: Limit = { tries: 50, windowMs: 15 * MINUTE_MS }
const LOGINS_FROM_NETWORK: Limit = { tries: 300, windowMs: 15 * MINUTE_MS }
const REGISTRATIONS: Limit = { tries: 300, windowMs: 60 * MINUTE_MS }
const MAILS: Limit = { tries: 5, windowMs: 60 * MINUTE_MS }
/** Emails that ask to confirm a subscription: to one address, and for one network. They take nothing from those about passwords. */
const SUBSCRIPTIONS_OF_EMAIL: Limit = { tries: 2, windowMs: 24 * 60 * MINUTE_MS }
const SUBSCRIPTIONS_FROM_NETWORK: Limit = { tries: 30, windowMs: 60 * MINUTE_MS }
/** Calls that wait for another one with the same address and email. */
const WAITING_MAX = 50

export interface Guest {
  readonly address: string
  readonly email: string
  /** Whether this person is signed in from this network already: then strangers who guess cannot lock them out. */
  readonly isKnown: () => Promise<boolean>
  /** The name of a device that this person has signed in on before. */
  readonly device?: string | undefined
}

export interface Attempts {
  /** Only wrong passwords count: a try is taken before the check, cleared when it was right, given back when the check failed. */
  login<T>(guest: Guest, check: () => Promise<T | undefined>): Promise<T | undefined>
  registration(address: string): Promise<void>
  /** Whether one more mail may go to this address. */
  mayMail(email: string): Promise<boolean>
  /** Whether this address may be asked to confirm a subscription; refuses a network that asks for too many. */
  subscription(email: string, address: string): Promise<boolean>
}

export function createAttempts(sql: Sql, nowMs: () => number): Attempts {
  const inOrder = createOrder()
  const take = async (subject: string, limit: Limit): Promise<number | undefined> => {
    const locked = await takeTry(sql, { subject, limit, now: new Date(nowMs()) })
    if (!locked) return undefined
    return Math.max(1, Math.ceil((locked.lockedSince.getTime() + limit.windowMs - nowMs()) / 1000))
  }
  const giveBack = async (subjects: readonly string[]) => {
    for (const subject of subjects) await returnTry(sql, subject)
  }
  return {
    login({ address, email, isKnown, device }, check) {
      const network = networkOf(address)
      // A known device has tries of its own: whoever guesses elsewhere, or on the same network, does not use them up.
      const pair = device ? `login-device:${device}` : `login:${network}:${digest(email)}`
      const wide = [
        { subject: `login-network:${network}`, limit: LOGINS_FROM_NETWORK },
        { subject: `login-email:${digest(email)}`, limit: LOGINS_OF_EMAIL },
      ]
      // One after the other on this node: right passwords that come at the same time must not lock each other out.
      return inOrder(pair, async () => {
        refuseLogin(await take(pair, LOGINS))
        const taken: string[] = []
        const look = async () => {
          for (const { subject, limit } of wide) {
            const waitSeconds = await take(subject, limit)
            if (!waitSeconds) taken.push(subject)
            else if (!device && !(await isKnown())) refuseLogin(waitSeconds)
          }
          return check()
        }
        const result = await look().catch(async (error: unknown) => {
          // No password was found wrong, so no count may grow. Where even this fails, the first error says more.
          await giveBack([pair, ...taken]).catch(() => {})
          throw error
        })
        if (result !== undefined) await Promise.all([clearTries(sql, pair), giveBack(taken)])
        return result
      })
    },
    async registration(address) {
      const waitSeconds = await take(`register:${networkOf(address)}`, REGISTRATIONS)
      if (waitSeconds) throw tooFast('Too many registrations from this address. Try again later.', waitSeconds)
    },
    mayMail: async (email) => (await take(`mail:${digest(email)}`, MAILS)) === undefined,
    async subscription(email, address) {
      const waitSeconds = await take(`newsletter-network:${networkOf(address)}`, SUBSCRIPTIONS_FROM_NETWORK)
      if (waitSeconds) throw tooFast('Too many subscriptions from this address. Try again later.', waitSeconds)
      return (await take(`newsletter:${digest(email)}`, SUBSCRIPTIONS_OF_EMAIL)) === undefined
    },
  }
}

function refuseLogin(waitSeconds: number | undefined): void {
  if (waitSeconds) throw tooFast('Too many login attempts. Try again in 15 minutes.', waitSeconds)
}

function tooFast(message: string, waitSeconds: number): ApiError {
  return new ApiError('too_fast', message, { headers: { 'retry-after': String(waitSeconds) } })
}

function digest(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}

/** Whoever has one IPv6 address has 2^64 of them, so these count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Runs what has the same name one after the other. */
function createOrder() {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(name) ?? { last: Promise.resolve(), waiting: 0 }
    if (line.waiting >= WAITING_MAX)
      throw tooFast('Too many login attempts at the same time. Try again in a moment.', 1)
    lines.set(name, line)
    line.waiting++
    const mine = line.last.then(work)
    line.last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      line.waiting--
      if (line.waiting === 0) lines.delete(name)
    }
  }
}
