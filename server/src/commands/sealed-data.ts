// What is encrypted in the database, and whether the signing secrets of this deployment can decrypt it.
import type { Sql } from '../db/db.ts'
import { createSeal } from '../ground/sealed.ts'
import type { Secret } from '../ground/secret.ts'
import { countSealedSeeds, readSealedEmails, readSealedFactors } from './check-store.ts'

/** How many second factors there are, and how many of them none of the secrets can decrypt. */
export async function countSecondFactors(sql: Sql, secrets: readonly Secret[]): Promise<{ all: number; lost: number }> {
  const sealed = await readSealedFactors(sql)
  return { all: sealed.length, lost: sealed.length - openable(sealed, secrets, 'second factor') }
}

/** What the old secret is still needed for after a restore; undefined if nothing needs it, or it is configured already. */
export async function hintAboutSecret(sql: Sql, secrets: readonly Secret[]): Promise<string | undefined> {
  const factors = await readSealedFactors(sql)
  const emails = await readSealedEmails(sql)
  const isHere = openable(factors, secrets, 'second factor') + openable(emails, secrets, 'outbox') > 0
  const found = [
    ...(factors.length > 0 ? ['second factors'] : []),
    ...(emails.length > 0 ? ['waiting emails'] : []),
    ...((await countSealedSeeds(sql)) > 0 ? ['seeds of draws'] : []),
  ]
  if (isHere || found.length === 0) return undefined
  return `Copy jwt-secret (or JWT_SECRET) of the old deployment too: ${found.join(' and ')} were encrypted with it.`
}

function openable(sealed: readonly Buffer[], secrets: readonly Secret[], purpose: string): number {
  if (secrets.length === 0) return 0
  const seal = createSeal(secrets, purpose)
  return sealed.filter((one) => seal.open(one) !== undefined).length
}
