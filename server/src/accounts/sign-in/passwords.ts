// Passwords: argon2id, a few at a time, and the same work whether or not the account exists.
import { randomBytes } from 'node:crypto'
import { hash as argon2Hash, verify as argon2Verify, type Options } from '@node-rs/argon2'
import { ApiError } from '../../ground/errors.ts'
import { siteOf } from '../../ground/network.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

export interface Hasher {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

/** Those who ask from one address, or from all networks of one customer, wait for each other, and take turns with all others. */
export interface Passwords {
  hash(password: string, address: string): Promise<string>
  /** Without a hash, a fixed one that matches no password is checked, so that it takes equally long. */
  verify(hash: string | undefined, password: string, address: string): Promise<boolean>
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
    hash: (password, address) => inTurn(siteOf(address), () => hasher.hash(inOneForm(password))),
    verify: (hash, password, address) =>
      inTurn(siteOf(address), async () => {
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

interface Waiting {
  begin(): void
  reject(error: ApiError): void
}

/** Runs at most `runningMax` at a time. If more than `waitingMax` others wait, the owner of most of them loses the last. */
function createTurns(runningMax: number, waitingMax: number) {
  /** The owner whose turn is next comes first. */
  const waiting = new Map<string, Waiting[]>()
  let running = 0
  const enter = (owner: string) =>
    new Promise<void>((begin, reject) => {
      waiting.set(owner, [...(waiting.get(owner) ?? []), { begin, reject }])
      const all = [...waiting]
      if (all.reduce((sum, [, places]) => sum + places.length, 0) <= waitingMax) return
      const [greediest, places] = all.reduce((one, other) => (other[1].length >= one[1].length ? other : one))
      const message = 'Too many people are signing in right now. Try again in 30 seconds.'
      places.pop()?.reject(new ApiError('unavailable', message))
      if (places.length === 0) waiting.delete(greediest)
    })
  const next = (): Waiting | undefined => {
    const [[owner, [place, ...others]] = ['', []]] = waiting
    waiting.delete(owner)
    if (others.length > 0) waiting.set(owner, others)
    return place
  }
  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    if (running >= runningMax) await enter(owner)
    else running++
    try {
      return await work()
    } finally {
      const place = next()
      if (place) place.begin()
      else running--
    }
  }
}
