import { describe, expect, it } from 'vitest'
import bodies from '../../test/stripe-events.json' with { type: 'json' }
import { DAY_MS } from '../ground/calendar.ts'
import { creditOf, type Entitlement, EVENT_TYPES, entitledUntil, standingOf, subjectOf } from './state.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const inDays = (days: number) => new Date(NOW + days * DAY_MS)

const active: Entitlement = {
  id: 'sub_1',
  plan: 'pro',
  status: 'active',
  periodEnd: inDays(20),
  cancelsAt: null,
  unpaidSince: null,
}
const cancelled: Entitlement = { ...active, cancelsAt: active.periodEnd }
const pastDue: Entitlement = { ...active, status: 'past_due', unpaidSince: inDays(-1) }

const standing = (subscriptions: readonly Entitlement[], nowMs: number) =>
  standingOf(subscriptions, nowMs, ['free', 'basic', 'pro', 'team'])

describe('the plan of an account', () => {
  it('is free without a subscription', () => {
    expect(standing([], NOW)).toMatchObject({ plan: 'free', status: 'none', planEndsAt: null })
  })

  it('stays, if it renews, a day longer than the period we know, and no longer', () => {
    expect(standing([active], NOW)).toMatchObject({
      plan: 'pro',
      status: 'active',
      renewsAt: inDays(20),
      endsAt: null,
    })
    expect(entitledUntil(active)).toEqual(inDays(21))
    expect(standing([active], inDays(21).getTime())).toMatchObject({ plan: 'free', status: 'none' })
  })

  it('ends exactly with its period if it was cancelled', () => {
    expect(standing([cancelled], NOW)).toMatchObject({ plan: 'pro', status: 'cancelled', endsAt: inDays(20) })
    expect(standing([cancelled], inDays(20).getTime() - 1).plan).toBe('pro')
    expect(standing([cancelled], inDays(20).getTime()).plan).toBe('free')
  })

  it('renews until a cancellation that lies beyond the period', () => {
    const later = { ...active, cancelsAt: inDays(50) }
    expect(standing([later], NOW)).toMatchObject({ status: 'active', renewsAt: inDays(20) })
  })

  it('stays for seven days after the unpaid invoice if it is past due', () => {
    expect(standing([pastDue], NOW)).toMatchObject({ plan: 'pro', status: 'past_due', renewsAt: null })
    expect(entitledUntil(pastDue)).toEqual(inDays(6))
    expect(standing([pastDue], inDays(6).getTime()).plan).toBe('free')
  })

  it('never stays beyond its period if it is past due', () => {
    expect(entitledUntil({ ...pastDue, periodEnd: inDays(2) })).toEqual(inDays(2))
  })

  it('is the largest of several', () => {
    const both = [{ ...active, id: 'sub_2', plan: 'basic' }, active]
    expect(standing(both, NOW)).toMatchObject({ plan: 'pro', subscriptionId: 'sub_1' })
    const own = { ...active, id: 'sub_3', plan: 'team' }
    expect(standing([...both, own], NOW)).toMatchObject({ plan: 'team', subscriptionId: 'sub_3' })
  })

  it('does not come from subscriptions that have ended', () => {
    expect(standing([{ ...active, status: 'ended' }], NOW).plan).toBe('free')
  })
})

describe('what a top-up is worth', () => {
  const units = { compute: 10_000, aiCalls: 200 }
  const paid = {
    id: 'pi_1',
    customerId: 'cus_1',
    checkoutRef: 'x',
    paid: true,
    paidAt: new Date(0),
    amountCents: 499,
    vatCents: undefined,
    refundedCents: 0,
    disputed: false,
  }

  it('is everything when it is paid, and nothing before', () => {
    expect(creditOf(units, paid)).toEqual(units)
    expect(creditOf(units, { ...paid, paid: false, amountCents: 0 })).toEqual({ compute: 0, aiCalls: 0 })
  })

  it('is nothing after a full refund or while the money is disputed', () => {
    expect(creditOf(units, { ...paid, refundedCents: 499 })).toEqual({ compute: 0, aiCalls: 0 })
    expect(creditOf(units, { ...paid, disputed: true })).toEqual({ compute: 0, aiCalls: 0 })
  })

  it('is the part that remains paid after a partial refund, rounded up', () => {
    expect(creditOf(units, { ...paid, refundedCents: 100 })).toEqual({ compute: 7996, aiCalls: 160 })
  })
})

describe('the subject of an event', () => {
  const event = (type: string, object: Record<string, unknown>) => ({ id: 'evt_1', type, data: { object } })

  it('is found in whole event bodies of current and older versions of the API', () => {
    expect(bodies.map(subjectOf)).toEqual([
      { kind: 'checkout', id: 'cs_test_a1B2c3D4e5F6' },
      { kind: 'subscription', id: 'sub_1RkSub1' },
      { kind: 'subscription', id: 'sub_1RkSub1' },
      { kind: 'subscription', id: 'sub_1RkSub1' },
      { kind: 'payment', id: 'pi_3RkTopup1' },
      { kind: 'payment', id: 'pi_3RkTopup1' },
    ])
  })

  it('is the subscription of an invoice, in old and new versions of the API', () => {
    const subject = { kind: 'subscription', id: 'sub_1' }
    expect(subjectOf(event('invoice.paid', { subscription: 'sub_1' }))).toEqual(subject)
    const parent = { subscription_details: { subscription: { id: 'sub_1' } } }
    expect(subjectOf(event('invoice.paid', { parent }))).toEqual(subject)
  })

  it('is nothing for an invoice without a subscription, an unknown type, or the name of a property of Object', () => {
    expect(subjectOf(event('invoice.paid', { parent: null }))).toBeUndefined()
    expect(subjectOf(event('customer.tax_id.created', { id: 'x' }))).toBeUndefined()
    expect(subjectOf(event('constructor', { id: 'x' }))).toBeUndefined()
  })

  it('has a type from a list that is short enough for one call to Stripe', () => {
    expect(EVENT_TYPES.length).toBeLessThanOrEqual(20)
  })
})
