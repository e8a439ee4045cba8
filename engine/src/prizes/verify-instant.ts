// Checks an instant-win list, and one ticket of it: the prizes were placed and sealed before sales, and each is shown by its own proof.
import { canonicalJson } from '../receipts/receipts.ts'
import {
  checkPool,
  checkSigner,
  failed,
  type PrizeCheck,
  type PrizeEvidence,
  type PrizeFile,
  passed,
  skipped,
  stampOn,
} from './checks.ts'
import { type Entrant, isInPool } from './pool.ts'
import { type InstantLock, prizeProblem } from './prize-shape.ts'

/** The entry of a ticket without a prize. */
export const NO_PRIZE = ''

/**
 * Whether a file is one of an instant-win list.
 * @example isInstant({ lock: { subject: 'instant' } }) // => true
 */
export function isInstant({ lock }: PrizeFile): boolean {
  return (lock as { subject?: unknown } | null | undefined)?.subject === 'instant'
}

/**
 * One check after another, until one fails.
 * @example verifyInstant({ lock: {} }).checks[0].detail // => 'This is not an instant-win list.'
 */
export function verifyInstant(file: PrizeFile, evidence: PrizeEvidence = {}): { checks: PrizeCheck[] } {
  const { checks, list } = checkList(file, evidence)
  if (!list) return { checks }
  const steps = [() => checkStamp(list, file), () => checkPool(list, file), () => checkPrizes(list, file)]
  for (const step of steps) {
    checks.push(...step())
    if (checks.some(({ state }) => state === 'failed')) break
  }
  return { checks }
}

/**
 * Whether a ticket is on the list, and its prize.
 * @example verifyTicket({ lock: {} }, { position: 1, route: 'paid', entry: '', salt: '', proof: [] }).checks.length // => 1
 */
export function verifyTicket(
  file: PrizeFile,
  ticket: Entrant,
  evidence: PrizeEvidence = {},
): { checks: PrizeCheck[]; standing?: 'prize' | 'no prize' } {
  const { checks, list } = checkList(file, evidence)
  if (!list) return { checks }
  if (!isInPool(ticket, list.pool)) {
    const words = 'The proof does not lead to the list that was locked: it is of another ticket or another list.'
    return { checks: [...checks, failed('place', words)] }
  }
  const place = passed('place', `Ticket ${ticket.position} of ${list.pool.size} is on the list that was locked.`)
  return { checks: [...checks, place], standing: ticket.entry === NO_PRIZE ? 'no prize' : 'prize' }
}

function checkList({ lock }: PrizeFile, evidence: PrizeEvidence): { checks: PrizeCheck[]; list?: InstantLock } {
  const problem = prizeProblem(lock, 'instant')
  if (problem !== undefined) return { checks: [failed('lock', problem)] }
  const list = lock as InstantLock
  const checks = checkSigner([list], evidence)
  if (checks.some(({ state }) => state === 'failed')) return { checks }
  if (!(Date.parse(list.issued_at) < Date.parse(list.sales_at))) {
    return { checks: [failed('lock', 'The list was locked when sales had begun.')] }
  }
  const words = `Locked at ${list.issued_at} by the service's clock, before sales began at ${list.sales_at}.`
  return { checks: [...checks, passed('lock', words)], list }
}

function checkStamp(list: InstantLock, { stamp }: PrizeFile): PrizeCheck[] {
  if (!stamp) {
    return [skipped('stamp', 'There is no independent time stamp: only the service says when the list was locked.')]
  }
  const found = stampOn(stamp, canonicalJson(list), 'The time stamp')
  if ('state' in found) return [found]
  return Date.parse(found.at) < Date.parse(list.sales_at)
    ? [passed('stamp', `Stamped at ${found.at}, before sales. openssl checks who signed the stamp.`)]
    : [failed('stamp', `The time stamp is of ${found.at}, when sales had begun.`)]
}

/** The pool has its shape and its hash by now. */
function checkPrizes({ prizes, ends_at }: InstantLock, { pool }: PrizeFile): PrizeCheck[] {
  const rows = (pool ?? []) as readonly (readonly string[])[]
  if (!rows.every((row) => row.length === 4) || rows.length === 0) {
    return [skipped('prizes', `The prizes are sealed here. They can be opened once sales have ended, at ${ends_at}.`)]
  }
  for (const { name, count } of prizes) {
    const there = rows.filter(([, , , entry]) => entry === name).length
    if (there !== count) return [failed('prizes', `${count} tickets should have the prize ${name}, and ${there} have.`)]
  }
  const promised = prizes.reduce((sum, { count }) => sum + count, 0)
  const all = rows.filter(([, , , entry]) => entry !== NO_PRIZE).length
  return all === promised
    ? [passed('prizes', `All ${all} prizes are on the list, as promised.`)]
    : [failed('prizes', `${promised} prizes were promised, and ${all} are on the list.`)]
}
