// What must not be read before its time: server seeds, seeds of allocations and private keys are encrypted with a key that only the
// deployment's secret derives, each bound to the row it belongs to.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from '../secret.ts'

export interface Seal {
  seal(text: string, owner: string): Buffer
  /** Throws where the secret is another one, or the row was tampered with. */
  open(sealed: Buffer, owner: string): string
}

const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = IV_BYTES + TAG_BYTES

export function createSeal(secret: Secret): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'sealed draws', 32))
  return {
    seal(text, owner) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    open(sealed, owner) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(IV_BYTES, HEAD_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}
