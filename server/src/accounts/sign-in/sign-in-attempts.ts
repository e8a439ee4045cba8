// How often somebody may try to sign in or to sign up.
import { type Attempts, digest, type Limit, tooFast } from '../../attempts/attempts.ts'
import { countedFor, networkOf, siteOf } from '../../ground/network.ts'

const MINUTE_MS = 60_000
const LOGIN_WINDOW_MS = 15 * MINUTE_MS
/** Per network and email together. */
const LOGINS: Limit = { tries: 5, windowMs: LOGIN_WINDOW_MS }
/** Against distributed guessing: per email from anywhere, and per network, which may be a whole office. */
const LOGINS_OF_EMAIL: Limit = { tries: 50, windowMs: LOGIN_WINDOW_MS }
const LOGINS_FROM_NETWORK: Limit = { tries: 300, windowMs: LOGIN_WINDOW_MS }
const REGISTRATIONS: Limit = { tries: 300, windowMs: 60 * MINUTE_MS }
/** Requests that wait for another one with the same network and email. */
const WAITING_MAX = 50

interface Guest {
  readonly address: string
  readonly email: string
  /** Whether this person already has a session from this network: then other people's guesses cannot lock them out. */
  readonly isKnown: () => Promise<boolean>
  /** Set if only signed-in people can try this: anonymous callers cannot use up these attempts, so known networks are limited as well. */
  readonly isInside?: boolean
  /** The name of a device on which this person has signed in before. */
  readonly device?: string | undefined
}

export interface SignInAttempts extends Pick<Attempts, 'mayMail' | 'token'> {
  /** Only wrong passwords count: an attempt is counted before the check, and uncounted if the password was right or the check failed. */
  login<T>(guest: Guest, check: () => Promise<T | undefined>): Promise<T | undefined>
  /** The same for codes of a second factor, also from known networks: somebody who knows the password has only the code to guess. */
  code<T>(guest: { address: string; accountId: number }, check: () => Promise<T | undefined>): Promise<T | undefined>
  registration(address: string): Promise<void>
}

export function createSignInAttempts({ take, uncount, clear, mayMail, token }: Attempts): SignInAttempts {
  const inOrder = createOrder()
  const attempts: SignInAttempts = {
    mayMail,
    token,
    code: ({ address, accountId }, check) =>
      attempts.login({ address, email: `code:${accountId}`, isKnown: async () => false }, check),
    login({ address, email, isKnown, device, isInside = false }, check) {
      // A known device has its own attempts, which guesses from elsewhere or from the same network do not use up. All devices of an email
      // together have a limit too: a previous owner of the address may have collected any number.
      const pair = device ? `login-device:${device}` : `login:${networkOf(address)}:${digest(email)}`
      const wide = [
        ...countedFor(address, LOGINS_FROM_NETWORK.tries).map(([who, tries]) => ({
          subject: `login-network:${who}`,
          limit: { ...LOGINS_FROM_NETWORK, tries },
          isSpared: async () => !!device || isKnown(),
        })),
        {
          subject: device ? `login-devices:${digest(email)}` : `login-email:${digest(email)}`,
          limit: LOGINS_OF_EMAIL,
          isSpared: async () => !isInside && isKnown(),
        },
      ]
      // One after the other on this node: right passwords that arrive at the same time must not lock each other out.
      return inOrder(pair, async () => {
        rejectLogin(await take(pair, LOGINS))
        const taken: string[] = []
        const look = async () => {
          for (const { subject, limit, isSpared } of wide) {
            const waitSeconds = await take(subject, limit)
            if (!waitSeconds) taken.push(subject)
            else if (!(await isSpared())) rejectLogin(waitSeconds)
          }
          return check()
        }
        const result = await look().catch(async (error: unknown) => {
          // No password was wrong, so nothing is counted. If uncounting fails too, the first error is more useful.
          await uncount([pair, ...taken]).catch(() => {})
          throw error
        })
        if (result !== undefined) await Promise.all([clear(pair), uncount(taken)])
        return result
      })
    },
    async registration(address) {
      const waitSeconds = await take(`register:${siteOf(address)}`, REGISTRATIONS)
      if (waitSeconds) throw tooFast('Too many registrations from this address. Try again later.', waitSeconds)
    },
  }
  return attempts
}

function rejectLogin(waitSeconds: number | undefined): void {
  if (waitSeconds) throw tooFast('Too many login attempts. Try again in 15 minutes.', waitSeconds)
}

/** Runs work with the same name one after the other. */
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
