// Recognises devices that have signed in before, so that owners can sign in while somebody else's guesses have locked the account.
import { randomBytes } from 'node:crypto'
import { digest } from '../../attempts/attempts.ts'
import type { Seal } from '../../ground/sealed.ts'

export interface Devices {
  /** The value that a device stores after a sign-in, so that we recognise it for this email. */
  mark(email: string): string
  /** Returns the name of the device if it was marked for this email and not too long ago. */
  recognise(mark: string | undefined, email: string): string | undefined
}

export const DEVICE_KNOWN_SECONDS = 365 * 86_400
const ID_BYTES = 12
const MARK_LENGTH_MAX = 500

export function createDevices(seal: Seal, nowMs: () => number): Devices {
  return {
    mark(email) {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const text = [id, digest(email), nowMs() + DEVICE_KNOWN_SECONDS * 1000].join(' ')
      return seal.seal(text).toString('base64url')
    },
    recognise(mark, email) {
      if (!mark || mark.length > MARK_LENGTH_MAX) return undefined
      const [id, owner, untilMs] = seal.open(Buffer.from(mark, 'base64url'))?.split(' ') ?? []
      return owner === digest(email) && Number(untilMs) > nowMs() ? id : undefined
    },
  }
}
