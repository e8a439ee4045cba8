// Sums over all accounts. One node writes them every few minutes, and screens read only these sums.
import { type Sql, type TransactionSql, tryLock } from '../db/db.ts'
import { METERS, type Meter, type PlanId } from '../ground/plans.ts'

export interface DeploymentDay {
  readonly date: string
  readonly plan: PlanId
  readonly meter: Meter
  readonly units: number
  readonly accounts: number
}

export interface TopCaller {
  readonly meter: Meter
  readonly place: number
  readonly accountId: number
  readonly email: string
  readonly plan: PlanId
  readonly units: number
}

/** Returns null unless it is this node's turn: no other node is summing up or has done so since then. Otherwise when it was last done. */
export async function takeTurn(tx: TransactionSql, since: Date): Promise<{ last: Date | null } | null> {
  if (!(await tryLock(tx, 'sums'))) return null
  const [row] = await tx<{ last: Date | null }[]>`
    select case when isfinite(summed_at) then summed_at end as last from deployment_state where summed_at < ${since}`
  return row ?? null
}

/** Last in the transaction: scheduled backups write to the same row, and must not wait for the sums. */
export async function endTurn(tx: TransactionSql, now: Date): Promise<void> {
  await tx`update deployment_state set summed_at = ${now}`
}

/** Sums everything from that day on again, because refunds count too. */
export async function sumDays(tx: TransactionSql, from: string, now: Date): Promise<void> {
  await tx`delete from deployment_days where day >= ${from}::date`
  await tx`
    insert into deployment_days (day, plan, meter, units, accounts)
    select d.day, case when a.plan_ends_at <= ${now} then 'free' else a.plan end, d.meter, sum(d.units), count(*)
    from usage_days d join accounts a on a.id = d.account_id
    where d.day >= ${from}::date and d.units > 0 group by 1, 2, 3`
}

interface TopPlaces {
  readonly month: string
  readonly placesMax: number
  /** Only accounts active from this day on can have moved towards the top; if absent, all accounts are compared. */
  readonly activeFrom?: string | undefined
}

/** One statement per meter, each with its own time limit: the top places are found without sorting all accounts. */
export async function sumTop(tx: TransactionSql, { month, placesMax, activeFrom }: TopPlaces): Promise<void> {
  for (const meter of METERS) {
    const compared =
      activeFrom === undefined
        ? tx``
        : tx`and account_id in (
            select account_id from usage_days where day >= ${activeFrom}::date and meter = ${meter}
            union select account_id from deployment_top where month = ${month}::date and meter = ${meter})`
    const first = await tx<{ id: number; units: number }[]>`
      select account_id as id, from_allowance + from_topup as units from usage_months
      where month = ${month}::date and meter = ${meter} and from_allowance + from_topup > 0 ${compared}
      order by units desc, account_id limit ${placesMax}`
    await tx`delete from deployment_top where month = ${month}::date and meter = ${meter}`
    await tx`
      insert into deployment_top (month, meter, place, account_id, units)
      select ${month}::date, ${meter}, place, id, units
      from unnest(${first.map(({ id }) => id)}::bigint[], ${first.map(({ units }) => units)}::bigint[])
        with ordinality as f (id, units, place)`
  }
}

export async function readDeploymentDays(sql: Sql, from: string): Promise<DeploymentDay[]> {
  return sql<DeploymentDay[]>`
    select to_char(day, 'YYYY-MM-DD') as date, plan, meter, units, accounts from deployment_days
    where day >= ${from}::date order by day, plan, meter`
}

export async function readTopCallers(sql: Sql, month: string): Promise<TopCaller[]> {
  return sql<TopCaller[]>`
    select t.meter, t.place, t.account_id as "accountId", a.email, a.plan, t.units
    from deployment_top t join accounts a on a.id = t.account_id
    where t.month = ${month}::date order by t.meter, t.place`
}

export async function readSummedAt(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select case when isfinite(summed_at) then summed_at end as at from deployment_state`
  return row?.at ?? null
}
