// One account with everything that an account can have: the largest objects, made through the API, and as many as it may have of each.
import { drandRoundAt } from '@equipoise/engine'
import { connect } from '../src/db/db.ts'
import { type Person, setPlan, signIn, signUp } from './people.ts'
import type { Service } from './service.ts'

export interface Get {
  readonly path: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly schema: { readonly maximum?: number; readonly example?: unknown }
  }[]
}

export interface Shelf {
  /** One for each largest object, with the largest page. Throws for a path whose ids it does not know. */
  urlsOf(get: Get): string[]
  headersFor(path: string): Person['headers']
}

/** Why a read may take longer than others. */
interface Exception {
  readonly reason: string
  /** Written in pieces: its size is not limited, and how long it takes the thread without a pause is. */
  readonly isFile?: boolean
}

/** What may take longer than the others, and why. */
export const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  '/allocations/{id}': { reason: 'computes the balance of 100 strata' },
  '/allocations/{id}/strata': { reason: 'computes the balance of 100 strata' },
  '/allocations/{id}/assignments': { reason: 'a page has 250 participants with names of 256 characters' },
  '/allocations/{id}/events': { reason: 'a page has 100 reasons of 500 characters' },
  '/draws/published/{id}': { reason: 'a page of up to 1 MB' },
  '/draws/prize/{id}': { reason: '25,000 characters of rules, or 1,000 prizes that were looked up' },
  '/draws/{id}/file': { reason: 'a file: all entries of a draw, as they were sealed', isFile: true },
  '/draws/prize/{id}/codes': { reason: 'a file: a code for each entry, in pieces of 250 lines', isFile: true },
  '/audits': { reason: 'all 100 audits of an account, with how far each is' },
  '/audits/{id}/events': { reason: 'all events of an audit, which it has few of unless a provider fails for days' },
  '/auth/me/audit': { reason: 'a page has 1,000 entries' },
  '/api-keys': { reason: 'a page has 1,000 keys' },
  '/admin/accounts': { reason: 'a page has 200 accounts' },
  '/admin/overview': { reason: 'sums of two years' },
  '/admin/log': { reason: 'a page has 100 entries with reasons of 500 characters' },
  '/admin/invitations': { reason: 'the latest 500 invitations' },
  '/allocations/{id}/export': { reason: 'a file: everybody who was assigned, in pieces of 250 lines', isFile: true },
  '/audits/{id}/report': { reason: 'a file: all answers of an audit, as they were signed', isFile: true },
  '/auth/me/export': { reason: 'a file: all that an account has, in pages of 250 rows', isFile: true },
  '/usage/models': { reason: 'a file: 10,000 rows, written in turns with other work', isFile: true },
  '/usage/months': { reason: 'ten years, each month with its ten busiest keys' },
  '/admin/accounts/{id}': { reason: 'names 100 keys, and has 100 sessions and 200 entries of logs' },
  '/admin/accounts/{id}/keys': { reason: 'a page has 1,000 keys' },
}

/** What to ask for to get the most. */
const LARGEST: Readonly<Record<string, string>> = {
  '/sequence': '/sequence?bias=0.5&limit=50000',
  '/usage/models': '/usage/models?by=day,key,model,end_user',
}

type Ids = Record<string, readonly (string | number)[]>

type Filling = Pick<Service, 'app' | 'sql'>

/** Four bytes in UTF-8, and as long as a name can be. */
const WIDE = '\u{1F3B2}'
const wide = (length: number, i = 0) => `${String(i).padStart(5, '0')}${WIDE.repeat(length - 5)}`

/** Needs no more of a service than to be asked. */
export async function fillShelf(opened: Pick<Service, 'app' | 'sql' | 'databaseUrl'>): Promise<Shelf> {
  // Without the limits of the service on how long a statement takes.
  const filling = connect({ url: opened.databaseUrl, poolMax: 2, statementTimeoutMs: 0 })
  const service = { ...opened, sql: filling }
  const owner = await signUp(service.app)
  await service.sql`update accounts set email_verified_at = now() where id = ${owner.id}`
  await setPlan(service, owner, 'enterprise_xl')
  const { id: adminId, email } = await signUp(service.app)
  await service.sql`update accounts set role = 'administrator' where id = ${adminId}`
  const administrator = await signIn(service.app, email)
  const ids: Ids = {
    '/draws/published/{id}': await fillPublished(service, owner),
    '/draws/kept/{id}/receipt': await fillHistory(service, owner),
    '/commitments/{id}': await fillCommitments(service, owner),
    ...(await fillPrizes(service, owner)),
    ...(await fillAllocations(service, owner)),
    ...(await fillAudits(service, owner)),
    '/webhooks/{id}/deliveries': await fillWebhooks(service, owner),
    '/v1/models/{id}': await modelIds(service, owner),
    '/admin/accounts/{id}': [owner.id],
    '/admin/accounts/{id}/keys': [owner.id],
  }
  await fillAccount(service, owner)
  await fillDeployment(service, administrator)
  await filling.unsafe('analyze')
  await filling.end()
  return {
    urlsOf: ({ path, parameters = [] }) => {
      const query = parameters.filter((one) => one.in === 'query' && one.schema.maximum && one.name === 'limit')
      const asked = query.map(({ name, schema }) => `${name}=${schema.maximum}`).join('&')
      const whole = asked ? `${path}?${asked}` : path
      if (!path.includes('{')) return [LARGEST[path] ?? whole]
      const known = ids[path]
      if (!known) throw new Error(`fill ${path} in filled-shelf.ts`)
      return known.map((id) => whole.replace(/\{\w+\}/, encodeURIComponent(String(id))))
    },
    headersFor: (path) => (path.startsWith('/admin') ? administrator : owner).headers,
  }
}

const PUTS = ['/ai/words', '/draws/names']

async function ask({ app }: Filling, { headers }: Person, url: string, payload: object) {
  const answer = await app.inject({ method: PUTS.includes(url) ? 'PUT' : 'POST', url, payload, headers })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body.slice(0, 500)}`)
  return answer.json()
}

/** Just below 16,384 bytes of settings. */
const OPTIONS = Array.from({ length: 37 }, (_, i) => wide(100, i))
const CHOICE = { kind: 'choice', options: OPTIONS }

async function fillCommitments(service: Filling, owner: Person): Promise<string[]> {
  const seed_from = { beacon: 'drand', round: drandRoundAt(Date.now()) + 1_000 }
  const { id } = await ask(service, owner, '/commitments', { name: wide(100), seed_from, draw: CHOICE })
  const { id: revealed } = await ask(service, owner, '/commitments', { name: wide(100) })
  await ask(service, owner, `/commitments/${revealed}/reveal`, {})
  await service.sql`
    insert into draw_commitments (id, account_id, name, sha256, round, created_at, draws_max, chain_sha256, receipt)
    select gen_random_uuid(), account_id, name, sha256, round, created_at, draws_max, chain_sha256, receipt
    from draw_commitments, generate_series(1, 9990) where id = ${id}`
  return [id, revealed]
}

/** With receipts, values and names as long as they can be. */
async function fillHistory(service: Filling, owner: Person): Promise<string[]> {
  const { id } = await ask(service, owner, '/draws', { ...CHOICE, count: 1_000, keep: true })
  await service.sql`
    insert into kept_draws (id, account_id, drawn_at, drawn, receipt)
    select gen_random_uuid(), account_id, drawn_at, drawn, receipt from kept_draws, generate_series(1, 49) where id = ${id}`
  await ask(service, owner, '/draws/names', { names: `${'"'.repeat(19)}\n`.repeat(10_000) })
  return [id]
}

/** Ten commitments that are revealed afterwards, and as many names as there is room for. */
async function fillPublished(service: Filling, owner: Person): Promise<string[]> {
  const commitments: string[] = []
  const receipts: object[] = []
  for (let i = 0; i < 10; i++) {
    const { id: commitment } = await ask(service, owner, '/commitments', {})
    const drawn = await ask(service, owner, '/draws', { ...CHOICE, commitment, client_seed: 'x', nonce: 0 })
    commitments.push(commitment)
    receipts.push(drawn.receipt)
  }
  const entries = Array.from({ length: 38_000 }, (_, i) => `${WIDE}${WIDE} ${String(i).padStart(8, '0')}`)
  receipts.push((await ask(service, owner, '/draws', { kind: 'winners', entries })).receipt)
  const { id } = await ask(service, owner, '/draws/published', { title: wide(100), receipts, entries })
  for (const commitment of commitments) await ask(service, owner, `/commitments/${commitment}/reveal`, {})
  await service.sql`
    insert into published_draws (id, account_id, title, page, unrevealed, created_at)
    select left(md5(n::text), 22), account_id, title, ''::bytea, '{}', created_at
    from published_draws, generate_series(1, 999) n where id = ${id}`
  return [id]
}

/** As many entries as one draw can have, with names of 80 bytes. */
async function fillPrizes(service: Filling, owner: Person): Promise<Ids> {
  const { id } = await ask(service, owner, '/draws/prize', {
    title: wide(100),
    organiser: wide(200),
    rules: Array.from({ length: 50 }, (_, i) => wide(500, i)),
    closed_at: '2026-01-01T00:00:00Z',
    draw_at: new Date(Date.now() + 86_400_000).toISOString(),
    winners: 1_000,
    reserves: 1_000,
    entries: Array.from({ length: 50_000 }, (_, i) => wide(20, i)),
  })
  const ids = [id, await fillInstantList(service, owner)]
  await service.sql`
    insert into prize_draws (id, account_id, number, title, size, created_at, round, lock, sealed, tree, bytes)
    select gen_random_uuid(), account_id, n, title, 1, created_at, round, lock, '', '', 0
    from prize_draws, generate_series(3, 100) n where id = ${id}`
  return { '/draws/prize/{id}': ids, '/draws/{id}/file': ids, '/draws/prize/{id}/codes': ids }
}

/** With every prize looked up. */
async function fillInstantList(service: Filling, owner: Person): Promise<string> {
  const { id } = await ask(service, owner, '/draws/instant', {
    title: wide(100),
    organiser: wide(200),
    rules: Array.from({ length: 50 }, (_, i) => wide(500, i)),
    sales_at: new Date(Date.now() + 3_600_000).toISOString(),
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    tickets: 50_000,
    prizes: Array.from({ length: 50 }, (_, i) => ({ name: wide(100, i), count: 20 })),
  })
  await service.sql`
    insert into prize_exclusions (draw_id, account_id, position, kind, reason, at)
    select id, account_id, n, 'revealed', ${wide(100)}, created_at from prize_draws, generate_series(1, 1000) n where id = ${id}`
  return id
}

async function fillAllocations(service: Filling, owner: Person): Promise<Ids> {
  // As long as 16,384 bytes of settings allow.
  const arms = Array.from({ length: 50 }, (_, i) => ({ name: wide(78, i) }))
  const strata = Array.from({ length: 1_000 }, (_, i) => wide(100, i))
  const levels = Array.from({ length: 36 }, (_, i) => wide(12, i))
  const factors = Array.from({ length: 10 }, (_, i) => ({ name: wide(12, i), levels }))
  const name = wide(100)
  const { id: stratified } = await ask(service, owner, '/allocations', { name, arms, strata })
  const short = arms.map((_, i) => ({ name: wide(6, i) }))
  const minimised = { name, arms: short, factors, block: 'minimisation' }
  const { id: balanced } = await ask(service, owner, '/allocations', minimised)
  const { sql } = service
  await sql`
    insert into allocations (id, account_id, name, arms, block, block_sizes, rule, sha256, sealed_seed, created_at)
    select gen_random_uuid(), account_id, name, arms, block, block_sizes, rule, sha256, sealed_seed, created_at
    from allocations, generate_series(1, 998) where id = ${balanced}`
  await sql`
    insert into allocation_strata (allocation_id, ordinal, stratum, counts, firsts)
    select a.id, s.ordinal, s.stratum, s.counts, s.firsts from allocation_strata s,
      (select id from allocations where account_id = ${owner.id} and id <> ${stratified} order by id limit 10) a
    where s.allocation_id = ${stratified}`
  await sql`
    update allocation_strata set assigned = 1000, counts = array_fill(20, array[50]), firsts = array_fill(9, array[50])
    where allocation_id = ${stratified}`
  await sql`
    insert into allocation_assignments (allocation_id, account_id, participant, stratum, position, arm, id, assigned_at, assigned_by)
    select allocation_id, ${owner.id}, n || repeat(${WIDE}, 250), stratum, n, 1, gen_random_uuid(), now(), repeat('x', 254)
    from (select * from allocation_strata where allocation_id = ${stratified} order by stratum limit 1) s, generate_series(1, 10000) n`
  for (const id of [stratified, balanced]) {
    await sql`
      insert into allocation_members (allocation_id, account_id, email, rights, created_at)
      select ${id}, ${owner.id}, n || repeat('x', 240) || '@e.org', '{enrol,see_arms,unblind}', now() from generate_series(1, 100) n`
    await sql`
      insert into allocation_events (allocation_id, account_id, at, actor, event, subject, reason)
      select ${id}, ${owner.id}, now(), repeat('x', 254), 'unblinded', repeat(${WIDE}, 256), repeat(${WIDE}, 500)
      from generate_series(1, 5000) n`
  }
  const paths = ['', '/strata', '/assignments', '/export', '/members', '/events'].map(
    (rest) => `/allocations/{id}${rest}`,
  )
  return Object.fromEntries(paths.map((path) => [path, [stratified, balanced]]))
}

async function fillAudits(service: Filling, owner: Person): Promise<Ids> {
  const pairs = Array.from({ length: 500 }, (_, i) => {
    const side = wide(200, i)
    return { topic: side, prompt_a: side, prompt_b: `another ${side}`, answer_a: side, answer_b: side }
  })
  const { id } = await ask(service, owner, '/audits', { name: wide(200), pairs })
  const { sql } = service
  await sql`
    update audits set state = 'done', node = null, conclusion = 'undecided', sentence = repeat('x', 500), report = '{"x":"' || repeat('x', 8000000) || '"}'
    where id = ${id}`
  await sql`
    insert into audits (id, account_id, terms, pairs, prompts, state, created_at, updated_at)
    select gen_random_uuid(), account_id, terms, pairs, prompts, 'paused', created_at, updated_at
    from audits, generate_series(1, 99) where id = ${id}`
  await sql`
    insert into audit_answers (audit_id, account_id, place, answer)
    select a.id, account_id, n, 'x' from audits a, generate_series(0, 999) n where a.id <> ${id} and account_id = ${owner.id}`
  await sql`
    insert into audit_events (audit_id, account_id, at, event, detail)
    select ${id}, ${owner.id}, now(), 'paused', repeat(${WIDE}, 200) from generate_series(1, 1000)`
  return Object.fromEntries(['', '/report', '/events'].map((rest) => [`/audits/{id}${rest}`, [id]]))
}

/** Five, one of them with as many deliveries as are kept. */
async function fillWebhooks({ sql }: Filling, owner: Person): Promise<string[]> {
  await sql`
    insert into webhooks (id, account_id, url, description, events, secret, created_at)
    select gen_random_uuid(), ${owner.id}, 'https://example.org/' || repeat('x', 1900), repeat(${WIDE}, 200), '{}', '', now()
    from generate_series(1, 5)`
  const [row] = await sql<{ id: string }[]>`select id from webhooks where account_id = ${owner.id} limit 1`
  const payload = { type: 'audit.finished', timestamp: new Date(), data: { message: wide(500) } }
  await sql`
    insert into webhook_deliveries (id, webhook_id, type, subject, level, payload, created_at, state, gives_up_at, error)
    select gen_random_uuid(), ${row?.id ?? null}, 'audit.finished', n, 1, ${JSON.stringify(payload)}, now(), 'waiting', now(), repeat('x', 500)
    from generate_series(1, 1000) n`
  return row ? [row.id] : []
}

async function modelIds({ app }: Filling, { headers }: Person): Promise<string[]> {
  const { data } = (await app.inject({ url: '/v1/models', headers })).json()
  return [data[0].id]
}

/** Keys, sessions, logs, words and usage. */
async function fillAccount(service: Filling, owner: Person): Promise<void> {
  const { sql } = service
  const words = Array.from({ length: 1_000 }, (_, i) => `word${i} ${'x'.repeat(80)}`)
  await ask(service, owner, '/ai/words', {
    ignore: words.slice(0, 500),
    flag: words.slice(500).map((word) => ({ word, suggestion: 'y'.repeat(80) })),
  })
  await sql`
    insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at, expires_at, last_used_at)
    select ${owner.id}, repeat(${WIDE}, 100), sha256(n::text::bytea), 'svc_' || left(md5(n::text), 8), 'full', now(),
      now() + interval '1 year', now() from generate_series(1, 10000) n`
  await sql`
    insert into sessions (id, account_id, address, user_agent, created_at, expires_at)
    select md5(n::text), ${owner.id}, '203.0.113.7', repeat('x', 500), now(), now() + interval '7 days' from generate_series(1, 99) n`
  await sql`
    insert into oidc_identities (issuer, subject, account_id, created_at, email)
    select repeat('x', 500), n, ${owner.id}, now(), repeat('x', 254) from generate_series(1, 20) n`
  await sql`
    insert into audit_log (account_id, at, event, address, user_agent, detail)
    select ${owner.id}, now(), 'key_created', '203.0.113.7', repeat('x', 500), '{"name":"a key"}' from generate_series(1, 20000)`
  await sql`
    insert into usage_days (account_id, day, meter, units)
    select ${owner.id}, current_date - n, meter, 1000000000
    from generate_series(0, 729) n, unnest(array['compute', 'ai/chat', 'ai/analyze', 'ai/proxy']) meter on conflict do nothing`
  await sql`
    insert into usage_months (account_id, month, meter, from_allowance)
    select ${owner.id}, date_trunc('month', current_date) - n * interval '1 month', meter, 1000000000
    from generate_series(0, 119) n, unnest(array['compute', 'ai/chat', 'ai/analyze', 'ai/proxy']) meter on conflict do nothing`
  for (const table of ['usage_keys', 'token_use']) {
    const more = table === 'token_use' ? sql`, input_tokens, output_tokens, cost_micros` : sql``
    await sql`
      insert into ${sql(table)} (account_id, month, key_id, calls ${more})
      select ${owner.id}, (date_trunc('month', current_date) - m * interval '1 month')::date, id, 1000000 ${table === 'token_use' ? sql`, 1000000, 1000000, 1000000` : sql``}
      from api_keys, generate_series(0, 5) m where account_id = ${owner.id} on conflict do nothing`
  }
  await sql`
    insert into model_days (account_id, day, key_id, model, end_user, calls, input_tokens, output_tokens, cost_micros)
    select ${owner.id}, current_date, 0, repeat('x', 128), n || repeat(${WIDE}, 250), 1, 1000, 1000, 1000
    from generate_series(1, 10000) n`
  await sql`
    insert into billing_checkouts (account_id, payment_provider, kind, item, status, compute, compute_credited)
    select ${owner.id}, 'sandbox', 'topup', 'topup_10k', 'complete', 10000, 10000 from generate_series(1, 5000)`
}

/** What administrators read. */
async function fillDeployment({ sql }: Filling, administrator: Person): Promise<void> {
  await sql`
    insert into accounts (email, name, plan) select n || '@example.org', repeat(${WIDE}, 100), 'free' from generate_series(1, 20000) n`
  await sql`
    insert into admin_log (at, administrator_id, administrator, action, reason, address, user_agent)
    select now(), ${administrator.id}, repeat('x', 254), 'plan_set', repeat(${WIDE}, 500), '203.0.113.7', repeat('x', 500)
    from generate_series(1, 20000)`
  await sql`
    insert into invitations (token_hash, email, created_by, created_at, expires_at)
    select sha256(n::text::bytea), n || repeat('x', 240) || '@e.org', ${administrator.id}, now(), now() + interval '7 days'
    from generate_series(1, 5000) n`
  await sql`
    insert into deployment_days (day, plan, meter, units, accounts)
    select current_date - n, plan, meter, 1000000, 1000 from generate_series(0, 729) n,
      unnest(array['free', 'basic', 'pro', 'studio']) plan, unnest(array['compute', 'ai/chat', 'ai/analyze', 'ai/proxy']) meter`
  await sql`
    insert into signing_keys (public_key, created_at, retired_at)
    select sha256(n::text::bytea), now() - n * interval '1 year', now() from generate_series(1, 20) n`
}
