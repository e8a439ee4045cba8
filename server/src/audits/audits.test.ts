import { randomUUID } from 'node:crypto'
import type { Pair } from '@equipoise/audit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { scoreByText } from '../../test/ai-service.ts'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { WAIT } from '../../test/waiting.ts'
import { ApiError } from '../ground/errors.ts'
import { CATALOGUE } from '../ground/plans.ts'
import { Secret } from '../ground/secret.ts'
import { runJob } from '../threads/auditor/job.ts'
import { createUsage } from '../usage/usage.ts'
import { countAudits } from './audit-store.ts'
import { type AuditsParts, type AuditTerms, createAudits } from './audits.ts'
import type { ModelCall } from './model-call.ts'

const plan = CATALOGUE.plans.free
const PAIRS: Pair[] = Array.from({ length: 12 }, (_, at) => {
  return { id: `pair-${at}`, topic: `topic ${at}`, prompt_a: `For ${at}?`, prompt_b: `Against ${at}?` }
})
const PROMPTS = 2 * PAIRS.length
const TERMS: AuditTerms = {
  name: 'model',
  model: 'model',
  provider: null,
  mode: 'ab',
  sample: { seed: 'pinned', count: null },
  margins: {},
  set: { name: 'own', title: '', licence: '', attribution: '', sha256: '', pairs: PAIRS.length },
}

const ORIGIN = { provider: 'provider_a', host: 'api.example.org', model: 'model', retries: 0 }

let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

/** A node with the test's own model, and the prompts it was asked. */
type NodeParts = Partial<Pick<AuditsParts, 'standingOf' | 'auditor'>> & {
  ask?: (call: ModelCall) => Promise<string>
  clock?: { ms: number }
}

function openNode(given: NodeParts = {}) {
  const { clock = { ms: Date.UTC(2026, 10, 17) }, ask = async () => 'An answer.', ...rest } = given
  const asked: string[] = []
  const nowMs = () => clock.ms
  const usage = createUsage({ sql: db.sql, nowMs, report: fail })
  const audits = createAudits({
    sql: db.sql,
    nowMs,
    report: () => {},
    usage,
    standingOf: async () => ({ plan, limitedBy: [] }),
    reserve: () => undefined,
    async ask(call) {
      asked.push(call.prompt)
      return { text: await ask(call), origin: ORIGIN }
    },
    analyze: scoreByText,
    auditor: {
      async compose(composed) {
        const { text: json, about } = runJob({ kind: 'report', composed })
        return { json, about: about as NonNullable<typeof about> }
      },
      page: async (report) => runJob({ kind: 'page', report }).text,
    },
    sign: async (content) => ({ ...content, issuer: 'test', public_key: '', signature: '' }),
    sleep: async (durationMs) => {
      clock.ms += durationMs
    },
    ...rest,
  })
  return { audits, usage, asked, clock }
}

function fail(error: unknown): never {
  throw error
}

async function newAccount() {
  const [row] = await db.sql<{ id: number }[]>`
    insert into accounts (email, password_hash) values (${`${randomUUID()}@example.org`}, 'x') returning id`
  const accountId = row?.id ?? 0
  const used = async (meter = 'ai/chat'): Promise<number> => {
    const [use] = await db.sql<{ used: number }[]>`
      select coalesce(sum(from_allowance + from_topup), 0)::int as used from usage_months
      where account_id = ${accountId} and meter = ${meter}`
    return use?.used ?? 0
  }
  return { by: { accountId, keyId: undefined, plan }, accountId, used }
}

type Node = ReturnType<typeof openNode>

function becomes({ audits }: Pick<Node, 'audits'>, accountId: number, id: string, state: string) {
  return vi.waitFor(async () => {
    const audit = await audits.find(accountId, id)
    if (audit.state !== state) throw new Error(`${audit.state} ${audit.reason} ${audit.detail}`)
    return audit
  }, WAIT)
}

const wish = { terms: TERMS, pairs: PAIRS }

test('an audit asks every prompt once, is charged once for each, and ends in a report', async () => {
  const node = openNode({ ask: async ({ prompt }) => 'An answer. '.repeat(prompt === 'For 0?' ? 1_000 : 1) })
  const { by, accountId, used } = await newAccount()
  const { id } = await node.audits.create(by, wish)
  const done = await becomes(node, accountId, id, 'done')
  expect(done).toMatchObject({ answered: PROMPTS, prompts: PROMPTS, conclusion: 'undecided' })
  // The model gives the same answer to everything.
  expect(done.sentence).toContain('the answers do not speak of the questions')
  expect(node.asked.toSorted()).toEqual(PAIRS.flatMap(({ prompt_a, prompt_b }) => [prompt_a, prompt_b]).toSorted())
  expect(await used()).toBe(PROMPTS)
  const report = JSON.parse(await node.audits.report(accountId, id))
  const at = new Date(node.clock.ms).toISOString()
  const asked = {
    provider: 'provider_a',
    host: 'api.example.org',
    model: 'model',
    from: at,
    until: at,
    answers: PROMPTS,
    retried: 0,
    cached: 0,
    cut: 1,
  }
  expect(report).toMatchObject({ type: 'equipoise-audit/1', results: { pairs: 12 }, source: 'asked', asked })
  expect(report.receipt).toMatchObject({ issuer: 'test', source: 'asked', asked })
  expect(report.conclusion.remarks.at(-1)).toMatch(/^1 of 24 answers were cut after 10,000 characters: what came after/)
  expect((await node.audits.events(accountId, id)).map(({ event }) => event)).toEqual(['started', 'finished'])
  expect(await db.sql`select 1 from audit_answers where audit_id = ${id}`).toHaveLength(0)
})

describe('the budget', () => {
  test('does not start an audit that needs more calls than are left', async () => {
    const node = openNode()
    const { by, used, accountId } = await newAccount()
    await node.usage.charge({ accountId, plan, meter: 'ai/chat', units: 27 })
    await expect(node.audits.create(by, wish)).rejects.toThrow(
      'The audit needs 24 answers, and 23 calls of /ai/chat are left this month. Choose a sample of 11 pairs or fewer',
    )
    expect(node.asked).toEqual([])
    expect(await used()).toBe(27)
  })

  test('that runs out half-way pauses the audit, charges for what was answered, and loses nothing', async () => {
    const { by, accountId, used } = await newAccount()
    const node = openNode({
      // Another request uses most calls of the account meanwhile.
      async ask({ prompt }) {
        if (prompt === 'For 3?') await node.usage.charge({ accountId, plan, meter: 'ai/chat', units: 36 })
        return 'An answer.'
      },
    })
    const { id } = await node.audits.create(by, wish)
    const paused = await becomes(node, accountId, id, 'paused')
    expect(paused).toMatchObject({ reason: 'quota' })
    expect(paused.detail).toMatch(/^Monthly quota for \/ai\/chat exceeded: 50 of 50 calls/)
    expect(await used()).toBe(36 + paused.answered)
    node.clock.ms = Date.UTC(2026, 11, 1)
    await node.audits.resume(by, id)
    await becomes(node, accountId, id, 'done')
    expect(node.asked).toHaveLength(PROMPTS)
    expect(await used()).toBe(36 + PROMPTS)
  })
})

test('after a node has crashed another one continues, and neither asks nor charges anything twice', async () => {
  const { by, accountId, used } = await newAccount()
  // Its first calls are answered; the others hang, and the node never reports again.
  const dead = openNode({
    ask: ({ prompt }) => (/[01]\?/.test(prompt) ? Promise.resolve('An answer.') : new Promise(() => {})),
  })
  const { id } = await dead.audits.create(by, wish)
  const { answered } = await vi.waitFor(async () => {
    const audit = await dead.audits.find(accountId, id)
    expect(dead.asked.length).toBe(audit.answered + 4)
    return audit
  }, WAIT)
  expect(await used()).toBe(answered + 4)
  const other = openNode({ clock: { ms: dead.clock.ms + 29_000 } })
  other.audits.start()
  expect((await other.audits.find(accountId, id)).state).toBe('running')
  await other.audits.close()
  const next = openNode({ clock: { ms: dead.clock.ms + 30_000 } })
  next.audits.start()
  await becomes(next, accountId, id, 'done')
  await next.audits.close()
  expect(other.asked).toEqual([])
  expect(next.asked).toHaveLength(PROMPTS - answered)
  expect(await used()).toBe(PROMPTS)
  expect((await next.audits.events(accountId, id)).map(({ event }) => event)).toEqual([
    'started',
    'taken_over',
    'finished',
  ])
})

test('a node that stops releases its audits, and another continues at once', async () => {
  const { by, accountId, used } = await newAccount()
  const first = openNode({
    ask: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  const { id } = await first.audits.create(by, wish)
  await vi.waitFor(() => expect(first.asked).toHaveLength(4), WAIT)
  await first.audits.close()
  const second = openNode()
  second.audits.start()
  await becomes(second, accountId, id, 'done')
  await second.audits.close()
  expect(await used()).toBe(PROMPTS)
})

describe.each([
  ['is rate-limited for an hour', () => new ApiError('too_fast', 'The model accepts no more requests for now')],
  ['hangs until the deadline', () => new ApiError('timed_out', 'The model did not answer in time.')],
  ['fails', () => new ApiError('provider_failed', 'The model failed (status 500).')],
])('a model that %s', (_, failure) => {
  test('pauses the audit after five minutes, and costs nothing', async () => {
    const node = openNode({ ask: async () => fail(failure()) })
    const { by, accountId, used } = await newAccount()
    const startedMs = node.clock.ms
    const { id } = await node.audits.create(by, wish)
    const paused = await becomes(node, accountId, id, 'paused')
    expect(paused).toMatchObject({ reason: 'provider', detail: failure().message, answered: 0 })
    expect(node.clock.ms - startedMs).toBeGreaterThanOrEqual(300_000)
    expect(node.clock.ms - startedMs).toBeLessThan(360_000)
    expect(await used()).toBe(0)
  })
})

test('a model that fails for a moment does not pause the audit', async () => {
  let failures = 0
  const node = openNode({
    ask: async () => (failures++ < 6 ? fail(new ApiError('unavailable', 'Not now.')) : 'An answer.'),
  })
  const { by, accountId, used } = await newAccount()
  const { id } = await node.audits.create(by, wish)
  await becomes(node, accountId, id, 'done')
  expect(await used()).toBe(PROMPTS)
  // Up to four prompts are asked at once, so it is open which of them fail.
  expect(JSON.parse(await node.audits.report(accountId, id)).asked.retried).toBeGreaterThan(0)
})

const NO_RETRY = { 'x-should-retry': 'false' }

test('what cannot succeed is not retried', async () => {
  const rejected = new ApiError('provider_failed', 'It cannot be reached.', { headers: NO_RETRY })
  const node = openNode({ ask: async () => fail(rejected) })
  const { by, accountId, used } = await newAccount()
  const { id } = await node.audits.create(by, wish)
  await becomes(node, accountId, id, 'paused')
  expect(node.asked.length).toBeLessThanOrEqual(4)
  expect(await used()).toBe(0)
})

test('every question that is sent is charged, however often an audit is cancelled, or pauses, and is resumed', async () => {
  const { by, accountId, used } = await newAccount()
  let left = 0
  const node = openNode({
    ask: async () => {
      left++
      throw new ApiError('provider_failed', 'It rejects the prompt.', { headers: NO_RETRY, keepsCharge: true })
    },
  })
  const { id } = await node.audits.create(by, wish)
  for (let round = 0; round < 3; round++) {
    await becomes(node, accountId, id, 'paused')
    await node.audits.cancel(accountId, id)
    expect(await used()).toBe(left)
    await node.audits.resume(by, id)
  }
})

test("an answer that the provider's filter withholds is empty, and charged", async () => {
  const node = openNode({
    ask: async ({ prompt }) =>
      prompt === 'For 3?' ? fail(new ApiError('content_filtered', 'Withheld.')) : 'An answer.',
  })
  const { by, accountId, used } = await newAccount()
  const { id } = await node.audits.create(by, wish)
  await becomes(node, accountId, id, 'done')
  expect(JSON.parse(await node.audits.report(accountId, id)).results.unmeasured.empty).toBe(1)
  expect(await used()).toBe(PROMPTS)
})

test('a cancelled audit keeps its answers, is charged for questions already sent, and can be resumed', async () => {
  const { by, accountId, used } = await newAccount()
  let isStuck = true
  const node = openNode({
    ask: ({ prompt, signal }: ModelCall) =>
      isStuck && !/[01]\?/.test(prompt)
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve('An answer.'),
  })
  const { id } = await node.audits.create(by, wish)
  await vi.waitFor(async () => {
    const { answered } = await node.audits.find(accountId, id)
    expect(node.asked.length).toBe(answered + 4)
  }, WAIT)
  const cancelled = await node.audits.cancel(accountId, id)
  expect(cancelled.state).toBe('cancelled')
  expect(await used()).toBe(cancelled.answered + 4)
  await expect(node.audits.report(accountId, id)).rejects.toThrow('The audit is cancelled: it has no report yet.')
  isStuck = false
  await node.audits.resume(by, id)
  await becomes(node, accountId, id, 'done')
  expect(await used()).toBe(PROMPTS + 4)
  await expect(node.audits.cancel(accountId, id)).rejects.toThrow('The audit is done already.')
  await node.audits.remove(accountId, id)
  await expect(node.audits.find(accountId, id)).rejects.toThrow('There is no audit with this id.')
})

test('an account that may no longer send requests has its audit paused', async () => {
  const { by, accountId, used } = await newAccount()
  const node = openNode({ standingOf: async () => undefined })
  const { id } = await node.audits.create(by, wish)
  expect(await becomes(node, accountId, id, 'paused')).toMatchObject({ reason: 'access' })
  expect(await used()).toBe(0)
})

test('a provider key is held by one node only, and must be sent again if that node ends', async () => {
  const { accountId, used } = await newAccount()
  const by = { accountId, keyId: undefined, plan: CATALOGUE.plans.basic }
  const parts = { standingOf: async () => ({ plan: by.plan, limitedBy: [] }) }
  const own = { ...wish, terms: { ...TERMS, provider: 'provider_a' }, key: new Secret('own-key') }
  const dead = openNode({ ...parts, ask: () => new Promise(() => {}) })
  const { id } = await dead.audits.create(by, own)
  await vi.waitFor(() => expect(dead.asked).toHaveLength(4), WAIT)
  const keys: (string | undefined)[] = []
  const ask = async ({ key }: ModelCall) => {
    keys.push(key?.reveal())
    return 'An answer.'
  }
  const next = openNode({ ...parts, clock: { ms: dead.clock.ms + 30_000 }, ask })
  next.audits.start()
  expect(await becomes(next, accountId, id, 'paused')).toMatchObject({ reason: 'provider_key' })
  await next.audits.close()
  expect(await used('ai/proxy')).toBe(0)
  const again = openNode({ ...parts, clock: next.clock, ask })
  await expect(again.audits.resume(by, id)).rejects.toThrow('Send your key for provider_a: we do not store it')
  await again.audits.resume(by, id, new Secret('own-key'))
  await becomes(again, accountId, id, 'done')
  expect(new Set(keys)).toEqual(new Set(['own-key']))
  expect(await used('ai/proxy')).toBe(PROMPTS)
})

test('resuming an audit does not delay cancelling another one', async () => {
  const { by, accountId } = await newAccount()
  const node = openNode({ ask: () => new Promise(() => {}) })
  const { id } = await node.audits.create(by, { ...wish, pairs: PAIRS.slice(0, 1) })
  // Locks the account as a request that starts or resumes an audit does.
  await db.sql.begin(async (tx) => {
    await countAudits(tx, accountId)
    expect((await node.audits.cancel(accountId, id)).state).toBe('cancelled')
  })
})

test('if the report cannot be made for five minutes, that is an error of ours', async () => {
  const { by, accountId } = await newAccount()
  const busy = async () => fail(new ApiError('unavailable', 'Too many reports are being made right now.'))
  const node = openNode({ auditor: { compose: busy, page: busy } })
  const { id } = await node.audits.create(by, { ...wish, pairs: PAIRS.slice(0, 1) })
  expect(await becomes(node, accountId, id, 'paused')).toMatchObject({ reason: 'internal', answered: 2 })
})

test('only the last thousand events are kept', async () => {
  const { by, accountId } = await newAccount()
  const node = openNode()
  const { id } = await node.audits.create(by, { ...wish, pairs: PAIRS.slice(0, 1) })
  await becomes(node, accountId, id, 'done')
  await db.sql`
    insert into audit_events (audit_id, account_id, at, event, detail)
    select ${id}, ${accountId}, now(), 'paused', n::text from generate_series(1, 1000) n`
  const details = (await node.audits.events(accountId, id)).map(({ detail }) => detail)
  expect([details.length, details[0], details.at(-1)]).toEqual([1000, '1', '1000'])
})

test('an account can run two audits at once, and no more', async () => {
  const { by, accountId } = await newAccount()
  const node = openNode({ ask: () => new Promise(() => {}) })
  await node.audits.create(by, { ...wish, pairs: PAIRS.slice(0, 2) })
  const second = await node.audits.create(by, { ...wish, pairs: PAIRS.slice(0, 2) })
  await expect(node.audits.create(by, { ...wish, pairs: PAIRS.slice(0, 2) })).rejects.toThrow(
    '2 audits of this account are running',
  )
  await node.audits.cancel(accountId, second.id)
  await node.audits.create(by, { ...wish, pairs: PAIRS.slice(0, 2) })
  await expect(node.audits.resume(by, second.id)).rejects.toThrow('2 audits of this account are running')
  expect((await node.audits.find(accountId, second.id)).state).toBe('cancelled')
})

test('an account can keep 100 audits, and start another after deleting one', async () => {
  const { by, accountId } = await newAccount()
  const node = openNode()
  const answers = ['An answer.', 'An answer.']
  const recorded = { terms: { ...TERMS, model: null }, pairs: PAIRS.slice(0, 1), answers }
  const { id } = await node.audits.create(by, recorded)
  await becomes(node, accountId, id, 'done')
  await db.sql`
    insert into audits (id, account_id, terms, pairs, prompts, state, created_at, updated_at)
    select gen_random_uuid(), account_id, terms, pairs, prompts, 'cancelled', created_at, updated_at
    from audits, generate_series(1, 99) where id = ${id}`
  await expect(node.audits.create(by, recorded)).rejects.toThrow('An account can keep at most 100 audits.')
  await node.audits.remove(accountId, id)
  const last = await node.audits.create(by, recorded)
  await becomes(node, accountId, last.id, 'done')
})
