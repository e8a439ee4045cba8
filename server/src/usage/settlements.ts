// What calls did cost replaces what they held of their limits, also if the database is unavailable when they end.
import { isPassing, type Sql } from '../db/db.ts'
import type { Report } from '../ground/errors.ts'
import { createDebts } from './debts.ts'
import { type BudgetLevel, budgetLevelOf } from './levels.ts'
import { type Settlement, settleLimits } from './limit-store.ts'
import { type Held, unusedOf } from './limits.ts'

export interface Settling {
  readonly accountId: number
  readonly held: Held
  readonly used: { readonly tokens: number; readonly micros: number }
}

interface SettlementParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly report: Report
  /** Called with every settlement from 50 % of a budget on. */
  readonly onBudget?: (level: BudgetLevel) => void
}

export function createSettlements({ sql, nowMs, report, onBudget }: SettlementParts) {
  const debts = createDebts<Settlement>({
    async pay(settlement) {
      for (const { s, m, p, used } of await settleLimits(sql, settlement)) {
        const row = settlement.rows.find((one) => one.s === s && one.m === m && one.p === p)
        const level = row && onBudget && budgetLevelOf(settlement.accountId, { ...row, used })
        if (level) onBudget(level)
      }
    },
    isWorthRetrying: isPassing,
    onLost: ({ id }, error) => report(error, `what was reserved under ${id} could not be settled`),
  })
  return {
    async settle({ accountId, held, used }: Settling): Promise<void> {
      const rows = unusedOf(held.rows, used)
      if (rows.length > 0) await debts.pay({ id: held.id, accountId, rows, at: new Date(nowMs()) })
    },
    close: debts.close,
  }
}
