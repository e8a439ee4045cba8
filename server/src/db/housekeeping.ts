// Deletes rows that are no longer needed: one rule for each table, in small batches, independent of requests. Every node runs it and
// skips tables that another node is working on.

import { setTimeout as delay } from 'node:timers/promises'
import type { Report } from '../ground/errors.ts'
import { distributedTables } from './cluster/cluster.ts'
import type { Sql, TransactionSql } from './connect.ts'
import { finishDeletions, RULES, type Rule } from './housekeeping-rules.ts'

interface HousekeepingParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly report: Report
}

interface Housekeeping {
  /** Runs all rules once; never rejects. */
  run(): Promise<void>
  start(): void
  close(): Promise<void>
  readonly deleted: ReadonlyMap<string, number>
  readonly failures: ReadonlyMap<string, number>
}

const EVERY_MS = 600_000
const PIECE_ROWS = 1_000
/** Batches of one table in one run; the next run continues. */
const PIECES_MAX = 200
const PAUSE_MS = 20
const RUN_MAX_MS = 300_000
/** Distinguishes our advisory locks from those of others. */
const LOCK_CLASS = 1_214_606_444

export function createHousekeeping({ sql, nowMs, report }: HousekeepingParts): Housekeeping {
  const deleted = new Map<string, number>()
  const failures = new Map<string, number>()
  const closing = new AbortController()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const attempt = async (table: string, work: () => Promise<number>): Promise<void> => {
    try {
      add(deleted, table, await work())
    } catch (error) {
      add(failures, table, 1)
      report(error, `housekeeping of ${table} failed; we will try again`)
    }
  }
  const runAll = async (): Promise<void> => {
    const startedMs = performance.now()
    const isLate = () => closing.signal.aborted || performance.now() - startedMs > RUN_MAX_MS
    const distributed = await distributedTables(sql).catch(() => new Set<string>())
    await attempt('accounts', () => finishDeletions(sql, nowMs(), isLate))
    for (const rule of RULES) {
      if (isLate()) return
      await attempt(rule.table, () => {
        const deletePiece = distributed.has(rule.table) ? deleteDistributedPiece : deleteLocalPiece
        return sweep(sql, rule, { nowMs: nowMs(), isLate, signal: closing.signal, deletePiece })
      })
    }
  }
  const run = (): Promise<void> => {
    running ??= runAll().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    run,
    start() {
      // Random, so that nodes that were started together do not run together.
      const firstMs = Math.random() * EVERY_MS
      timer ??= setTimeout(() => {
        timer = setInterval(run, EVERY_MS).unref()
        void run()
      }, firstMs).unref()
    },
    async close() {
      clearTimeout(timer)
      closing.abort()
      await running
    },
    deleted,
    failures,
  }
}

interface Sweep {
  readonly nowMs: number
  readonly isLate: () => boolean
  readonly signal: AbortSignal
  readonly deletePiece: DeletePiece
}

/** Deletes batch by batch until nothing is left or time is up; returns how many rows were deleted. */
async function sweep(sql: Sql, rule: Rule, { nowMs, isLate, signal, deletePiece }: Sweep): Promise<number> {
  const before = new Date(nowMs - rule.keptMs)
  let total = 0
  for (let pieces = 0; pieces < PIECES_MAX && !isLate(); pieces++) {
    const count = await sql.begin(async (tx) =>
      (await takeTable(tx, rule)) ? deletePiece(tx, rule, before) : undefined,
    )
    total += count ?? 0
    if (count === undefined || count < PIECE_ROWS) break
    await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {})
  }
  return total
}

/** Returns false if another node is working on this table. */
async function takeTable(tx: TransactionSql, { table }: Rule): Promise<boolean> {
  const [lock] = await tx<{ isOurs: boolean }[]>`
    select pg_try_advisory_xact_lock(${LOCK_CLASS}, hashtext(${table})) as "isOurs"`
  return lock?.isOurs ?? false
}

type DeletePiece = (tx: TransactionSql, rule: Rule, before: Date) => Promise<number>

const deleteLocalPiece: DeletePiece = async (tx, { table, isOver }, before) => {
  const { count } = await tx`
    delete from ${tx(table)} where ctid = any(array(
      select ctid from ${tx(table)} where ${isOver(tx, before)} limit ${PIECE_ROWS} for update skip locked))`
  return count
}

/** Citus locks and finds rows only by account, so a batch is the rows to delete of as many accounts as have 1,000 of them. */
const deleteDistributedPiece: DeletePiece = async (tx, { table, isOver }, before) => {
  const { count } = await tx`
    delete from ${tx(table)} where ${isOver(tx, before)} and account_id in (
      select account_id from ${tx(table)} where ${isOver(tx, before)} limit ${PIECE_ROWS})`
  return count
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}
