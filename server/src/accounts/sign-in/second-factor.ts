// A second factor: six digits from an authenticator app, or one of ten recovery codes.
import { randomBytes, randomInt } from 'node:crypto'
import { TOTP, Secret as TotpSecret } from 'otpauth'
import type { Sql, TransactionSql } from '../../db/db.ts'
import { ApiError } from '../../ground/errors.ts'
import type { Seal } from '../../ground/sealed.ts'
import { announceChange, lockCaller } from '../account-store.ts'
import { insertAudit } from '../audit-store.ts'
import type { Caller, Origin } from '../caller.ts'
import type { Emails } from '../emails.ts'
import { hashOf } from '../keys/keys.ts'
import {
  confirmFactor,
  deleteFactor,
  findFactor,
  insertFactor,
  listSecrets,
  replaceSecret,
  takeRecoveryCode,
  takeStep,
} from './second-factor-store.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

export interface SecondFactors {
  state(accountId: number): Promise<{ isOn: boolean; recoveryCodesLeft: number }>
  /** Creates the secret for the app. Codes are needed only once one has been confirmed. */
  begin(caller: Caller): Promise<{ secret: string; url: string }>
  /** Returns the recovery codes, which are shown only now. */
  confirm(caller: Caller, code: string, origin: Origin): Promise<string[]>
  /** Whether the code is valid; each code works once. Does not count guesses: sign-in counts them together with passwords. */
  verify(accountId: number, code: string): Promise<boolean>
  /** Throws if the code is wrong, or after too many wrong ones. */
  check(accountId: number, code: string, origin: Origin): Promise<void>
  remove(caller: Caller, origin: Origin): Promise<void>
  /** After a change of the deployment's secret, seals with the new one what an older one sealed. */
  sealAnew(): Promise<void>
}

interface SecondFactorParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly seal: Seal
  readonly issuer: string
  readonly forget: (accountId: number) => void
  readonly emails: Pick<Emails, 'accessChanged' | 'wake'>
  readonly attempts: Pick<SignInAttempts, 'code'>
}

const STEP_SECONDS = 30
/** Accepts the neighbouring time steps too, because clocks differ. */
const WINDOW = 1
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_CODE_LENGTH = 12
/** Leaves out characters that are easily confused. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

export function createSecondFactors(parts: SecondFactorParts): SecondFactors {
  const { sql, nowMs, seal } = parts
  return {
    async state(accountId) {
      const factor = await findFactor(sql, accountId)
      return { isOn: factor?.isConfirmed ?? false, recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0 }
    },
    async begin(caller) {
      const { accountId, email } = caller
      const secret = new TotpSecret({ buffer: toArrayBuffer(randomBytes(SECRET_BYTES)) }).base32
      const at = new Date(nowMs())
      const isStored = await sql.begin(async (tx) => {
        await lockCaller(tx, caller)
        return insertFactor(tx, { accountId, secret: seal.seal(secret), at })
      })
      if (!isStored) {
        throw new ApiError('conflict', 'A second factor is already set up. Remove it first.')
      }
      return { secret, url: totpOf(parts, secret, email).toString() }
    },
    confirm: (caller, code, origin) => confirm(parts, caller, { code, origin }),
    verify: (accountId, code) => verify(parts, sql, { accountId, code }),
    async check(accountId, code, { address }) {
      const isRight = await parts.attempts.code({ address, accountId }, async () =>
        (await verify(parts, sql, { accountId, code })) ? true : undefined,
      )
      if (!isRight) throw wrongCode()
    },
    remove: (caller, origin) => remove(parts, caller, origin),
    async sealAnew() {
      for (const { accountId, secret } of await listSecrets(sql)) {
        const text = seal.isOld(secret) ? seal.open(secret) : undefined
        if (text !== undefined) await replaceSecret(sql, accountId, { old: secret, secret: seal.seal(text) })
      }
    },
  }
}

async function confirm(
  parts: SecondFactorParts,
  caller: Caller,
  { code, origin }: { code: string; origin: Origin },
): Promise<string[]> {
  const { accountId } = caller
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const guest = { address: origin.address, accountId }
  const isDone = await parts.attempts.code(guest, () => confirmWith(parts, caller, { code, origin, codes }))
  if (!isDone) throw wrongCode()
  parts.forget(accountId)
  parts.emails.wake()
  return codes
}

/** Returns undefined if the code is wrong. */
async function confirmWith(
  parts: SecondFactorParts,
  caller: Caller,
  { code, origin, codes }: { code: string; origin: Origin; codes: readonly string[] },
): Promise<true | undefined> {
  const { accountId } = caller
  const at = new Date(parts.nowMs())
  return parts.sql.begin(async (tx) => {
    const account = await lockCaller(tx, caller)
    if (!(await findFactor(tx, accountId))) {
      throw new ApiError('malformed', 'There is nothing to confirm. Start setting up a second factor first.')
    }
    if (!(await verify(parts, tx, { accountId, code }))) return undefined
    if (!(await confirmFactor(tx, { accountId, recoveryHashes: codes.map(recoveryHash), at }))) {
      throw new ApiError('conflict', 'A second factor is already set up.')
    }
    await insertAudit(tx, { accountId, at, event: 'second_factor_added', origin })
    await parts.emails.accessChanged(tx, account, 'second_factor_added')
    await announceChange(tx, accountId)
    return true
  })
}

async function verify(
  { seal, nowMs, issuer }: SecondFactorParts,
  sql: Sql | TransactionSql,
  { accountId, code }: { accountId: number; code: string },
): Promise<boolean> {
  const factor = await findFactor(sql, accountId)
  if (!factor) return false
  const typed = code.replace(/[\s-]/g, '').toLowerCase()
  if (typed.length === RECOVERY_CODE_LENGTH) return takeRecoveryCode(sql, accountId, recoveryHash(typed))
  const secret = seal.open(factor.secret)
  if (secret === undefined) throw unreadable(accountId, factor.isConfirmed)
  const timestamp = nowMs()
  const delta = totpOf({ issuer }, secret, '').validate({ token: typed, timestamp, window: WINDOW })
  if (delta === null) return false
  return takeStep(sql, accountId, Math.floor(timestamp / 1000 / STEP_SECONDS) + delta)
}

async function remove(parts: SecondFactorParts, caller: Caller, origin: Origin): Promise<void> {
  const { accountId } = caller
  const at = new Date(parts.nowMs())
  await parts.sql.begin(async (tx) => {
    const account = await lockCaller(tx, caller)
    if (!(await deleteFactor(tx, accountId))) return
    await insertAudit(tx, { accountId, at, event: 'second_factor_removed', origin })
    await parts.emails.accessChanged(tx, account, 'second_factor_removed')
    await announceChange(tx, accountId)
  })
  parts.forget(accountId)
  parts.emails.wake()
}

/** Happens, for example, after a restore without its signing secret. Recovery codes are stored as hashes, so they still work. */
function unreadable(accountId: number, isConfirmed: boolean): ApiError {
  if (!isConfirmed) return new ApiError('malformed', 'This setup can no longer be finished. Start it again.')
  const cause = new Error(
    `the second factor of account ${accountId} was encrypted with a JWT_SECRET that is no longer known. Put the old secret into JWT_SECRET_PREVIOUS, or remove the second factor: equipoise-admin accounts remove-second-factor ${accountId}`,
  )
  const message =
    'Your second factor cannot be checked on this deployment right now. Use a recovery code, or ask an administrator to remove the second factor.'
  return new ApiError('not_configured', message, { cause })
}

function wrongCode(): ApiError {
  return new ApiError('forbidden', 'The code is wrong or has already been used. Enter the code your app shows now.')
}

function totpOf({ issuer }: { issuer: string }, secret: string, label: string): TOTP {
  return new TOTP({ issuer, label, secret: TotpSecret.fromBase32(secret), period: STEP_SECONDS, digits: 6 })
}

function newRecoveryCode(): string {
  const pick = () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]
  const text = Array.from({ length: RECOVERY_CODE_LENGTH }, pick).join('')
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}

function recoveryHash(code: string): Buffer {
  return hashOf(code.replaceAll('-', ''))
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
}
