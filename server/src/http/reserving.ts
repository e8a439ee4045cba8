// What a request may use at most of the limits of its key, account, plan and end user: asked for only if there are such limits.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../accounts/accounts.ts'
import { ApiError } from '../ground/errors.ts'
import { type LimitedBy, limitedByPlan } from '../ground/limits.ts'
import { siteOf } from '../ground/network.ts'
import type { Catalogue, Plan } from '../ground/plans.ts'
import type { Charge, Metering, RateLimiter, Reservation } from '../usage/usage.ts'

/** Of a route that asks models. */
export interface Asking {
  /** The end user, if the caller gives them a budget. */
  readonly endUser: (request: FastifyRequest) => LimitedBy | undefined
  /** The most that the models can use. It also starts the tally of the request. */
  readonly most: (request: FastifyRequest) => Promise<Omit<Reservation, 'by'>>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request holds of its limits until it is settled. */
    held?: NonNullable<Charge['held']> | undefined
    /** What models have cost so far; closing it rejects further calls to them. */
    tally?: { close(): { readonly tokens: number; readonly micros: number } } | undefined
  }
}

/** Undefined, at once, if nothing limits the request. */
export function reservationOf(
  request: FastifyRequest,
  { caller, plan, asking }: { caller: Caller; plan: Plan; asking: Asking | undefined },
): Promise<Reservation> | undefined {
  const user = asking?.endUser(request)
  if (!caller.limitedBy && !plan.limits && !user) return undefined
  const by = [...limitedByPlan(plan), ...(caller.limitedBy ?? []), ...(user ? [user] : [])]
  return reserving(request, by, asking)
}

async function reserving(
  request: FastifyRequest,
  by: readonly LimitedBy[],
  asking: Asking | undefined,
): Promise<Reservation> {
  return asking ? { by, ...(await asking.most(request)) } : { by, tokens: 0, micros: 0 }
}

const REMAINING = 'x-budget-remaining'

/** Keeps what the charge holds, and tells the caller what is left beside it. */
export function keepHeld(request: FastifyRequest, reply: FastifyReply): void {
  const held = request.charge?.held
  if (!held) return
  request.held = held
  if (held.leftMicros !== undefined) reply.header(REMAINING, String(held.leftMicros / 1e6))
}

/** What models did cost replaces what was held, once; also if the request failed, or its caller has hung up. */
export async function settleHeld(request: FastifyRequest, usage: Metering): Promise<void> {
  const { held, tally, caller } = request
  request.held = undefined
  if (!held || !caller) return
  const used = tally?.close() ?? { tokens: 0, micros: 0 }
  await usage.settle({ accountId: caller.accountId, held, used })
}

/** Of what the free plan has in a month: a stranger's day. Full again after a day without calls, so it is never more than that month. */
const ANONYMOUS_SHARE = 0.5

interface NetworkParts {
  readonly catalogue: Catalogue
  readonly anonymousUnits?: RateLimiter
}

/** Callers without an account share a daily allowance with their network, so that they can do less than an account. */
export function chargeNetwork(
  request: FastifyRequest,
  units: number | undefined,
  { catalogue, anonymousUnits }: NetworkParts,
): void {
  const { compute: month } = catalogue.plans.free.allowance
  if (units === undefined || !anonymousUnits || month === null) return
  const day = Math.floor(month * ANONYMOUS_SHARE)
  const offer = `Sign up free for ${month} compute units a month of your own.`
  const limit = `Without an account, your network has ${day} compute units a day, and this call needs ${units}.`
  if (units > day) throw new ApiError('quota_spent', `${limit} ${offer}`)
  const { allowed, resetSeconds } = anonymousUnits.take(siteOf(request.ip), day, units)
  if (allowed) return
  throw new ApiError('too_fast', `${limit} Too few of them are left. ${offer}`, {
    headers: { 'retry-after': String(resetSeconds) },
  })
}
