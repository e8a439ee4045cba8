import { describe, expect, test } from 'vitest'
import { BUILT_IN_PLANS, CATALOGUE, catalogueFrom, isAtLeast, METERS, paidPlans, planOf } from './plans.ts'

const plan = {
  price_eur: 0,
  max_n: 9,
  compute: 1,
  ai_chat: 1,
  ai_analyze: 1,
  ai_proxy: 0,
  keys: 1,
  requests_per_minute: 60,
}
const paid = { ...plan, price_eur: 20 }
const read = (plans: object, topups?: object[]) => catalogueFrom(JSON.stringify({ plans, topups }))

/** The figures of the contract and the specification; a dash means no limit. */
const PLANS = `
  plan           price max_n compute  chat   analyze proxy keys   requests
  free           0     9     1000     50     500     0     10     600
  basic          9     16    50000    500    5000    100   20     1200
  pro            29    25    500000   5000   50000   1000  50     3000
  gamepro        49    32    2000000  5000   50000   1000  100    6000
  studio         149   64    10000000 20000  200000  10000 200    12000
  enterprise     499   64    -        -      -       -     1000   60000
  enterprise_xl  1999  64    -        -      -       -     10000  300000`
const TOPUPS = `
  topup       price   compute  ai_calls
  topup_10k   4.99    10000    200
  topup_25k   9.99    25000    500
  topup_50k   17.99   50000    1000
  topup_100k  29.99   100000   2000
  topup_500k  99.99   500000   10000
  topup_2m    349.99  2000000  40000`

/** The cells of a table: row name, column number, column name, and value. */
function cellsOf(table: string): [row: string, place: number, column: string, cell: string][] {
  const [names = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/))
  return rows.flatMap(([row = '', ...cells]) =>
    cells.map((cell, at): [string, number, string, string] => [row, at + 1, names[at + 1] ?? '', cell]),
  )
}

test.each(cellsOf(PLANS))('%s.%i: the plan has the %s of the contract', (id, place, _column, cell) => {
  const { priceEur, sizeMax, allowance, keysMax, requestsPerMinute } = planOf(CATALOGUE, id)
  const row = [id, priceEur, sizeMax, ...METERS.map((meter) => allowance[meter]), keysMax, requestsPerMinute]
  expect(String(row[place] ?? '-')).toBe(cell)
})

test.each(cellsOf(TOPUPS))('%s.%i: the top-up has the %s of the specification', (id, place, _column, cell) => {
  const topup = CATALOGUE.topups.find((one) => one.id === id)
  expect(String([id, topup?.priceEur, topup?.compute, topup?.aiCalls][place])).toBe(cell)
})

test('anonymous callers have N up to 9 and 600 requests a minute', () => {
  expect(CATALOGUE.anonymous).toEqual({ sizeMax: 9, requestsPerMinute: 600 })
})

describe('a plans file', () => {
  test('can leave out paid plans, which are then not offered, and accounts that have one keep its built-in limits', () => {
    const catalogue = read({ free: plan, pro: paid })
    expect(catalogue.offered).toEqual(['free', 'pro'])
    expect(planOf(catalogue, 'studio')).toEqual(CATALOGUE.plans.studio)
    expect(planOf(catalogue, 'pro')).toMatchObject({ id: 'pro', priceEur: 20, sizeMax: 9 })
  })

  test('can add plans, ordered as in the file', () => {
    const catalogue = read({ free: plan, starter: paid, basic: paid, team: paid, studio: paid })
    expect(catalogue.offered).toEqual(['free', 'starter', 'basic', 'team', 'studio'])
    expect(paidPlans(catalogue)).toEqual(['starter', 'basic', 'team', 'studio'])
    expect(catalogue.order).toEqual([
      ...['free', 'starter', 'basic', 'pro', 'gamepro', 'team', 'studio', 'enterprise', 'enterprise_xl'],
    ])
    const atLeastBasic = ['free', 'starter', 'basic', 'team', 'unknown'].filter((id) =>
      isAtLeast(catalogue, id, 'basic'),
    )
    expect(atLeastBasic).toEqual(['basic', 'team'])
    expect(catalogue.topups[0]?.plans).toContain('team')
  })

  test('without the basic plan, every paid plan counts as basic or higher', () => {
    const catalogue = read({ free: plan, starter: paid })
    expect([isAtLeast(catalogue, 'free', 'basic'), isAtLeast(catalogue, 'starter', 'basic')]).toEqual([false, true])
  })

  test('can reserve a plan for accounts to which an administrator gives it', () => {
    const catalogue = read({ free: plan, staff: { ...plan, offered: false } })
    expect([catalogue.offered, catalogue.plans.staff?.id]).toEqual([['free'], 'staff'])
  })

  test.each([
    ['no free plan', { pro: paid }, /is required and must be offered\n.*plans\.free/],
    ['a free plan that is not offered', { free: { ...plan, offered: false } }, /is required and must be offered/],
    ['a free plan that is not the first', { pro: paid, free: plan }, /comes first\n.*plans\.free/],
    ['an order that contradicts ours', { free: plan, pro: paid, basic: paid }, /free, basic, pro/],
    ['a name with capitals', { free: plan, Team: paid }, /the name of a plan is a lower-case letter[\s\S]*plans\.Team/],
    ['a name like a top-up', { free: plan, topup_team: paid }, /the name of a plan is/],
    ['a wrong field', { free: plan, team: { ...paid, keys: -1 } }, /plans\.team\.keys/],
  ])('is rejected with %s', (_what, plans, message) => {
    expect(() => read(plans)).toThrow(message)
  })

  test('is rejected if a top-up names a plan that does not exist', () => {
    const topup = { id: 'topup_10k', price_eur: 5, compute: 1, ai_calls: 1 }
    expect(() => read({ free: plan }, [{ ...topup, plans: ['free', 'team'] }])).toThrow(/there is no plan team/)
    expect(read({ free: plan, team: paid }, [{ ...topup, plans: ['team'] }]).topups).toMatchObject([
      { plans: ['team'] },
    ])
  })
})

test('a plan that this node does not know grants what the free plan does', () => {
  expect(['team', 'constructor', '__proto__'].map((id) => planOf(CATALOGUE, id).id)).toEqual(['free', 'free', 'free'])
})

test('the built-in plans are all on offer, from the smallest to the largest', () => {
  expect(CATALOGUE.offered).toEqual(BUILT_IN_PLANS)
  const prices = BUILT_IN_PLANS.map((id) => CATALOGUE.plans[id].priceEur)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
})
