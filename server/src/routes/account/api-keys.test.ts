import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeKey, type Person, setPlan, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

let clockMs = Date.UTC(2026, 2, 10, 12)
let service: Service
let person: Person
beforeAll(async () => {
  service = await openService({ nowMs: () => clockMs })
})
afterAll(() => service.close())
beforeEach(async () => {
  person = await signUp(service.app)
})

const create = (payload?: unknown, url = '/api-keys') =>
  service.app.inject({ method: 'POST', url, headers: person.headers, payload: payload as object })
const list = async () => (await service.app.inject({ url: '/api-keys', headers: person.headers })).json()
const revoke = (id: number | string, headers = person.headers) =>
  service.app.inject({ method: 'DELETE', url: `/api-keys/${id}`, headers })
const rotate = (id: number, payload?: unknown) =>
  service.app.inject({
    method: 'POST',
    url: `/api-keys/${id}/rotate`,
    headers: person.headers,
    payload: payload as object,
  })
const use = (key: string) => service.app.inject({ url: '/usage/stats', headers: { 'x-api-key': key } })

describe('creating a key', () => {
  test.each(['/api-keys', '/keys/create'])('POST %s shows the whole key only now', async (url) => {
    const answer = await create({ name: 'Build server', scope: 'read-only' }, url)
    expect(answer.statusCode).toBe(201)
    const made = answer.json()
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'Build server',
      key: expect.stringMatching(/^svc_[0-9A-Za-z]{49}$/),
      key_prefix: made.key.slice(0, 12),
      scope: 'read-only',
      created_at: new Date(clockMs).toISOString(),
      expires_at: null,
      filter_mode: null,
      limits: null,
    })
    expect(await list()).toEqual([
      {
        id: made.id,
        name: 'Build server',
        key_prefix: made.key_prefix,
        scope: 'read-only',
        created_at: made.created_at,
        last_used_at: null,
        last_used_from: null,
        expires_at: null,
        filter_mode: null,
        limits: null,
      },
    ])
    expect((await use(made.key)).statusCode).toBe(200)
    expect(service.log()).not.toContain(made.key)
  })

  test('without a body it is a full key with the default name', async () => {
    expect((await create()).json()).toMatchObject({ name: 'Default Key', scope: 'full', expires_at: null })
  })

  test('a name is stored without surrounding spaces', async () => {
    expect((await create({ name: '  Build  server ' })).json().name).toBe('Build  server')
  })

  test('stores only a hash', async () => {
    const { key } = await makeKey(service.app, person)
    const [row] = await service.sql`select to_jsonb(k)::text as row from api_keys k where account_id = ${person.id}`
    expect(row?.row).not.toContain(key.slice(12, 40))
  })

  test.each([
    [{ name: '' }, 'name', 'string_too_short'],
    [{ name: ' \n ' }, 'name', 'string_too_short'],
    [{ name: 'x'.repeat(101) }, 'name', 'string_too_long'],
    [{ name: 'a\0b' }, 'name', 'value_error'],
    [{ name: 7 }, 'name', 'string_type'],
    [{ scope: 'everything' }, 'scope', 'literal_error'],
    [{ expires_at: 'tomorrow' }, 'expires_at', 'value_error'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at', 'value_error'],
  ])('rejects %j', async (payload, field, type) => {
    const answer = await create(payload)
    expect([answer.statusCode, answer.json().detail]).toEqual([
      422,
      [{ loc: ['body', field], msg: expect.any(String), type }],
    ])
    expect(await list()).toEqual([])
  })

  test.each(["Robert'); drop table api_keys; --", '<script>alert(1)</script>', 'Schlüssel 🔑'])(
    'stores the name %s as given',
    async (name) => {
      expect((await create({ name })).json().name).toBe(name)
      expect((await list())[0].name).toBe(name)
    },
  )

  test('the plan limits the number of keys exactly, and the error names the limit', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => create({})))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
    const rejected = answers.find(({ statusCode }) => statusCode === 403)
    expect(rejected?.json().detail).toContain('The free plan allows 10 keys')
    await revoke((await list())[0].id)
    expect((await create({})).statusCode).toBe(201)
  })
})

describe('an expiring key', () => {
  test('works until its time', async () => {
    const { key } = (await create({ expires_at: new Date(clockMs + 5_000).toISOString() })).json()
    expect((await use(key)).statusCode).toBe(200)
    clockMs += 4_999
    expect((await use(key)).statusCode).toBe(200)
    clockMs += 1
    expect((await use(key)).statusCode).toBe(401)
  })
})

describe('revoking', () => {
  test('ends a key at once; a second time it is not found', async () => {
    const { id, key } = await makeKey(service.app, person)
    expect((await use(key)).statusCode).toBe(200)
    const answer = await revoke(id)
    expect([answer.statusCode, answer.json()]).toEqual([200, { id, status: 'revoked' }])
    expect((await use(key)).statusCode).toBe(401)
    expect(await list()).toEqual([])
    expect((await revoke(id)).statusCode).toBe(404)
  })

  test('a key of another account is not found', async () => {
    const { id, key } = await makeKey(service.app, person)
    const other = await signUp(service.app)
    expect((await revoke(id, other.headers)).statusCode).toBe(404)
    expect((await use(key)).statusCode).toBe(200)
  })

  test.each(['999999', '1000000000000000', '9007199254740991'])('no key is found for %s', async (id) => {
    expect((await revoke(id)).statusCode).toBe(404)
  })

  test.each(['abc', '1.5', '-1', '0', '99999999999999999999', "1' or '1'='1"])('rejects the id %s', async (id) => {
    const answer = await revoke(encodeURIComponent(id))
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['path', 'key_id']])
  })
})

describe('rotating', () => {
  test('creates a key with the same rights, and the old one works for a day of grace', async () => {
    const old = (await create({ name: 'CI', scope: 'ai' })).json()
    const answer = await rotate(old.id)
    expect(answer.statusCode).toBe(201)
    const fresh = answer.json()
    expect(fresh).toMatchObject({ name: 'CI', scope: 'ai', expires_at: null })
    expect(fresh.key).not.toBe(old.key)
    const listed = await list()
    expect(listed.find(({ id }: { id: number }) => id === old.id).expires_at).toBe(
      new Date(clockMs + 86_400_000).toISOString(),
    )
  })

  test('both work during the grace period, then only the new one', async () => {
    const old = await makeKey(service.app, person)
    const { key } = (await rotate(old.id, { grace_seconds: 60 })).json()
    expect([(await use(old.key)).statusCode, (await use(key)).statusCode]).toEqual([200, 200])
    clockMs += 60_000
    expect([(await use(old.key)).statusCode, (await use(key)).statusCode]).toEqual([401, 200])
  })

  test('works even if the plan has no key left, and only once for each key', async () => {
    for (let i = 0; i < 10; i++) await makeKey(service.app, person)
    const [first] = await list()
    expect((await rotate(first.id)).statusCode).toBe(201)
    expect((await rotate(first.id)).statusCode).toBe(400)
    expect((await create({})).statusCode).toBe(403)
  })

  test('repeatedly leaves two keys that work: the newest and the one before', async () => {
    const keys = [await makeKey(service.app, person)]
    for (let i = 0; i < 5; i++) keys.push((await rotate(keys.at(-1)?.id ?? 0, { grace_seconds: 2_592_000 })).json())
    const statuses = await Promise.all(keys.map(async ({ key }) => (await use(key)).statusCode))
    expect(statuses).toEqual([401, 401, 401, 401, 200, 200])
  })

  test('does not bypass the limit: if the new key is revoked, the old one counts', async () => {
    for (let i = 0; i < 10; i++) {
      const { id } = await makeKey(service.app, person)
      await revoke((await rotate(id)).json().id)
    }
    expect((await create({})).statusCode).toBe(403)
    clockMs += 86_400_000
    expect((await create({})).statusCode).toBe(201)
  })

  test('rejects a grace period beyond thirty days, and an unknown key', async () => {
    const { id } = await makeKey(service.app, person)
    expect((await rotate(id, { grace_seconds: 2_592_001 })).statusCode).toBe(422)
    expect((await rotate(id + 1_000)).statusCode).toBe(404)
  })
})

test('a higher plan allows more keys', async () => {
  await setPlan(service, person, 'basic')
  for (let i = 0; i < 11; i++) await makeKey(service.app, person)
})

describe('many keys', () => {
  const rows = () => service.sql`select id from api_keys where account_id = ${person.id}`

  test('are listed in pages, linked by a header', async () => {
    const ids: number[] = []
    for (let nth = 0; nth < 5; nth++) ids.push((await create({ name: `key ${nth}` })).json().id)
    const seen: number[] = []
    const read = async (url: string): Promise<number> => {
      const { headers, json } = await service.app.inject({ url, headers: person.headers })
      seen.push(...json().map(({ id }: { id: number }) => id))
      const [, next] = /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? '')) ?? []
      return next ? 1 + (await read(next)) : 1
    }
    expect(await read('/api-keys?limit=2')).toBe(3)
    expect(seen).toEqual(ids)
  })

  test('are searched and sorted at the server, a page at a time', async () => {
    await service.sql`
      insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at, last_used_at, expires_at)
      select ${person.id}, (array['Build', 'alpha', 'Site'])[n % 3 + 1] || ' ' || n, sha256(('k' || n || ${person.id})::bytea),
        'svc_' || lpad(n::text, 8, 'x'), case when n = 9 then 'ai' else 'full' end, now(),
        case when n < 4 then timestamptz '2026-03-01' + n * interval '1 day' end,
        case when n between 5 and 7 then timestamptz '2027-03-01' - n * interval '1 day' end
      from generate_series(1, 1000) n`
    const page = async (query: string) => {
      const { statusCode, headers, json } = await service.app.inject({
        url: `/api-keys?${query}`,
        headers: person.headers,
      })
      expect(statusCode).toBe(200)
      const [, next] = /^<\/api-keys\?([^>]+)>; rel="next"$/.exec(String(headers.link ?? '')) ?? []
      return { names: json().map(({ name }: { name: string }) => name), next }
    }
    const all = async (query: string): Promise<string[]> => {
      const { names, next } = await page(query)
      return next ? [...names, ...(await all(next))] : names
    }
    expect((await page('limit=2&sort=newest')).names).toEqual(['alpha 1000', 'Build 999'])
    expect((await page('limit=4&sort=used')).names).toEqual(['Build 3', 'Site 2', 'alpha 1', 'alpha 1000'])
    expect((await page('limit=4&sort=expiry')).names).toEqual(['alpha 7', 'Build 6', 'Site 5', 'alpha 1'])
    expect((await page('limit=2&sort=name')).names).toEqual(['alpha 1', 'alpha 10'])
    for (const sort of ['oldest', 'newest', 'used', 'name', 'expiry']) {
      const names = await all(`sort=${sort}&search=BUILD&limit=90`)
      expect([sort, names.length, new Set(names).size]).toEqual([sort, 333, 333])
    }
    expect((await page('search=build%20777')).names).toEqual(['Build 777'])
    expect((await page('search=svc_xxxxx123SECRETSECRET')).names).toEqual(['Build 123'])
    expect((await page('search=xxx12&limit=3')).names).toHaveLength(3)
    expect((await page('search=ai')).names).toEqual(['Build 9'])
    for (const none of ['%25', '_uild', "x'%20or%20'1'='1", 'nothing']) {
      expect([none, (await page(`search=${none}`)).names]).toEqual([none, []])
    }
  })

  test('keys of another account are neither found nor accepted as the start of a page', async () => {
    const { id } = (await create({ name: 'Mine alone' })).json()
    const other = await signUp(service.app)
    await makeKey(service.app, other)
    const read = async (query: string) =>
      (await service.app.inject({ url: `/api-keys?${query}`, headers: other.headers })).json()
    expect(await read('search=mine')).toEqual([])
    expect(await read(`sort=name&after=${id}`)).toEqual([])
  })

  test.each(['limit=0', 'limit=1001', 'limit=x', 'after=0', 'after=x', 'sort=size', 'search=%00'])(
    'with %s are a 422',
    async (query) => {
      const answer = await service.app.inject({ url: `/api-keys?${query}`, headers: person.headers })
      expect(answer.statusCode).toBe(422)
    },
  )

  test('do not accumulate by rotating, expiring and revoking', async () => {
    await service.sql`
      insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at, revoked_at)
      select ${person.id}, 'old', decode(md5(random()::text), 'hex'), 'svc_', 'full', now(), now() from generate_series(1, 200)`
    let { id } = (await create()).json()
    expect(await rows()).toHaveLength(101)
    for (let nth = 0; nth < 10; nth++) id = (await rotate(id, { grace_seconds: 0 })).json().id
    // The key that the last rotation ended is deleted with the next change.
    expect(await rows()).toHaveLength(102)
    expect((await list()).map((key: { id: number }) => key.id)).toContain(id)
  })
})
