import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeKey, PASSWORD, type Person, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'
import { hashOf } from '../../accounts/keys/keys.ts'

const clockMs = Date.UTC(2026, 2, 10, 12)
let service: Service
let other: Service
let boss: Person
let person: Person
beforeAll(async () => {
  service = await openService({ nowMs: () => clockMs })
  other = await openService({ beside: service, nowMs: () => clockMs })
  boss = await signUp(service.app, 'boss@example.org')
  await service.sql`update accounts set role = 'administrator' where id = ${boss.id}`
})
afterAll(async () => {
  await other.close()
  await service.close()
})
beforeEach(async () => {
  person = await signUp(service.app)
})

const reason = 'ticket 4711'
const get = async (url: string) => (await service.app.inject({ url, headers: boss.headers })).json()
const post = (url: string, payload: object = {}, headers: object = boss.headers) =>
  service.app.inject({ method: 'POST', url, payload: { reason, ...payload }, headers: { ...headers } })
const path = (rest = '') => `/admin/accounts/${person.id}${rest}`
const statusOn = async (node: Service, headers: Record<string, string>) =>
  (await node.app.inject({ url: '/usage/stats', headers })).statusCode

describe('the list of accounts', () => {
  test.each(['person', '1e999', '-1', '9'.repeat(16)])('a page by age after %s is 422', async (after) => {
    const { statusCode, body } = await service.app.inject({
      url: `/admin/accounts?after=${after}`,
      headers: boss.headers,
    })
    expect([statusCode, JSON.parse(body).detail[0].loc]).toEqual([422, ['query', 'after']])
  })

  test('is paged, sorted and searched by a part of an address or name, a number or a key', async () => {
    const domain = `${randomUUID()}.example`
    const people = [await signUp(service.app, `b@${domain}`), await signUp(service.app, `a@${domain}`)]
    const first = await get(`/admin/accounts?search=@${domain}&sort=email&limit=1`)
    expect(first.accounts).toMatchObject([{ email: `a@${domain}`, plan: 'free', role: 'member', disabled: false }])
    const second = await get(`/admin/accounts?search=@${domain}&sort=email&limit=1&after=${first.next}`)
    expect([second.accounts[0].email, second.next]).toEqual([`b@${domain}`, null])
    const newest = await get(`/admin/accounts?search=@${domain}&limit=1`)
    expect([newest.accounts[0].id, newest.next]).toEqual([people[1]?.id, String(people[1]?.id)])
    const key = await makeKey(service.app, person)
    for (const search of [person.email.slice(3, 23), String(person.id), key.key]) {
      const { accounts } = await get(`/admin/accounts?search=${encodeURIComponent(search)}`)
      expect(accounts).toMatchObject([{ id: person.id }])
    }
    expect((await get('/admin/accounts?state=administrator')).accounts).toMatchObject([{ id: boss.id }])
    expect((await get('/admin/accounts?search=100%25_')).accounts).toEqual([])
  })

  test('one account shows its plan, usage, keys, sessions and log', async () => {
    await makeKey(service.app, person)
    const shown = await get(path())
    expect(shown).toMatchObject({
      account: { id: person.id, plan: 'free' },
      subscription: { status: 'none' },
      usage: { plan: 'free' },
      sessions: [{ current: false }],
      administration: [],
    })
    const keys = (url: string) => service.app.inject({ url, headers: boss.headers })
    const first = await keys(path('/keys?limit=1'))
    expect([first.json(), first.headers.link]).toMatchObject([[{ scope: 'full' }], undefined])
    await makeKey(service.app, person)
    expect((await keys(path('/keys?limit=1'))).headers.link).toContain('after=')
    for (const url of ['/admin/accounts/999999', '/admin/accounts/999999/keys'])
      expect((await keys(url)).statusCode).toBe(404)
  })
})

describe('what an administrator does', () => {
  test('tells everybody something, on every node within ten seconds', async () => {
    const told = async (node: Service) => (await node.app.inject('/auth/session')).json().notice
    expect(await told(service)).toBeNull()
    const set = (notice: string) =>
      service.app.inject({ method: 'PUT', url: '/admin/notice', payload: { notice, reason }, headers: boss.headers })
    expect((await set(' Back at nine. ')).json()).toEqual({ status: 'done' })
    expect([await told(service), await told(other)]).toEqual(['Back at nine.', 'Back at nine.'])
    expect((await get('/admin/log'))[0]).toMatchObject({ action: 'notice_set', detail: { notice: 'Back at nine.' } })
    await set('')
    expect(await told(service)).toBeNull()
  })

  test('disables an account at once on every node, and enables its keys again, but no session', async () => {
    const { headers } = await makeKey(service.app, person)
    expect([await statusOn(service, headers), await statusOn(other, headers)]).toEqual([200, 200])
    expect((await post(path('/disable'))).json()).toEqual({ status: 'done' })
    expect([await statusOn(service, headers), await statusOn(service, person.headers)]).toEqual([401, 401])
    await expect.poll(() => statusOn(other, headers)).toBe(401)
    const login = await post('/auth/login', { email: person.email, password: PASSWORD }, {})
    expect([login.statusCode, login.json().detail]).toEqual([403, expect.stringContaining('This account is disabled')])
    await post(path('/enable'))
    expect([await statusOn(service, headers), await statusOn(service, person.headers)]).toEqual([200, 401])
  })

  test('sets a plan until a date and grants units', async () => {
    expect((await post(path('/plan'), { plan: 'pro', ends_at: '2026-12-31T00:00:00Z' })).statusCode).toBe(200)
    await post(path('/grant'), { compute: 500, ai_calls: 7 })
    const { account, usage } = await get(path())
    expect(account).toMatchObject({ plan: 'pro', plan_ends_at: '2026-12-31T00:00:00.000Z' })
    expect(usage.topup_balance).toEqual({ compute: 500, ai_calls: 7 })
  })

  test('neither sets a plan nor invites to one that would already have ended', async () => {
    const past = '2026-03-01T00:00:00Z'
    const plan = await post(path('/plan'), { plan: 'pro', ends_at: past })
    expect([plan.statusCode, plan.json().detail[0].loc]).toEqual([422, ['body', 'ends_at']])
    const invitation = await post('/admin/invitations', { plan: 'pro', plan_ends_at: past })
    expect([invitation.statusCode, invitation.json().detail[0].loc]).toEqual([422, ['body', 'plan_ends_at']])
  })

  test('neither grants zero units nor takes back more than there are', async () => {
    const nothing = await post(path('/grant'), { ai_calls: 0 })
    expect([nothing.statusCode, nothing.json().detail[0].loc]).toEqual([422, ['body', 'compute']])
    await post(path('/grant'), { compute: 5 })
    const tooMuch = await post(path('/grant'), { compute: -6 })
    expect([tooMuch.statusCode, tooMuch.json().detail]).toEqual([
      409,
      'The balance is 5 compute units and 0 AI calls. You cannot take back more than that.',
    ])
    expect((await post(path('/grant'), { compute: -5 })).statusCode).toBe(200)
    const { usage, administration } = await get(path())
    expect([usage.topup_balance.compute, administration.length]).toEqual([0, 2])
  })

  test('does not set the plan of an account that pays for one', async () => {
    await service.sql`
      insert into billing_subscriptions (id, account_id, payment_provider, plan, status, period_end, reading)
      values (${randomUUID()}, ${person.id}, 'sandbox', 'basic', 'active', ${new Date(clockMs + 86_400_000)}, 1)`
    const answer = await post(path('/plan'), { plan: 'pro' })
    expect([answer.statusCode, answer.json().detail]).toEqual([409, expect.stringContaining('Cancel its subscription')])
  })

  test('signs out everywhere, revokes keys, and creates a link for a new password', async () => {
    const key = await makeKey(service.app, person)
    expect((await post(path(`/keys/${key.id}/revoke`))).statusCode).toBe(200)
    expect((await post(path(`/keys/${key.id}/revoke`))).statusCode).toBe(404)
    expect((await post(path('/sign-out'))).statusCode).toBe(200)
    expect([await statusOn(service, key.headers), await statusOn(service, person.headers)]).toEqual([401, 401])
    const { status, link } = (await post(path('/reset-link'))).json()
    expect(status).toBe('created')
    const token = new URL(link).searchParams.get('token')
    const reset = await post('/auth/reset', { token, password: 'a brand new secret' }, {})
    expect(reset.json()).toEqual({ status: 'changed' })
  })

  test('confirms an address, removes a lost second factor and makes administrators', async () => {
    const { secret } = (await post('/auth/second-factor', { password: PASSWORD }, person.headers)).json()
    expect(secret).toBeDefined()
    for (const [rest, more] of [
      ['/verify-email', {}],
      ['/second-factor/remove', {}],
      ['/role', { role: 'administrator' }],
    ] as const) {
      expect((await post(path(rest), more)).statusCode).toBe(200)
    }
    expect((await get(path())).account).toMatchObject({
      email_verified: true,
      second_factor: false,
      limits: null,
      role: 'administrator',
    })
    expect((await post(path('/role'), { role: 'member' })).statusCode).toBe(200)
  })

  test('makes an administrator, which ends the links that the service printed for the first one', async () => {
    await service.sql`
      insert into invitations (token_hash, role, created_at, expires_at, at_start)
      values (${hashOf('from-the-log')}, 'administrator', now(), ${new Date(clockMs + 3_600_000)}, true)`
    expect((await post(path('/role'), { role: 'administrator' })).statusCode).toBe(200)
    const reader = await signUp(service.app)
    expect((await post('/auth/invitation', { token: 'from-the-log' }, reader.headers)).statusCode).toBe(400)
    expect((await post(path('/role'), { role: 'member' })).statusCode).toBe(200)
  })

  test('cannot remove the last administrator', async () => {
    for (const answer of [
      await post(`/admin/accounts/${boss.id}/disable`),
      await post(`/admin/accounts/${boss.id}/role`, { role: 'member' }),
      await service.app.inject({
        method: 'DELETE',
        url: `/admin/accounts/${boss.id}`,
        payload: { reason },
        headers: boss.headers,
      }),
    ]) {
      expect([answer.statusCode, answer.json().detail]).toEqual([409, expect.stringContaining('only active admin')])
    }
  })

  test('cannot delete their own account while they are the last administrator', async () => {
    const { id, headers } = boss
    const leave = () =>
      service.app.inject({ method: 'DELETE', url: '/auth/me', headers, payload: { password: PASSWORD } })
    const answer = await leave()
    expect([answer.statusCode, answer.json().detail]).toEqual([
      409,
      'You are the only active administrator. Make somebody else an administrator first, then delete your account.',
    ])
    expect((await get(`/admin/accounts/${id}`)).account.role).toBe('administrator')
  })

  test('is logged with who and why, even after the account is deleted', async () => {
    await post(path('/sign-out'))
    const answer = await service.app.inject({
      method: 'DELETE',
      url: path(),
      payload: { reason: 'asked for' },
      headers: boss.headers,
    })
    expect(answer.json()).toEqual({ status: 'done' })
    const log = await get('/admin/log')
    expect(log.slice(0, 2)).toMatchObject([
      { action: 'account_deleted', administrator: boss.email, account_email: person.email, reason: 'asked for' },
      { action: 'signed_out_everywhere', account_id: person.id, reason },
    ])
    expect((await get(`/admin/log?before=${log[0].id}`))[0].id).toBe(log[1].id)
  })

  test("needs a reason, which the owner sees in the account's activity", async () => {
    expect((await post(path('/disable'), { reason: ' ' })).statusCode).toBe(422)
    await post(path('/grant'), { compute: 5 })
    const audit = await service.app.inject({ url: '/auth/me/audit', headers: person.headers })
    expect(audit.json()[0]).toMatchObject({
      event: 'units_granted',
      address: 'administrator',
      detail: { compute: 5, by: 'administrator' },
    })
  })
})

test('an invitation is created, listed, accepted once or withdrawn', async () => {
  const made = await post('/admin/invitations', { plan: 'pro' })
  expect(made.statusCode).toBe(201)
  const { id, link } = made.json()
  const invitation = new URL(link).searchParams.get('token')
  const payload = { email: `${randomUUID()}@example.org`, password: PASSWORD, invitation }
  const joined = await service.app.inject({ method: 'POST', url: '/auth/register', payload })
  expect(joined.json().account).toMatchObject({ plan: 'pro' })
  expect((await get('/admin/invitations'))[0]).toMatchObject({ id, accepted_by: joined.json().account.id })
  const withdraw = (of: number) =>
    service.app.inject({
      method: 'DELETE',
      url: `/admin/invitations/${of}`,
      payload: { reason },
      headers: boss.headers,
    })
  expect((await withdraw(id)).statusCode).toBe(404)
  const second = (await post('/admin/invitations', {})).json()
  expect((await withdraw(second.id)).statusCode).toBe(200)
  expect((await post('/admin/invitations', { expires_at: '2020-01-01T00:00:00Z' })).statusCode).toBe(422)
})

test('the overview sums up usage, top callers and sales', async () => {
  const { headers } = await makeKey(service.app, person)
  const payload = { text: 'The council met on Monday.' }
  await service.app.inject({ method: 'POST', url: '/ai/analyze', headers, payload })
  await service.sql`
    insert into billing_payments values ('pi_1', ${new Date(clockMs)}, 'topup', 'topup_10k', 499, 83, 100, 1)`
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(async () => (await get('/admin/overview')).usage_summed_at).not.toBeNull()
  const overview = await get('/admin/overview')
  expect(overview.usage).toContainEqual({
    date: '2026-03-10',
    plan: 'free',
    meter: 'ai/analyze',
    units: 1,
    accounts: 1,
  })
  expect(overview.top_callers).toContainEqual(expect.objectContaining({ account_id: person.id, place: 1, units: 1 }))
  expect(overview.sales).toContainEqual({
    date: '2026-03-10',
    kind: 'topup',
    item: 'topup_10k',
    count: 1,
    eur: 3.99,
    vat_eur: 0.66,
    vat_unknown_eur: 0,
  })
  expect(overview.emails).toBeNull()
  expect(overview.providers).toEqual([])
})

test('if administrators need a second factor, one without it gets an explanatory error', async () => {
  const strict = await openService({ beside: service, env: { ADMIN_SECOND_FACTOR: 'required' }, nowMs: () => clockMs })
  const answer = await strict.app.inject({ url: '/admin/log', headers: boss.headers })
  expect([answer.statusCode, answer.json().detail]).toEqual([403, expect.stringContaining('second factor')])
  await strict.close()
})

test('the overview shows errors by provider, paid renewals and waiting work', async () => {
  await service.sql`insert into provider_days values ('2026-03-10', 'provider_c', 'timeout', 3), ('2026-01-01', 'provider_c', 'ok', 9)`
  await service.sql`
    insert into billing_payments values
      ('pi_2', '2026-03-09T10:00:00Z', 'plan', 'pro', 2900, null, 0, 1), ('pi_3', '2026-03-09T11:00:00Z', 'plan', 'pro', 12000, null, 0, 1)`
  await service.sql`
    insert into billing_failed_events (id, type, subject_kind, subject_id, last_error, first_at, set_aside_at)
    values ('evt_1', 'x', 'payment', 'pi_1', '', now(), null), ('evt_2', 'x', 'payment', 'pi_1', '', now(), now())`
  await service.sql`update deployment_state set backed_up_at = '2026-03-10T03:00:00Z'`
  const overview = await get('/admin/overview')
  expect(overview.providers).toEqual([{ date: '2026-03-10', target: 'provider_c', result: 'timeout', calls: 3 }])
  const sold = { date: '2026-03-09', kind: 'plan', item: 'pro', count: 2, eur: 149 }
  expect(overview.sales).toContainEqual({ ...sold, vat_eur: 0, vat_unknown_eur: 149 })
  expect(overview.queues).toEqual({
    payment_events_waiting: 1,
    payment_events_set_aside: 1,
    accounts_being_deleted: 0,
    last_backup_at: '2026-03-10T03:00:00.000Z',
  })
})
