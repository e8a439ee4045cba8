import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { createCharging } from './charging.ts'
import { type ChargeRow, chargeBatch } from './store.ts'

let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

async function account(): Promise<number> {
  const [row] = await db.sql<{ id: number }[]>`
    insert into accounts (email, password_hash) values (${`${randomUUID()}@example.org`}, 'x') returning id`
  return row?.id ?? 0
}

const rowOf = (accountId: number): ChargeRow => ({
  accountId,
  keyId: null,
  meter: 'compute',
  units: 1,
  allowance: 100,
  day: '2026-03-05',
})

/** Locks the account as a long change would, until it is told to release it. */
async function lock(...accountIds: number[]): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let hold = () => {}
  const isHeld = new Promise<void>((resolve) => {
    hold = resolve
  })
  const done = db.sql.begin(async (tx) => {
    await tx`select 1 from topup_balances where account_id = any(${accountIds}) for update`
    hold()
    await released
  })
  await isHeld
  return async () => {
    release()
    await done
  }
}

test('a locked account delays nobody else, and is charged once it is free', async () => {
  const [locked, innocent] = [await account(), await account()]
  const decide = createCharging((rows, waits) => chargeBatch(db.sql, rows, { waits }))
  const unlock = await lock(locked)
  let isDecided = false
  const waiting = Promise.all([decide(rowOf(locked)), decide(rowOf(locked))]).finally(() => {
    isDecided = true
  })
  for (let nth = 1; nth <= 20; nth++) expect(await decide(rowOf(innocent))).toMatchObject({ granted: true, used: nth })
  expect(isDecided).toBe(false)
  await unlock()
  const decisions = await waiting
  expect(decisions.map(({ used }) => used).toSorted()).toEqual([1, 2])
})

test('charges of two nodes to one account are decided one after the other, and neither returns as busy', async () => {
  const shared = await account()
  const isBusyAfterMeeting = async (): Promise<boolean | undefined> => {
    const unlock = await lock(shared)
    let isOver = false
    const second = chargeBatch(db.sql, [rowOf(shared)], { waits: false }).finally(() => {
      isOver = true
    })
    while (!isOver && !(await isWaiting())) await turn()
    await unlock()
    return (await second)[0]?.busy
  }
  // On a busy machine this test may hold the lock longer than a batch waits.
  let isBusy = await isBusyAfterMeeting()
  for (let tries = 1; isBusy && tries < 100; tries++) isBusy = await isBusyAfterMeeting()
  expect(isBusy).toBe(false)
})

test('a batch with several locked accounts waits for all of them together as long as for one', async () => {
  const accounts = (await Promise.all(Array.from({ length: 5 }, account))).toSorted((one, other) => one - other)
  const unlocks = await Promise.all(accounts.map((id) => lock(id)))
  let isOver = false
  const batch = chargeBatch(db.sql, accounts.map(rowOf), { waits: false }).finally(() => {
    isOver = true
  })
  // Each is free before the batch would give up on it alone, but all of them together are free too late.
  for (const unlock of unlocks) {
    while (!isOver && !(await isWaiting())) await turn()
    await db.sql`select pg_sleep(0.04)`
    await unlock()
  }
  expect((await batch).some(({ busy }) => busy)).toBe(true)
})

async function isWaiting(): Promise<boolean> {
  const waiting = await db.sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%from charge_batch%'`
  return waiting.length > 0
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('more locked accounts than lanes leave connections for the others', async () => {
  const [innocent, ...locked] = await Promise.all(Array.from({ length: 9 }, account))
  const decide = createCharging((rows, waits) => chargeBatch(db.sql, rows, { waits }))
  const unlock = await lock(...locked)
  const waiting = Promise.all(locked.map((id) => decide(rowOf(id))))
  for (let nth = 0; nth < 20; nth++) await decide(rowOf(innocent ?? 0))
  await unlock()
  expect((await waiting).every(({ granted }) => granted)).toBe(true)
})

test('while more accounts are locked than there are lanes, nobody else is batched with them again', async () => {
  const [innocent, ...locked] = [1, 2, 3, 4, 5, 6, 7]
  const batches: number[][] = []
  let unlock = () => {}
  const unlocked = new Promise<void>((resolve) => {
    unlock = resolve
  })
  const decide = createCharging(async (rows, waits) => {
    const ids = rows.map(({ accountId }) => accountId)
    batches.push(ids)
    const isFirst = batches.length === 1
    if (!isFirst && !ids.includes(innocent ?? 0)) await unlocked
    return ids.map((id) => decision(isFirst && !waits && id !== innocent))
  })
  const waiting = Promise.all(locked.map((id) => decide(rowOf(id))))
  // The first batch, a lane for each of four, and the batch that retries the other two.
  await expect.poll(() => batches).toHaveLength(6)
  const later = decide(rowOf(7))
  const result = decide(rowOf(innocent ?? 0))
  await turn()
  await turn()
  expect(batches.at(-1)).toEqual([innocent])
  await result
  unlock()
  expect(await Promise.all([waiting, later])).toEqual([locked.map(() => decision(false)), decision(false)])
})

const decision = (busy: boolean) => ({ granted: busy ? null : true, busy, fromAllowance: 1, fromTopup: 0, used: 1 })

test('an account that stays locked is rejected after two seconds, with an error that invites a retry', async () => {
  const locked = await account()
  const decide = createCharging((rows, waits) => chargeBatch(db.sql, rows, { waits }))
  const unlock = await lock(locked)
  await expect(decide(rowOf(locked))).rejects.toMatchObject({ code: '55P03' })
  await unlock()
  expect(await decide(rowOf(locked))).toMatchObject({ granted: true, used: 1 })
})

test('a deleted account is distinguished from a busy one', async () => {
  const gone = await account()
  await db.sql`delete from accounts where id = ${gone}`
  const decide = createCharging((rows, waits) => chargeBatch(db.sql, rows, { waits }))
  expect(await decide(rowOf(gone))).toMatchObject({ granted: null, busy: false })
})
