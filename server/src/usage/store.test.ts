import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { WAIT } from '../../test/waiting.ts'
import type { Meter } from '../ground/plans.ts'
import {
  addTopup,
  type BatchTerms,
  type ChargeRow,
  cancelBatch,
  chargeBatch,
  type Decision,
  listKeyMonths,
  readBalance,
  readDays,
  readMonth,
  readPast,
  refundOnce,
} from './store.ts'

let db: FreshDatabase
let accountId: number
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  const [row] = await db.sql<{ id: number }[]>`
    insert into accounts (email, password_hash) values (${`${randomUUID()}@example.org`}, 'x') returning id`
  accountId = row?.id ?? 0
})

function row(change: Partial<ChargeRow> = {}): ChargeRow {
  return { accountId, keyId: null, meter: 'compute', units: 1, allowance: 10, day: '2026-03-05', ...change }
}
const keyMonths = (id = accountId) => listKeyMonths(db.sql, id, { last: undefined, rowsMax: 10 })
const month = () => readMonth(db.sql, accountId, '2026-03-01')
const buy = (compute: number, aiCalls = 0) => db.sql.begin((tx) => addTopup(tx, accountId, { compute, aiCalls }))

/** SQLSTATE of a statement that did not get its lock in time. */
const LOCK_NOT_AVAILABLE = '55P03'

describe('a batch of charges', () => {
  test('grants exactly what the allowance has, in order, each charge as a whole', async () => {
    const decisions = await chargeBatch(
      db.sql,
      [4, 4, 4, 2, 1].map((units) => row({ units })),
    )
    expect(decisions.map(({ granted }) => granted)).toEqual([true, true, false, true, false])
    expect(decisions.map(({ used }) => used)).toEqual([4, 8, 8, 10, 10])
    expect(await month()).toEqual([{ meter: 'compute', fromAllowance: 10, fromTopup: 0 }])
  })

  test('takes the rest from the purchased balance, and splits a charge over both', async () => {
    await buy(5)
    const decisions = await chargeBatch(db.sql, [row({ units: 8 }), row({ units: 6 }), row({ units: 2 }), row()])
    expect(decisions.map(({ fromAllowance, fromTopup }) => [fromAllowance, fromTopup])).toEqual([
      [8, 0],
      [2, 4],
      [0, 0],
      [0, 1],
    ])
    expect(decisions.map(({ granted }) => granted)).toEqual([true, true, false, true])
    expect(await readBalance(db.sql, accountId)).toEqual({ compute: 0, aiCalls: 0 })
  })

  test('never takes from a balance that a refund made negative', async () => {
    await buy(-5)
    expect(await chargeBatch(db.sql, [row({ units: 11 }), row({ units: 10 })])).toMatchObject([
      { granted: false },
      { granted: true },
    ])
    expect(await readBalance(db.sql, accountId)).toEqual({ compute: -5, aiCalls: 0 })
  })

  test('keeps meters, months and accounts apart', async () => {
    const decisions = await chargeBatch(db.sql, [
      row({ units: 10 }),
      row({ meter: 'ai/chat', allowance: 1 }),
      row({ units: 10, day: '2026-04-01' }),
      row({ accountId: accountId + 100_000 }),
      row({ meter: 'ai/chat', allowance: 1 }),
    ])
    expect(decisions.map(({ granted }) => granted)).toEqual([true, true, true, null, false])
  })

  test('is unlimited if the plan says so, and is still counted', async () => {
    await chargeBatch(db.sql, [row({ units: 1_000_000, allowance: null }), row({ units: 1_000_000, allowance: null })])
    expect(await month()).toEqual([{ meter: 'compute', fromAllowance: 2_000_000, fromTopup: 0 }])
  })

  test('grants exactly what there is while many others run, each on its own connection', async () => {
    await buy(25)
    const meters = Array.from({ length: 400 }, (_, at): Meter => (at % 4 === 0 ? 'ai/chat' : 'compute'))
    // On a busy machine the last one may exceed the two seconds that a statement waits for a lock. Then nothing was charged, as the sums
    // below show, and it is repeated.
    const decided = async (meter: Meter): Promise<Decision[]> => {
      try {
        return await chargeBatch(db.sql, [row({ meter, allowance: 100 })])
      } catch (error) {
        if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
        return decided(meter)
      }
    }
    const batches = await Promise.all(meters.map(decided))
    const grantedOf = (wanted: string) => batches.filter(([one], at) => one?.granted && meters[at] === wanted).length
    expect([grantedOf('compute'), grantedOf('ai/chat')]).toEqual([125, 100])
    expect(await readBalance(db.sql, accountId)).toEqual({ compute: 0, aiCalls: 0 })
    expect(await readDays(db.sql, accountId, '2026-03-01')).toEqual([{ date: '2026-03-05', compute: 125, ai: 100 }])
  })

  test('that has to wait decides by the state after its wait', async () => {
    await chargeBatch(db.sql, [row({ units: 9 })])
    const charges = await db.sql.begin(async (tx) => {
      await tx`select 1 from usage_months where account_id = ${accountId} for update`
      const both = [chargeBatch(db.sql, [row()]), chargeBatch(db.sql, [row()])]
      await vi.waitFor(async () => {
        const [waiting] = await db.sql`
          select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect(waiting?.count).toBe(2)
      }, WAIT)
      return { both }
    })
    const decisions = (await Promise.all(charges.both)).map(([one]) => one?.granted)
    expect(decisions.sort()).toEqual([false, true])
    expect(await month()).toMatchObject([{ fromAllowance: 10 }])
  })

  test('adds up the day and the key in the same statement', async () => {
    await chargeBatch(db.sql, [
      row({ keyId: 5, units: 3 }),
      row({ keyId: 5 }),
      row({ meter: 'ai/chat' }),
      row({ keyId: 5, units: 99 }),
    ])
    expect(await readDays(db.sql, accountId, '2026-03-01')).toEqual([{ date: '2026-03-05', compute: 4, ai: 1 }])
    expect(await keyMonths()).toEqual([{ month: '2026-03', keyId: 5, calls: 2 }])
  })
})

describe('a single charge', () => {
  let batch = 0
  const slot = randomUUID()
  const alone = async (change: Partial<ChargeRow> = {}) => {
    const [decision] = await chargeBatch(db.sql, [row(change)], { waits: false, ticket: { slot, batch: ++batch } })
    return decision
  }
  const allOf = async () => [
    await month(),
    await readBalance(db.sql, accountId),
    await readDays(db.sql, accountId, '2026-03-01'),
    await keyMonths(),
  ]

  test('is decided and recorded as in a batch: from the allowance, from both, from the balance, and rejected', async () => {
    const wishes = [3, 6, 4, 5, 1, 2, 1].map((units, at) => ({ units, keyId: at % 2 === 0 ? 5 : null }))
    await buy(5)
    const lone = []
    for (const wish of wishes) lone.push(await alone(wish))
    const noted = await allOf()
    expect(lone.map((decision) => decision?.granted)).toEqual([true, true, true, false, true, false, true])

    const [other] = await db.sql<{ id: number }[]>`
      insert into accounts (email, password_hash) values (${`${randomUUID()}@example.org`}, 'x') returning id`
    accountId = other?.id ?? 0
    await buy(5)
    const together = await chargeBatch(db.sql, wishes.map(row))
    expect(lone).toEqual(together)
    expect(noted).toEqual(await allOf())
  })

  test('of a plan without a limit is counted, and one above the whole allowance leaves no trace', async () => {
    expect(await alone({ units: 11 })).toMatchObject({ granted: false, used: 0 })
    expect(await month()).toEqual([])
    expect(await alone({ units: 1_000_000, allowance: null })).toMatchObject({ granted: true, used: 1_000_000 })
  })

  test('grants exactly what there is while many others run, and reports which have to wait', async () => {
    await buy(7)
    const each = () => chargeBatch(db.sql, [row()], { waits: false, ticket: { slot: randomUUID(), batch: 1 } })
    const decisions = (await Promise.all(Array.from({ length: 60 }, each))).flat()
    const granted = decisions.filter((decision) => decision.granted).length
    let late = 0
    while ((await alone())?.granted) late++
    expect(granted + late).toBe(17)
    expect(decisions.every((decision) => decision.granted || decision.busy || late === 0)).toBe(true)
  })

  test('of a deleted account is not granted', async () => {
    expect(await alone({ accountId: accountId + 100_000 })).toMatchObject({ granted: null, busy: false })
  })

  test('can be cancelled: exactly after it was charged, and for good before', async () => {
    const ticket = { slot: randomUUID(), batch: 1 }
    await chargeBatch(db.sql, [row({ keyId: 5 })], { waits: false, ticket })
    await cancelBatch(db.sql, [row({ keyId: 5 })], ticket)
    const next = { ...ticket, batch: 2 }
    await cancelBatch(db.sql, [row()], next)
    await expect(chargeBatch(db.sql, [row()], { waits: false, ticket: next })).rejects.toMatchObject({ code: '57014' })
    expect(await month()).toEqual([{ meter: 'compute', fromAllowance: 0, fromTopup: 0 }])
  })
})

describe('a batch for distributed tables', () => {
  const ofHome = (): BatchTerms => ({ ticket: { slot: randomUUID(), batch: 1, home: accountId } })

  test('is decided and recorded as one for a single database', async () => {
    const id = async () => {
      const [made] = await db.sql<{ id: number }[]>`
        insert into accounts (email, password_hash) values (${`${randomUUID()}@example.org`}, 'x') returning id`
      return made?.id ?? 0
    }
    const pairs = [
      [await id(), await id()],
      [await id(), await id()],
      [700_000, 800_000],
    ] as const
    for (const one of pairs.flat()) await db.sql.begin((tx) => addTopup(tx, one, { compute: 40, aiCalls: 20 }))
    let state = 7
    const pick = <T>(...from: readonly T[]): T => {
      state = (state * 48_271) % 2_147_483_647
      return from[state % from.length] as T
    }
    for (let nth = 0; nth < 40; nth++) {
      const day = pick('2026-03-05', '2026-03-06', '2026-04-01')
      const drawn = Array.from({ length: pick(1, 2, 9) }, () => ({
        pair: pick(...pairs),
        change: { day, meter: pick<Meter>('compute', 'ai/chat'), units: pick(0, 1, 2, 7), keyId: pick(null, 1, 2) },
        allowance: pick(30, 30, 30, 5, null),
      }))
      const rowsOf = (at: 0 | 1) =>
        drawn.map(({ pair, change, allowance }) => row({ ...change, allowance, accountId: pair[at] }))
      const waits = pick(true, false)
      const expected = await chargeBatch(db.sql, rowsOf(0), { waits })
      expect(await chargeBatch(db.sql, rowsOf(1), { waits, ...ofHome() })).toEqual(expected)
    }
    const noted = async (one: number) => [
      await readPast(db.sql, one),
      await keyMonths(one),
      await readBalance(db.sql, one),
    ]
    for (const [plain, distributed] of pairs) expect(await noted(distributed)).toEqual(await noted(plain))
  })

  test('takes the balance once, even for two days', async () => {
    await buy(5)
    const rows = ['2026-03-05', '2026-03-06'].map((day) => row({ day, units: 4, allowance: 0 }))
    const decisions = await chargeBatch(db.sql, rows, ofHome())
    expect(decisions.filter(({ granted }) => granted)).toHaveLength(1)
    expect(await readBalance(db.sql, accountId)).toEqual({ compute: 1, aiCalls: 0 })
  })

  test('skips an account that is locked', async () => {
    await db.sql.begin(async (tx) => {
      await tx`select 1 from topup_balances where account_id = ${accountId} for update`
      const [decision] = await chargeBatch(db.sql, [row()], { waits: false, ...ofHome() })
      expect(decision).toMatchObject({ granted: null, busy: true })
    })
    expect(await month()).toEqual([])
  })
})

test('a refund returns exactly what was taken, to where it was taken from, once', async () => {
  await buy(5)
  await chargeBatch(db.sql, [row({ units: 12, keyId: 5 })])
  const given = {
    chargeId: randomUUID(),
    accountId,
    keyId: 5,
    meter: 'compute',
    fromAllowance: 10,
    fromTopup: 2,
    day: '2026-03-05',
    at: new Date(0),
  } as const
  await Promise.all([refundOnce(db.sql, given), refundOnce(db.sql, given), refundOnce(db.sql, given)])
  expect(await month()).toEqual([{ meter: 'compute', fromAllowance: 0, fromTopup: 0 }])
  expect(await readBalance(db.sql, accountId)).toEqual({ compute: 5, aiCalls: 0 })
  expect(await readDays(db.sql, accountId, '2026-03-01')).toEqual([{ date: '2026-03-05', compute: 0, ai: 0 }])
  expect(await keyMonths()).toEqual([{ month: '2026-03', keyId: 5, calls: 0 }])
})

describe('a batch whose outcome the node never learned', () => {
  const ticketOf = (batch: number, slot = randomUUID()) => ({ slot, batch })
  const rows = () => [row({ units: 8, keyId: 5 }), row({ units: 6, keyId: 5 }), row({ units: 90 })]

  test('is refunded exactly, to where it was taken from, once', async () => {
    await buy(5)
    await chargeBatch(db.sql, [row({ keyId: 5 })])
    const ticket = ticketOf(3)
    await chargeBatch(db.sql, rows(), { ticket })
    expect(await readBalance(db.sql, accountId)).toEqual({ compute: 0, aiCalls: 0 })
    await Promise.all(Array.from({ length: 3 }, () => cancelBatch(db.sql, rows(), ticket)))
    expect(await month()).toEqual([{ meter: 'compute', fromAllowance: 1, fromTopup: 0 }])
    expect(await readBalance(db.sql, accountId)).toEqual({ compute: 5, aiCalls: 0 })
    expect(await readDays(db.sql, accountId, '2026-03-01')).toEqual([{ date: '2026-03-05', compute: 1, ai: 0 }])
    expect(await keyMonths()).toEqual([{ month: '2026-03', keyId: 5, calls: 1 }])
  })

  test('is never charged once it was cancelled, in a new slot and in a used one', async () => {
    const used = randomUUID()
    await chargeBatch(db.sql, [row()], { ticket: ticketOf(1, used) })
    for (const ticket of [ticketOf(1), ticketOf(2, used)]) {
      await cancelBatch(db.sql, rows(), ticket)
      await expect(chargeBatch(db.sql, rows(), { ticket })).rejects.toMatchObject({ code: '57014' })
    }
    expect(await month()).toEqual([{ meter: 'compute', fromAllowance: 1, fromTopup: 0 }])
  })

  test('makes cancelling wait while it is being charged', async () => {
    const ticket = ticketOf(1)
    const cancelling = await db.sql.begin(async (tx) => {
      await chargeBatch(tx as typeof db.sql, rows(), { ticket })
      const cancelled = cancelBatch(db.sql, rows(), ticket)
      await vi.waitFor(async () => {
        const [waiting] = await db.sql`
          select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect(waiting?.count).toBe(1)
      }, WAIT)
      return { cancelled }
    })
    await cancelling.cancelled
    expect(await month()).toEqual([{ meter: 'compute', fromAllowance: 0, fromTopup: 0 }])
  })
})

test('deleting an account deletes its counters while others charge', async () => {
  await chargeBatch(db.sql, [row()])
  await Promise.all([
    db.sql`delete from accounts where id = ${accountId}`,
    ...Array.from({ length: 20 }, () => chargeBatch(db.sql, [row(), row({ meter: 'ai/chat' })])),
  ])
  expect(await month()).toEqual([])
})
