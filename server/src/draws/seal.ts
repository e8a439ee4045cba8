// Encrypts server seeds, seeds of allocations and private keys with a key derived from the deployment's secret, each bound to its row.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from '../ground/secret.ts'

export interface Seal {
  seal(text: string, owner: string): Buffer
  /** Throws if the secret is a different one, or the row was tampered with. */
  open(sealed: Buffer, owner: string): string
}

const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = IV_BYTES + TAG_BYTES

/** The first secret seals; all of them open, so that seeds from before a change of the secret can still be revealed. */
export function createSeal(secrets: readonly Secret[]): Seal {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'sealed draws', 32)))
  const [key] = keys
  if (!key) throw new Error('a secret is needed to seal draws')
  return {
    seal(text, owner) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    open(sealed, owner) {
      for (const newer of keys.slice(0, -1)) {
        try {
          return openWith(newer, sealed, owner)
        } catch {
          // An older secret may have sealed it.
        }
      }
      return openWith(keys.at(-1) ?? key, sealed, owner)
    },
  }
}

function openWith(key: Buffer, sealed: Buffer, owner: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(IV_BYTES, HEAD_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8')
}
