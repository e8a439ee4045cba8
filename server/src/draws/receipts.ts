// Signs receipts with the deployment's Ed25519 key. The key is created on first use, replaced when it is old, and shared by all nodes
// through the database; public keys are kept permanently.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RECEIPT_TYPE, type Receipt, receiptMessage, receiptProblem } from '@equipoise/engine'
import type { Sql } from '../db/db.ts'
import { DAY_MS } from '../ground/calendar.ts'
import { invalidField, type Report } from '../ground/errors.ts'
import type { Seal } from './seal.ts'
import {
  type ActiveKey,
  findActiveKey,
  insertKeyIfNone,
  listPublicKeys,
  type PublicKey,
  replaceKey,
  retireKey,
} from './signing-key-store.ts'

/** The fields of all receipts, including those of audits, which the engine does not know. */
interface Signed {
  readonly type: string
  readonly issuer: string
  readonly public_key: string
  readonly signature: string
}

/** The content of a receipt before it is signed. */
export type Content<R extends Signed> = Omit<R, 'type' | 'issuer' | 'public_key' | 'signature'> &
  Partial<Pick<R, 'type'>>

export interface Receipts {
  sign<R extends Signed>(content: Content<R>): Promise<R>
  publicKeys(): Promise<PublicKey[]>
  /** Rejects what others signed. Nothing is computed again. `field` of the body has them. */
  requireOwn(given: readonly unknown[], field: string): Promise<readonly Receipt[]>
  /** Retires the active key and creates a new one. Other nodes use it within a minute. */
  rotate(): Promise<void>
}

interface ReceiptsParts {
  readonly sql: Sql
  readonly seal: Seal
  readonly publicUrl: string
  readonly nowMs: () => number
  readonly report: Report
}

interface Signer {
  readonly publicKey: string
  readonly privateKey: KeyObject
}

const ROTATE_AFTER_MS = 365 * DAY_MS
/** How long a node may still use a key that another one has retired. */
const REREAD_AFTER_MS = 60_000
const PUBLIC_KEY_BYTES = 32
const OWNER = 'signing key'
const MAKE_TRIES_MAX = 3

export function createReceipts(parts: ReceiptsParts): Receipts {
  const { sql, publicUrl, nowMs } = parts
  let current: Promise<Signer> | undefined
  let readMs = Number.NEGATIVE_INFINITY
  const signer = (): Promise<Signer> => {
    if (!current || nowMs() - readMs >= REREAD_AFTER_MS) {
      readMs = nowMs()
      current = readSigner(parts)
      current.catch(() => {
        current = undefined
      })
    }
    return current
  }
  const publicKeys = async () => {
    await signer()
    return listPublicKeys(sql)
  }
  return {
    async sign<R extends Signed>(content: Content<R>) {
      const { publicKey, privateKey } = await signer()
      const unsigned = { type: RECEIPT_TYPE, issuer: publicUrl, ...content, public_key: publicKey } as unknown as R
      const signature = sign(null, receiptMessage(unsigned as unknown as Receipt), privateKey).toString('base64url')
      return { ...unsigned, signature }
    },
    publicKeys,
    async requireOwn(given, field) {
      const keys = (await publicKeys()).map(({ publicKey }) => publicKey.toString('base64url'))
      for (const [at, receipt] of given.entries()) {
        rejectUnlessOurs(receipt, { keys, where: ['body', field, at] })
        await nextTurn()
      }
      return given as readonly Receipt[]
    },
    async rotate() {
      await replaceKey(sql, newKey(parts))
      current = undefined
    },
  }
}

function rejectUnlessOurs(
  given: unknown,
  { keys, where }: { keys: readonly string[]; where: (string | number)[] },
): void {
  const problem = receiptProblem(given)
  if (problem !== undefined) throw invalidField(where, problem)
  const receipt = given as Receipt
  const isOurs = keys.includes(receipt.public_key) && isSigned(receipt)
  if (!isOurs) throw invalidField(where, 'This receipt was not signed by this deployment, or was changed since')
}

function isSigned(receipt: Receipt): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: receipt.public_key }, format: 'jwk' })
  return verify(null, receiptMessage(receipt), key, Buffer.from(receipt.signature, 'base64url'))
}

/** The active key; a new one if there is none, it is old, or this deployment's secret cannot decrypt it. */
async function readSigner(parts: ReceiptsParts): Promise<Signer> {
  const { sql, nowMs } = parts
  for (let tries = 0; tries < MAKE_TRIES_MAX; tries++) {
    const active = await findActiveKey(sql)
    if (!active) {
      await insertKeyIfNone(sql, newKey(parts))
      continue
    }
    const privateKey = openKey(active.privateKey, parts)
    const isOld = nowMs() - active.createdAt.getTime() >= ROTATE_AFTER_MS
    if (privateKey && !isOld) {
      return { publicKey: active.publicKey.toString('base64url'), privateKey }
    }
    await retireKey(sql, active.id, new Date(nowMs()))
  }
  throw new Error('no signing key could be made')
}

function openKey(sealed: Buffer, { seal, report }: ReceiptsParts): KeyObject | undefined {
  try {
    return createPrivateKey({ key: Buffer.from(seal.open(sealed, OWNER), 'base64'), format: 'der', type: 'pkcs8' })
  } catch (error) {
    report(error, 'the signing key cannot be decrypted with this JWT_SECRET: a new one replaces it')
    return undefined
  }
}

function newKey({ seal, nowMs }: ReceiptsParts): Omit<ActiveKey, 'id'> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES),
    privateKey: seal.seal(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'), OWNER),
    createdAt: new Date(nowMs()),
  }
}
