// The sandbox's data: one row for each object of the simulated Stripe.
import type { Books, StripeEvent, Thing } from '@equipoise/simulated'
import type { Sql, TransactionSql } from '../../db/db.ts'

/** More than one customer can have: creating more is rejected long before. */
const THINGS_READ_MAX = 5_000
const DUE_OWNERS_MAX = 100

export function createBooks(sql: Sql): Books {
  return {
    work: (owner, work) => sql.begin((tx) => workOn(tx, owner, work)),
    async ownerOf(id) {
      const [row] = await sql<{ owner: string }[]>`select owner from sandbox_objects where id = ${id}`
      return row?.owner
    },
    async listEvents({ sinceS, types, after, limit }) {
      const rows = await sql<{ content: StripeEvent }[]>`
        select content from sandbox_objects
        where object = 'event' and created_at >= to_timestamp(${sinceS}) and content ->> 'type' = any(${[...types]})
          and (${after}::text is null or nth < (select nth from sandbox_objects where id = ${after}))
        order by nth desc limit ${limit}`
      return rows.map(({ content }) => content)
    },
    async dueOwners(nowS) {
      const rows = await sql<{ owner: string }[]>`
        select distinct owner from sandbox_objects
        where object = 'subscription' and content ->> 'status' = 'active'
          and (content #>> '{items,data,0,current_period_end}')::bigint <= ${nowS}
        limit ${DUE_OWNERS_MAX}`
      return rows.map(({ owner }) => owner)
    },
  }
}

/** Work for one owner runs one at a time on all nodes: the second waits for the lock and reads what the first stored. */
async function workOn<T>(tx: TransactionSql, owner: string, work: (things: Map<string, Thing>) => T): Promise<T> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${owner}, 0))`
  const rows = await tx<{ id: string; content: Thing }[]>`
    select id, content from sandbox_objects where owner = ${owner} order by nth limit ${THINGS_READ_MAX}`
  const before = new Map(rows.map(({ id, content }) => [id, JSON.stringify(content)]))
  const things = new Map(rows.map(({ id, content }) => [id, content]))
  const result = work(things)
  const changed = [...things.values()].filter((thing) => JSON.stringify(thing) !== before.get(thing.id))
  if (changed.length > 0) await put(tx, owner, changed)
  return result
}

async function put(tx: TransactionSql, owner: string, things: readonly Thing[]): Promise<void> {
  await tx`
    insert into sandbox_objects (id, owner, object, content, created_at)
    select id, ${owner}, object, content, to_timestamp(created)
    from unnest(${things.map(({ id }) => id)}::text[], ${things.map(({ object }) => object)}::text[],
      ${things.map((thing) => tx.json(thing))}::jsonb[], ${things.map(({ created }) => Number(created))}::bigint[])
      with ordinality as t(id, object, content, created, nth) order by t.nth
    on conflict (id) do update set content = excluded.content`
}
