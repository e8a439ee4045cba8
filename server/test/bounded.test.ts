// Tables without a housekeeping rule are bounded: each is filled to its limit, and then nothing more is accepted.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOUNDED } from '../src/db/housekeeping-rules.ts'
import { type Person, setPlan, signUp } from './people.ts'
import { openService, type Service } from './service.ts'

interface Filled {
  /** Fills the table to its limit, with SQL. */
  fill(id: string): PromiseLike<unknown>
  /** A request that would add one more row. */
  readonly beyond: readonly [method: 'POST' | 'PUT', url: string, body: object]
  readonly status: 200 | 409 | 422
}

/** One row per account or deployment, or one per kind that the service knows: their unique keys ensure it. */
const KEYED = [
  'topup_balances',
  'second_factors',
  'account_words',
  'draw_names',
  'billing_customers',
  'notice_opt_outs',
  'deployment_state',
]
/** Not by requests: they grow with the accounts, releases, years and starts of a node. access.test.ts fills the identities. */
const BY_OTHERS = ['accounts', 'oidc_identities', 'schema_migrations', 'signing_keys', 'certified_boots']

let service: Service
let person: Person
beforeAll(async () => {
  service = await openService()
  person = await signUp(service.app)
  await service.sql`update accounts set email_verified_at = now() where id = ${person.id}`
  await setPlan(service, person, 'enterprise')
})
afterAll(() => service.close())

const ARMS = { arms: [{ name: 'a' }, { name: 'b' }] }
const PAIR = { topic: 't', prompt_a: 'a', prompt_b: 'b', answer_a: 'a', answer_b: 'b' }
const DRAW = { kind: 'dice', dice: '1d6', client_seed: 'x' }
const PRIZE = {
  title: 't',
  organiser: 'o',
  closed_at: '2026-01-01T00:00:00Z',
  winners: 1,
  draw_at: new Date(Date.now() + 3_600_000).toISOString(),
  entries: ['Ada'],
}
const MEMBER = { email: 'new@example.org', rights: ['enrol'] }
const send = ([method, url, payload]: Filled['beyond']) =>
  service.app.inject({ method, url, payload, headers: person.headers })
const make = async (url: string, body: object): Promise<string> => (await send(['POST', url, body])).json().id
const sql = () => service.sql

/** `:id` is a commitment, an allocation or an audit of the person. */
const FILLED: Readonly<Record<string, Filled>> = {
  draw_commitments: {
    fill: (id) => sql()`
      insert into draw_commitments (id, account_id, name, sha256, sealed_seed, created_at, chain_sha256, receipt)
      select gen_random_uuid(), account_id, name, sha256, sealed_seed, created_at, chain_sha256, receipt
      from draw_commitments, generate_series(1, 10000) where id = ${id}`,
    beyond: ['POST', '/commitments', {}],
    status: 409,
  },
  committed_draws: {
    fill: (id) => sql()`update draw_commitments set chain_length = 1000000 where id = ${id}`,
    beyond: ['POST', '/draws', { ...DRAW, commitment: ':id', nonce: 1_000_000 }],
    status: 409,
  },
  allocations: {
    fill: (id) => sql()`
      insert into allocations (id, account_id, name, arms, block, block_sizes, sha256, sealed_seed, created_at)
      select gen_random_uuid(), account_id, name, arms, block, block_sizes, sha256, sealed_seed, created_at
      from allocations, generate_series(1, 1000) where id = ${id}`,
    beyond: ['POST', '/allocations', ARMS],
    status: 409,
  },
  allocation_strata: {
    fill: async () => {},
    beyond: ['POST', '/allocations', { ...ARMS, strata: Array.from({ length: 1_001 }, (_, i) => `s${i}`) }],
    status: 422,
  },
  allocation_assignments: {
    fill: (id) => sql()`update allocation_strata set assigned = 1000000 where allocation_id = ${id}`,
    beyond: ['POST', '/allocations/:id/assign', { participant: 'one more' }],
    status: 409,
  },
  allocation_members: {
    fill: (id) => sql()`
      insert into allocation_members (allocation_id, account_id, email, rights, created_at)
      select ${id}, ${person.id}, n || '@example.org', '{enrol}', now() from generate_series(1, 100) n`,
    beyond: ['PUT', '/allocations/:id/members', MEMBER],
    status: 409,
  },
  allocation_events: {
    fill: (id) => sql()`
      insert into allocation_events (allocation_id, account_id, at, actor, event, subject, reason)
      select ${id}, ${person.id}, now(), 'x', 'member_set', '', '' from generate_series(1, 1000)`,
    beyond: ['PUT', '/allocations/:id/members', MEMBER],
    status: 409,
  },
  published_draws: {
    fill: () => sql()`
      insert into published_draws (id, account_id, title, page, unrevealed, created_at)
      select left(md5(n::text), 22), ${person.id}, '', '', '{}', now() from generate_series(1, 1000) n`,
    beyond: ['POST', '/draws/published', { receipts: [] }],
    status: 409,
  },
  kept_draws: {
    fill: () => sql()`
      insert into kept_draws (id, account_id, drawn_at, drawn, receipt)
      select gen_random_uuid(), ${person.id}::bigint, now(), '', '' from generate_series(1, 50) n`,
    beyond: ['POST', '/draws', { kind: 'dice', dice: '1d6', keep: true }],
    status: 200,
  },
  prize_draws: {
    fill: (id) => sql()`
      insert into prize_draws (id, account_id, number, title, size, created_at, round, lock, sealed, tree, bytes)
      select gen_random_uuid(), account_id, 1, '', 0, created_at, round, '', '', '', 0
      from prize_draws, generate_series(1, 99) where id = ${id}`,
    beyond: ['POST', '/draws/prize', PRIZE],
    status: 409,
  },
  prize_pages: {
    fill: (id) => sql()`update prize_draws set size = 200000 where id = ${id}`,
    beyond: ['POST', '/draws/prize', PRIZE],
    status: 409,
  },
  prize_exclusions: {
    fill: (id) => sql()`
      insert into prize_exclusions (draw_id, account_id, position, kind, reason, at)
      select ${id}, ${person.id}, n, 'excluded', '', now() from generate_series(2, 201) n`,
    beyond: ['POST', '/draws/prize/:id/exclusions', { position: 1, reason: 'one more' }],
    status: 409,
  },
  audits: {
    fill: (id) => sql()`
      insert into audits (id, account_id, terms, pairs, prompts, state, created_at, updated_at)
      select gen_random_uuid(), account_id, terms, pairs, prompts, 'paused', created_at, updated_at
      from audits, generate_series(1, 100) where id = ${id}`,
    beyond: ['POST', '/audits', { pairs: [PAIR] }],
    status: 409,
  },
  webhooks: {
    fill: () => sql()`
      insert into webhooks (id, account_id, url, description, events, secret, created_at)
      select gen_random_uuid(), ${person.id}::bigint, '', '', '{}', '', now() from generate_series(1, 5)`,
    beyond: ['POST', '/webhooks', { url: 'https://hooks.example.org/' }],
    status: 409,
  },
  audit_answers: {
    fill: async () => {},
    beyond: ['POST', '/audits', { pairs: Array.from({ length: 501 }, () => PAIR) }],
    status: 422,
  },
  audit_events: {
    fill: async (id) => {
      await sql()`update audits set state = 'cancelled', node = null, conclusion = null, report = null where id = ${id}`
      await sql()`
        insert into audit_events (audit_id, account_id, at, event, detail)
        select ${id}, ${person.id}, now(), 'resumed', '' from generate_series(1, 20)`
    },
    beyond: ['POST', '/audits/:id/resume', {}],
    status: 409,
  },
}

test('every table without a housekeeping rule is listed here', () => {
  expect([...KEYED, ...BY_OTHERS, ...Object.keys(FILLED)].toSorted()).toEqual(BOUNDED.toSorted())
})

test.each(KEYED)('%s has a unique key of the account, the deployment or a kind', async (table) => {
  const keys = await service.sql<{ columns: string[] }[]>`
    select array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any(i.indkey)) as columns
    from pg_index i where indisunique and indrelid = ${table}::regclass`
  const known = ['account_id', 'only_row', 'payment_provider', 'kind']
  expect(keys.some(({ columns }) => columns.every((column) => known.includes(column)))).toBe(true)
})

const COMMITMENT = { starts: '', url: '/commitments', table: 'draw_commitments', body: {} }
/** What `:id` is for a table. */
const BASES = [
  { starts: 'audit', url: '/audits', table: 'audits', body: { pairs: [PAIR] } },
  { starts: 'alloc', url: '/allocations', table: 'allocations', body: ARMS },
  { starts: 'prize', url: '/draws/prize', table: 'prize_draws', body: PRIZE },
]

test.each(Object.entries(FILLED))(
  '%s accepts no more rows when it is full',
  async (table, { fill, beyond, status }) => {
    const base = BASES.find(({ starts }) => table.startsWith(starts)) ?? COMMITMENT
    const id = await make(base.url, base.body)
    const { receipt } = (await send(['POST', '/draws', { kind: 'dice', dice: '1d6' }])).json()
    await fill(id)
    const count = async () => Number((await service.sql`select count(*) as n from ${service.sql(table)}`)[0]?.n)
    const before = await count()
    const [method, url, body] = beyond
    const named = JSON.parse(
      JSON.stringify(body)
        .replace(':id', id)
        .replace('"receipts":[]', `"receipts":[${JSON.stringify(receipt)}]`),
    )
    const answer = await send([method, url.replace(':id', id), named])
    expect(answer.statusCode, answer.body).toBe(status)
    expect(await count()).toBe(before)
    await service.sql`delete from ${service.sql(base.table)} where account_id = ${person.id}`
  },
)

test('bytes and draws of commitments count, too', async () => {
  const full = async () => (await send(['POST', '/commitments', {}])).statusCode
  const id = await make('/commitments', {})
  await service.sql`update draw_commitments set chain_length = 10000000 where id = ${id}`
  expect(await full()).toBe(409)
  await service.sql`alter table draw_commitments alter column receipt set storage external`
  await service.sql`update draw_commitments set chain_length = 0, receipt = repeat('x', 34000000) where id = ${id}`
  expect(await full()).toBe(409)
})

test('opening the arm of a participant repeatedly leaves one entry', async () => {
  const id = await make('/allocations', ARMS)
  await send(['POST', `/allocations/${id}/assign`, { participant: 'p' }])
  const wish = { participant: 'p', reason: 'a long enough reason' }
  const all = await Promise.all(Array.from({ length: 10 }, () => send(['POST', `/allocations/${id}/unblind`, wish])))
  expect(all.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
  expect(
    await service.sql`select 1 from allocation_events where allocation_id = ${id} and event = 'unblinded'`,
  ).toHaveLength(1)
})
