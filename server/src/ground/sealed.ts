// Encrypts text that is stored in the database but must be readable only to this deployment.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from './secret.ts'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Seal {
  seal(text: string): Buffer
  /** Returns undefined if none of the secrets fits, or if the text was changed. */
  open(sealed: Buffer): string | undefined
  /** Whether an older secret sealed it, so that it should be sealed again. */
  isOld(sealed: Buffer): boolean
}

/** Seals with the first secret and opens with any of them. Text sealed for one purpose does not open for another. */
export function createSeal(secrets: readonly Secret[], purpose: string): Seal {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret.reveal(), '', purpose, KEY_BYTES)))
  const [newest] = keys
  if (!newest) throw new Error('there is no secret to seal with')
  const openWith = (sealed: Buffer) => keys.findIndex((key) => open(key, sealed) !== undefined)
  return {
    seal: (text) => seal(newest, text),
    open(sealed) {
      const key = keys[openWith(sealed)]
      return key && open(key, sealed)
    },
    isOld: (sealed) => openWith(sealed) > 0,
  }
}

function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content])
}

function open(key: Buffer, sealed: Buffer): string | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    return text.toString('utf8')
  } catch {
    return undefined
  }
}
