// Quotas, rate limits and balances. A charge is decided by one statement and is committed when it returns (see decision 0004).
import { randomUUID } from 'node:crypto'
import { eachPage, isPassing, type ServerOf, type Sql, type TransactionSql } from '../db/db.ts'
import { dayOf, lastDays, monthOf, nextMonthMs } from '../ground/calendar.ts'
import { ApiError, accountGone, type Report } from '../ground/errors.ts'
import type { LimitedBy } from '../ground/limits.ts'
import { type AllowanceLevel, METERS, type Meter, type Plan } from '../ground/plans.ts'
import { createCharging } from './charging.ts'
import { createDebts } from './debts.ts'
import { type BudgetLevel, budgetLevelOf, budgetLevelsOf, levelOf } from './levels.ts'
import { chargeLimited, readLimitUse } from './limit-store.ts'
import { type Held, heldOf, limitRowsOf, type Reservation, shownLimitUse } from './limits.ts'
import { type ModelUse, sumModelDays } from './model-day-store.ts'
import { createSettledBatches } from './settled-batches.ts'
import { createSettlements, type Settling } from './settlements.ts'
import type { MeterUse, Stats, UsageReads } from './shown.ts'
import {
  type ChargeRow,
  chargeWithin,
  type Decision,
  type KeyMonth,
  listKeyMonths,
  type PastUse,
  type RefundRow,
  readBalance,
  readBusyKeys,
  readDays,
  readMonth,
  readPast,
  refundOnce,
} from './store.ts'
import { sumTokens } from './token-store.ts'
import { createTokens, type TokenNote } from './tokens.ts'

export type { BudgetLevel } from './levels.ts'
export { type Reservation, requireKnown } from './limits.ts'
export { PARTS_OF_USE, type PartOfUse } from './model-day-store.ts'
export { createRateLimiter, type Rate, type RateLimiter, rateOfAddress } from './rate-limit.ts'
export { createOwnRates, createRateSharing } from './rate-sharing.ts'
export { createReports, type Reports } from './reports.ts'
export { type MeterUse, type Stats, shownKeyMonth, shownMonths, shownStats } from './shown.ts'
export { addTopup, grantUnits } from './store.ts'

interface ChargeRequest {
  readonly accountId: number
  readonly keyId?: number | undefined
  readonly plan: Plan
  readonly meter: Meter
  readonly units: number
  /** Present if the call is limited. */
  readonly reservation?: Reservation | undefined
}

/** What was charged, in enough detail to refund exactly that. */
export interface Charge extends Omit<ChargeRequest, 'reservation'> {
  readonly id: string
  readonly fromAllowance: number
  readonly fromTopup: number
  /** The UTC day of the charge, as YYYY-MM-DD. */
  readonly day: string
  readonly held?: Held
}

/** Splits a charge in two; purchased units go into the first part before included ones. */
export function splitCharge(charge: Charge, units: number): { readonly part: Charge; readonly rest: Charge } {
  const fromTopup = Math.min(charge.fromTopup, units)
  const fromAllowance = Math.min(charge.fromAllowance, units - fromTopup)
  const rest = {
    ...charge,
    units: charge.units - units,
    fromTopup: charge.fromTopup - fromTopup,
    fromAllowance: charge.fromAllowance - fromAllowance,
  }
  // The request itself was made, so it still counts for its key.
  const { held: _held, ...part } = charge
  return { part: { ...part, keyId: undefined, id: randomUUID(), units, fromTopup, fromAllowance }, rest }
}

export interface Metering {
  /** Committed when it resolves; throws `quota_spent` if nothing is left. */
  charge(request: ChargeRequest): Promise<Charge>
  /** Refunds exactly what was taken. If the database is unavailable, the refund is remembered and made later. */
  refund(charge: Charge): Promise<void>
  /** Once a call has ended: what it did cost replaces what it held. If the database is unavailable, this is made later too. */
  settle(call: Settling): Promise<void>
}

/** For work whose charge must be committed together with its own rows. */
export interface MeteringWithin {
  /** Part of the caller's transaction, which locks the account until it ends; throws `quota_spent` if nothing is left. */
  chargeWithin(tx: TransactionSql, request: ChargeRequest): Promise<Charge>
  refundWithin(tx: TransactionSql, charge: Omit<Charge, 'plan'>): Promise<void>
}

export type Usage = Metering & MeteringWithin & UsageReads & UsageRecords

interface UsageRecords {
  /** Notes the tokens of an answer, for statistics; never waits. */
  noteTokens(note: TokenNote): void
  /** How much of each allowance is used, from 50 % on. */
  levels(accountId: number, plan: Plan): Promise<AllowanceLevel[]>
  /** How much of each of these budgets is used in the current period, and in one that was over less than an hour ago, from 50 % on. */
  budgetLevels(accountId: number, by: readonly LimitedBy[]): Promise<BudgetLevel[]>
  /** Tokens of models and their cost, summed by these parts. */
  modelUse(accountId: number, wanted: Parameters<typeof sumModelDays>[2]): Promise<ModelUse[]>
  balance(accountId: number): Promise<{ compute: number; aiCalls: number }>
  /** All that is kept, for the account's own export: keys of all months a page at a time. */
  past(accountId: number): Promise<PastUse>
  keyMonths(accountId: number): AsyncIterable<KeyMonth[]>
  /** Waits for what is being given back, and tries once more to pay what is owed. */
  close(): Promise<void>
}

interface UsageParts {
  readonly sql: Sql
  /** The server of each account, if there are several database servers. */
  readonly serverOf?: ServerOf | undefined
  readonly nowMs: () => number
  /** Informs the operator of refunds that could not be made. */
  readonly report: Report
  /** Called with every charge from 50 % of an allowance on. */
  readonly onLevel?: (level: AllowanceLevel) => void
  /** Called with every call from 50 % of a budget on. */
  readonly onBudget?: (level: BudgetLevel) => void
  /** For the operator's metrics. */
  readonly onCharge?: (charge: { meter: Meter; units: number; granted: boolean }) => void
  readonly onRefund?: (refund: { meter: Meter; units: number }) => void
}

const DAYS_SHOWN = 30

export function createUsage(parts: UsageParts): Usage {
  const { sql, serverOf, nowMs, report, onLevel, onBudget, onCharge, onRefund } = parts
  const batches = createSettledBatches({ sql, serverOf, nowMs, report })
  const [decide, decideLimited] = [createCharging(batches.run, serverOf), createCharging(batches.run, serverOf)]
  const debts = createDebts<Charge>({
    pay: (charge) => refundOnce(sql, refundRow(charge, nowMs())),
    isWorthRetrying: isPassing,
    onLost: (charge, error) => report(error, `charge ${charge.id} could not be refunded`),
  })
  const settlements = createSettlements(parts)
  const tokens = createTokens({ sql, nowMs, report })
  const granted = async (request: ChargeRequest, row: ChargeRow, atMs: number, decision: Decision): Promise<Charge> => {
    const { accountId, keyId, plan, meter, units } = request
    if (onBudget) tellRejected(row, decision, onBudget)
    const held = row.limits && heldOf(row.limits, decision.limits, atMs)
    const day = dayOf(atMs)
    const { granted: isGranted, fromAllowance, fromTopup, used } = decision
    const level = onLevel && levelOf({ accountId, plan, meter, granted: isGranted, used }, atMs)
    if (level) onLevel(level)
    onCharge?.({ meter, units, granted: isGranted === true })
    if (isGranted === null) throw accountGone()
    if (!isGranted) throw quotaSpent(request, await leftNow(sql, request, atMs), atMs)
    const charge = { accountId, keyId, plan, meter, units, id: randomUUID(), fromAllowance, fromTopup, day }
    return held ? { ...charge, held } : charge
  }
  return {
    async charge(request) {
      const atMs = nowMs()
      const row = rowOf(request, atMs)
      return granted(request, row, atMs, await (row.limits ? decideLimited(row) : decide(row)))
    },
    async chargeWithin(tx, request) {
      const atMs = nowMs()
      const row = rowOf(request, atMs)
      return granted(request, row, atMs, await decideWithin(tx, row))
    },
    async refundWithin(tx, charge) {
      await refundOnce(tx, refundRow(charge, nowMs()))
      onRefund?.(charge)
    },
    refund(charge) {
      onRefund?.(charge)
      return debts.pay(charge)
    },
    settle: settlements.settle,
    noteTokens: tokens.note,
    async stats(accountId, plan, keysMax = 0) {
      await tokens.flush()
      return readStats(sql, { accountId, plan, atMs: nowMs(), keysMax })
    },
    async months(accountId, placesMax) {
      const [past, keys] = await Promise.all([readPast(sql, accountId), readBusyKeys(sql, accountId, { placesMax })])
      return { ...past, keys }
    },
    levels: (accountId, plan) => readLevels(sql, { accountId, plan, atMs: nowMs() }),
    budgetLevels: async (accountId, by) =>
      budgetLevelsOf(accountId, { by, uses: await limitUses(sql, accountId, by), atMs: nowMs() }),
    async limitUse(accountId, by) {
      const uses = await limitUses(sql, accountId, by)
      return by.map((one) => shownLimitUse(one, uses, nowMs()))
    },
    modelUse: (accountId, wanted) => tokens.flush().then(() => sumModelDays(sql, accountId, wanted)),
    balance: (accountId) => readBalance(sql, accountId),
    past: (accountId) => readPast(sql, accountId),
    keyMonths: (accountId) => eachPage((page) => listKeyMonths(sql, accountId, page)),
    async close() {
      await Promise.all([batches.close(), debts.close(), settlements.close(), tokens.close()])
    },
  }
}

async function decideWithin(tx: TransactionSql, row: ChargeRow): Promise<Decision> {
  if (!row.limits) return chargeWithin(tx, row)
  const [decision] = await chargeLimited(tx, [row], { home: row.accountId })
  if (!decision) throw new Error('a limited charge was not decided')
  return decision
}

async function limitUses(sql: Sql, accountId: number, by: readonly LimitedBy[]) {
  const subjects = by.map(({ subject }) => subject)
  return subjects.length === 0 ? [] : readLimitUse(sql, accountId, subjects)
}

function tellRejected(
  { accountId, limits }: ChargeRow,
  decision: Decision,
  onBudget: (level: BudgetLevel) => void,
): void {
  const outcome = decision.limits
  if (!outcome || !('short' in outcome)) return
  const row = limits?.[outcome.short]
  const level = row && budgetLevelOf(accountId, { ...row, used: outcome.used, rejected: true })
  if (level) onBudget(level)
}

function rowOf({ accountId, keyId, plan, meter, units, reservation }: ChargeRequest, atMs: number): ChargeRow {
  const row = { accountId, keyId: keyId ?? null, meter, units, allowance: plan.allowance[meter], day: dayOf(atMs) }
  const limits = reservation && limitRowsOf(reservation, atMs)
  return limits && limits.length > 0 ? { ...row, limits } : row
}

/** Gives back the call itself; what it cost is settled by itself. */
function refundRow({ id, keyId, held, ...charge }: Omit<Charge, 'plan'>, atMs: number): RefundRow {
  const limits = held?.rows.filter(({ m }) => m === 'calls')
  return { ...charge, chargeId: id, keyId: keyId ?? null, at: new Date(atMs), limits }
}

const ENDPOINTS: Record<Meter, string> = {
  compute: '/compute and /sweep',
  'ai/chat': '/ai/chat',
  'ai/analyze': '/ai/analyze',
  'ai/proxy': '/ai/proxy',
}

interface Left {
  /** Units of the allowance. */
  readonly used: number
  readonly balance: number
}

/** Only explains why a charge was rejected, so it need not be exact to the moment. */
async function leftNow(sql: Sql, { accountId, meter }: ChargeRequest, atMs: number): Promise<Left> {
  const [uses, balance] = await Promise.all([readMonth(sql, accountId, monthOf(atMs)), readBalance(sql, accountId)])
  return { used: uses.find((use) => use.meter === meter)?.fromAllowance ?? 0, balance: balanceOf(balance, meter) }
}

function balanceOf({ compute, aiCalls }: { compute: number; aiCalls: number }, meter: Meter): number {
  return Math.max(0, meter === 'compute' ? compute : aiCalls)
}

function quotaSpent(request: ChargeRequest, { used, balance }: Left, atMs: number): ApiError {
  const { plan, meter, units } = request
  const allowance = plan.allowance[meter] ?? 0
  const noun = meter === 'compute' ? 'compute units' : 'calls'
  const also =
    meter === 'compute' ? ' /compute and /sweep with N <= 9 also work without credentials, up to a daily limit.' : ''
  if (units > allowance + balance) {
    const message =
      `This call needs ${units} ${noun}: more than the ${allowance} a month of the ${plan.id} plan and your balance of ${balance} ` +
      `together. Ask for less, buy a top-up or choose a higher plan.${also}`
    return new ApiError('quota_spent', message, { headers: NO_RETRY })
  }
  const resetsMs = nextMonthMs(atMs)
  const bought = balance > 0 ? ` Your balance of ${balance} is not enough for the rest.` : ''
  const message =
    `Monthly quota for ${ENDPOINTS[meter]} exceeded: ${used} of ${allowance} ${noun} of the ${plan.id} plan are used and this call ` +
    `needs ${units}.${bought} It resets at ${new Date(resetsMs).toISOString()}; a top-up or a higher plan takes effect at once.${also}`
  return new ApiError('quota_spent', message, {
    headers: { ...NO_RETRY, 'retry-after': String(Math.ceil((resetsMs - atMs) / 1000)) },
  })
}

const NO_RETRY = { 'x-should-retry': 'false' }

async function readLevels(
  sql: Sql,
  { accountId, plan, atMs }: { accountId: number; plan: Plan; atMs: number },
): Promise<AllowanceLevel[]> {
  const uses = await readMonth(sql, accountId, monthOf(atMs))
  return uses.flatMap(({ meter, fromAllowance, fromTopup }) => {
    const level = levelOf({ accountId, plan, meter, granted: true, used: fromAllowance + fromTopup }, atMs)
    return level ?? []
  })
}

async function readStats(
  sql: Sql,
  { accountId, plan, atMs, keysMax }: { accountId: number; plan: Plan; atMs: number; keysMax: number },
): Promise<Stats> {
  const month = monthOf(atMs)
  const days = lastDays(atMs, DAYS_SHOWN)
  const [uses, balance, keys, tokens, daily] = await Promise.all([
    readMonth(sql, accountId, month),
    readBalance(sql, accountId),
    readBusyKeys(sql, accountId, { month, placesMax: keysMax }),
    sumTokens(sql, accountId, month),
    readDays(sql, accountId, days[0] ?? month),
  ])
  const meters = METERS.map((meter) => {
    const { fromAllowance = 0, fromTopup = 0 } = uses.find((use) => use.meter === meter) ?? {}
    const limit = plan.allowance[meter]
    const includedRemaining = limit === null ? null : Math.max(0, limit - fromAllowance)
    const remaining = includedRemaining === null ? null : includedRemaining + balanceOf(balance, meter)
    return [meter, { used: fromAllowance + fromTopup, limit, remaining, includedRemaining }] as const
  })
  const known = new Map(daily.map((day) => [day.date, day]))
  return {
    start: new Date(month),
    resetsAt: new Date(nextMonthMs(atMs)),
    meters: Object.fromEntries(meters) as Record<Meter, MeterUse>,
    balance,
    keys,
    tokens,
    daily: days.map((date) => known.get(date) ?? { date, compute: 0, ai: 0 }),
  }
}
