// Passwords: argon2id, a few at a time, and the same work whether or not the account exists.
import { randomBytes } from 'node:crypto'
import { hash as argon2Hash, verify as argon2Verify, type Options } from '@node-rs/argon2'
import { ApiError } from '../../ground/errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

export interface Hasher {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Without a hash, a fixed one that matches no password is checked, so that it takes equally long. */
  verify(hash: string | undefined, password: string): Promise<boolean>
}

export const PASSWORD_LENGTH = { min: 8, max: 128 } as const

/** 19 MiB and two passes, as OWASP recommends; about 35 ms. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing uses the threads that file access and name look-ups need too. */
const RUNNING_MAX = 2
const WAITING_MAX = 500

export function argon2Hasher(cost: Options = COST): Hasher {
  return {
    hash: (password) => argon2Hash(password, { ...cost, algorithm: ARGON2ID }),
    verify: (hash, password) => argon2Verify(hash, password),
  }
}

/** The library's enum has no value at run time. */
const ARGON2ID = 2

export function createPasswords(hasher: Hasher): Passwords {
  const inTurn = createTurns(RUNNING_MAX, WAITING_MAX)
  let nobodys: Promise<string> | undefined
  return {
    hash: (password) => inTurn(() => hasher.hash(inOneForm(password))),
    verify: (hash, password) =>
      inTurn(async () => {
        nobodys ??= hasher.hash(randomBytes(16).toString('hex')).catch((error: unknown) => {
          nobodys = undefined
          throw error
        })
        const expected = hash ?? (await nobodys)
        const isRight = await verifyInAnyForm(hasher, expected, password)
        return isRight && hash !== undefined
      }),
  }
}

/** Keyboards write "é" as one character or as two; both must be the same password. */
function inOneForm(password: string): string {
  return password.normalize('NFC')
}

/** Older hashes were made of the password as typed. */
async function verifyInAnyForm(hasher: Hasher, hash: string, password: string): Promise<boolean> {
  const formed = inOneForm(password)
  if (await hasher.verify(hash, formed)) return true
  return formed !== password && hasher.verify(hash, password)
}

export function isCommon(password: string): boolean {
  return COMMON_PASSWORDS.has(password.toLowerCase())
}

/** Runs at most `runningMax` at a time; up to `waitingMax` others wait. */
function createTurns(runningMax: number, waitingMax: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) {
        throw new ApiError('unavailable', 'Too many people are signing in right now. Try again in 30 seconds.')
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
