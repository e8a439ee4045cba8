// How often somebody may try to sign in or to sign up.
import { type Attempts, digest, type Limit, tooFast } from '../../attempts/attempts.ts'
import { networkOf } from '../../ground/network.ts'

const MINUTE_MS = 60_000
const LOGIN_WINDOW_MS = 15 * MINUTE_MS
/** For one network and email together. */
const LOGINS: Limit = { tries: 5, windowMs: LOGIN_WINDOW_MS }
/** Against guessing that is spread out: for one email from anywhere, and for one network, behind which an office may sit. */
const LOGINS_OF_EMAIL: Limit = { tries: 50, windowMs: LOGIN_WINDOW_MS }
const LOGINS_FROM_NETWORK: Limit = { tries: 300, windowMs: LOGIN_WINDOW_MS }
const REGISTRATIONS: Limit = { tries: 300, windowMs: 60 * MINUTE_MS }
/** Calls that wait for another one with the same address and email. */
const WAITING_MAX = 50

interface Guest {
  readonly address: string
  readonly email: string
  /** Whether this person is signed in from this network already: then anonymous callers who guess cannot lock them out. */
  readonly isKnown: () => Promise<boolean>
  /** Whether only those who are signed in can try this: then no anonymous caller can use the tries up, and nobody is spared. */
  readonly isInside?: boolean
  /** The name of a device that this person has signed in on before. */
  readonly device?: string | undefined
}

export interface SignInAttempts extends Pick<Attempts, 'mayMail' | 'token'> {
  /** Only wrong passwords count: a try is taken before the check, cleared when it was right, given back when the check failed. */
  login<T>(guest: Guest, check: () => Promise<T | undefined>): Promise<T | undefined>
  /** The same for the codes of an account's second factor. No network is spared: who knows the rest only has the code to guess. */
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
      const network = networkOf(address)
      // A known device has its own attempts: somebody who guesses elsewhere, or on the same network, does not use them up. All devices
      // together have a limit too: the person who had the address before may have collected any number.
      const pair = device ? `login-device:${device}` : `login:${network}:${digest(email)}`
      const wide = [
        {
          subject: `login-network:${network}`,
          limit: LOGINS_FROM_NETWORK,
          isSpared: async () => !!device || isKnown(),
        },
        {
          subject: device ? `login-devices:${digest(email)}` : `login-email:${digest(email)}`,
          limit: LOGINS_OF_EMAIL,
          isSpared: async () => !isInside && isKnown(),
        },
      ]
      // One after the other on this node: right passwords that come at the same time must not lock each other out.
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
          // No password was found wrong, so no count may grow. If even this fails, the first error says more.
          await uncount([pair, ...taken]).catch(() => {})
          throw error
        })
        if (result !== undefined) await Promise.all([clear(pair), uncount(taken)])
        return result
      })
    },
    async registration(address) {
      const waitSeconds = await take(`register:${networkOf(address)}`, REGISTRATIONS)
      if (waitSeconds) throw tooFast('Too many registrations from this address. Try again later.', waitSeconds)
    },
  }
  return attempts
}

function rejectLogin(waitSeconds: number | undefined): void {
  if (waitSeconds) throw tooFast('Too many login attempts. Try again in 15 minutes.', waitSeconds)
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
