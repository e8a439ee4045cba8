import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { compute, reportCompute, reportSweep, sweep } from '@equipoise/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGatedApp, signalled } from '../../../test/gated-app.ts'
import { DAY_MS } from '../../ground/calendar.ts'
import { CATALOGUE, type PlanId } from '../../ground/plans.ts'
import type { App } from '../../http/http.ts'
import { type Outcome, openPool, type Pool } from '../../threads/pool/pool.ts'
import { createRateLimiter } from '../../usage/usage.ts'
import { computeRoutes, computeSchema, sweepSchema } from './compute.ts'

const RANDOM_SEED = 'chosen-by-chance'
const JSON_HEADERS = { 'content-type': 'application/json' }

let pool: Pool
let app: App
beforeAll(async () => {
  pool = openPool({ timeoutMs: 60_000 })
  app = (await served(pool)).app
})
afterAll(async () => {
  await app.close()
  await pool.close()
})

describe('POST /compute', () => {
  test("returns the engine's report to an anonymous caller, in both shapes of the specification", async () => {
    const answer = await post({ bias: 0.8, N: 9, samples: 1_000, seed: 42 })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-compute-units': '1',
      'ratelimit-limit': '600',
    })
    expect(answer.body).toBe(reportCompute(compute({ bias: 0.8, N: 9, samples: 1_000, seed: 42 })))
    expect(computeSchema.response[200].strict().parse(answer.json())).toMatchObject({
      ain: 1,
      p_output: 0.5,
      status: 'STABLE',
    })
  })

  test('has defaults for everything but the bias, chooses a seed and returns it, and ignores unknown fields', async () => {
    const answer = await post({ bias: 0.25, colour: 'blue' })
    expect(answer.json()).toMatchObject({ N: 9, samples: 1_000, seed: RANDOM_SEED })
    const again = await post({ bias: 0.25, seed: RANDOM_SEED })
    expect(again.body).toBe(answer.body)
  })

  test.each([
    { bias: 0 },
    { bias: 1 },
    { bias: 5e-324 },
    { bias: 0.5, samples: 100 },
    { bias: 0.5, samples: 50_000 },
    { bias: 0.5, N: 3 },
    { bias: 0.5, seed: 0 },
    { bias: 0.5, seed: Number.MAX_SAFE_INTEGER },
    { bias: 0.5, seed: 'x'.repeat(128) },
  ])('accepts %o', async (body) => {
    const answer = await post(body)
    expect([answer.statusCode, answer.json().N]).toEqual([200, 'N' in body ? body.N : 9])
  })

  test('accepts whole numbers in any notation', async () => {
    const answer = await raw('{"bias": 5e-1, "N": 9.0, "samples": 1e3, "seed": 7.0}')
    expect(answer.json()).toMatchObject({ bias: 0.5, N: 9, samples: 1_000, seed: 7 })
    expect((await raw('{"bias": -0}')).json()).toMatchObject({ bias: 0 })
  })

  test.each([
    [{}, 'bias', 'missing'],
    [{ bias: null }, 'bias', 'float_type'],
    [{ bias: '0.5' }, 'bias', 'float_type'],
    [{ bias: true }, 'bias', 'float_type'],
    [{ bias: [0.5] }, 'bias', 'float_type'],
    [{ bias: -5e-324 }, 'bias', 'greater_than_equal'],
    [{ bias: 1.0000000000000002 }, 'bias', 'less_than_equal'],
    [{ bias: 0.5, N: 8 }, 'N', 'literal_error'],
    [{ bias: 0.5, N: 0 }, 'N', 'literal_error'],
    [{ bias: 0.5, N: 65 }, 'N', 'literal_error'],
    [{ bias: 0.5, N: '9' }, 'N', 'int_type'],
    [{ bias: 0.5, N: 9.5 }, 'N', 'int_type'],
    [{ bias: 0.5, N: {} }, 'N', 'int_type'],
    [{ bias: 0.5, samples: 99 }, 'samples', 'greater_than_equal'],
    [{ bias: 0.5, samples: 50_001 }, 'samples', 'less_than_equal'],
    [{ bias: 0.5, samples: -1 }, 'samples', 'greater_than_equal'],
    [{ bias: 0.5, samples: 100.5 }, 'samples', 'int_type'],
    [{ bias: 0.5, samples: '100' }, 'samples', 'int_type'],
    [{ bias: 0.5, seed: -1 }, 'seed', 'greater_than_equal'],
    [{ bias: 0.5, seed: 0.5 }, 'seed', 'value_error'],
    [{ bias: 0.5, seed: 2 ** 53 }, 'seed', 'less_than_equal'],
    [{ bias: 0.5, seed: '' }, 'seed', 'value_error'],
    [{ bias: 0.5, seed: 'a b' }, 'seed', 'value_error'],
    [{ bias: 0.5, seed: 'x'.repeat(129) }, 'seed', 'value_error'],
    [{ bias: 0.5, seed: ['a'] }, 'seed', 'value_error'],
  ])('rejects %j', async (body, field, type) => {
    const answer = await post(body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toEqual([{ loc: ['body', field], msg: expect.any(String), type }])
  })

  test('names all invalid fields at once', async () => {
    const { detail } = (await post({ bias: 2, N: 8, samples: 1, seed: '' })).json()
    expect(detail.at(-1).msg).toMatch(/^Input should be an integer from 0 to .* or 1 to 128 characters/)
    expect(detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual(['bias', 'N', 'samples', 'seed'])
  })

  test.each([
    ['{"bias": 1e400}', 422],
    ['{"bias": -1e400}', 422],
    ['{"bias": 0.5, "samples": 1e400}', 422],
    ['{"bias": 0.5, "N": 123456789012345678901234567890}', 422],
    ['{"bias": NaN}', 400],
    ['{"bias": Infinity}', 400],
    ['{"bias": 0.5', 400],
    ['', 422],
    ['null', 422],
    ['[]', 422],
    ['"0.5"', 422],
    ['7', 422],
    [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, 400],
    [`{"bias": 0.5, "x": ${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`, 400],
    [`{"bias": 0.5, "pad": "${'x'.repeat(2 * 1024 * 1024)}"}`, 413],
  ])('rejects the body %.40s', async (payload, status) => {
    const answer = await raw(payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({ detail: expect.anything() })
  })

  test('requires JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const headers = { 'content-type': type }
      const answer = await app.inject({ method: 'POST', url: '/compute', headers, payload: 'bias=0.5' })
      expect([answer.statusCode, answer.json().detail]).toEqual([
        400,
        'Unsupported content type: send application/json',
      ])
    }
  })

  test('still works after all that', async () => {
    expect((await post({ bias: 0.5 })).statusCode).toBe(200)
  })
})

describe('GET /sweep', () => {
  test("returns the engine's report to an anonymous caller", async () => {
    const answer = await get('N=9&samples=200&steps=5&seed=abc')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['x-compute-units']).toBe('1')
    expect(answer.body).toBe(reportSweep(sweep({ N: 9, samples: 200, steps: 5, seed: 'abc' })))
    expect(sweepSchema.response[200].strict().parse(answer.json()).results).toHaveLength(5)
  })

  test('has the defaults of the specification and charges by them', async () => {
    const answer = await get('')
    expect(answer.json()).toMatchObject({ N: 9, samples: 500, steps: 20, seed: RANDOM_SEED })
    expect(answer.headers['x-compute-units']).toBe('9')
  })

  test('returns an integer seed as one, and other digits as text', async () => {
    for (const [text, seed] of [
      ['7', 7],
      ['007', '007'],
      ['9007199254740991', Number.MAX_SAFE_INTEGER],
      ['9007199254740993', '9007199254740993'],
    ] as const) {
      expect((await get(`samples=100&steps=5&seed=${text}`)).json().seed).toBe(seed)
    }
  })

  test.each([
    ['N=8', 'N', 'literal_error'],
    ['N=', 'N', 'int_parsing'],
    ['N=nine', 'N', 'int_parsing'],
    ['N=9.5', 'N', 'int_parsing'],
    ['N=9&N=9', 'N', 'int_parsing'],
    ['N=NaN', 'N', 'int_parsing'],
    ['samples=0', 'samples', 'greater_than_equal'],
    ['samples=50001', 'samples', 'less_than_equal'],
    ['samples=1e3', 'samples', 'int_parsing'],
    ['samples=Infinity', 'samples', 'int_parsing'],
    ['samples=100&samples=200', 'samples', 'int_parsing'],
    ['samples=999999999999999999999', 'samples', 'int_parsing'],
    ['steps=4', 'steps', 'greater_than_equal'],
    ['steps=51', 'steps', 'less_than_equal'],
    ['steps=-5', 'steps', 'greater_than_equal'],
    ['steps=null', 'steps', 'int_parsing'],
    ['seed=', 'seed', 'value_error'],
    ['seed=a%20b', 'seed', 'value_error'],
    ['seed=a&seed=b', 'seed', 'value_error'],
    [`seed=${'x'.repeat(129)}`, 'seed', 'value_error'],
  ])('rejects %s', async (query, field, type) => {
    const answer = await get(query)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toEqual([{ loc: ['query', field], msg: expect.any(String), type }])
  })

  test('takes a single sample, for every N', async () => {
    for (const N of [3, 9]) {
      const { results, samples } = (await get(`N=${N}&samples=1&steps=5`)).json()
      expect([samples, results.map(({ ain }: { ain: number }) => ain)]).toEqual([1, [1, 1, 1, 1, 1]])
    }
  })

  test.each(['N=%E0%A4%A', '%00=1', 'N[]=9'])('survives the query %s', async (query) => {
    expect([200, 400, 422]).toContain((await get(query)).statusCode)
  })
})

test('another method is 405 with the right one, an unknown path 404', async () => {
  const wrong = await app.inject({ method: 'DELETE', url: '/compute' })
  expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'POST'])
  expect((await app.inject({ method: 'POST', url: '/sweep', headers: JSON_HEADERS, payload: '{}' })).statusCode).toBe(
    405,
  )
  expect((await app.inject('/computer')).statusCode).toBe(404)
})

describe('who may compute what', () => {
  test('N above 9 needs credentials', async () => {
    for (const answer of [await post({ bias: 0.5, N: 16 }), await get('N=64')]) {
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
      expect(answer.json().detail).toContain('needs credentials')
    }
  })

  test('a plan limits N', async () => {
    const rejected = await post({ bias: 0.5, N: 32 }, { 'x-api-key': 'svc_free' })
    expect([rejected.statusCode, rejected.json().detail]).toEqual([
      403,
      'N=32 exceeds the maximum N=9 of the free plan',
    ])
    expect((await post({ bias: 0.5, N: 64 }, { 'x-api-key': 'svc_studio' })).statusCode).toBe(200)
    expect((await post({ bias: 0.5, N: 64 }, { authorization: 'Bearer studio' })).statusCode).toBe(200)
    expect((await get('N=64&samples=100&steps=5', { 'x-api-key': 'svc_studio' })).statusCode).toBe(200)
  })

  test('invalid input is reported before the plan is checked', async () => {
    expect((await post({ bias: 2, N: 64 })).statusCode).toBe(422)
  })
})

describe('what happens to the charge', () => {
  const key = { 'x-api-key': 'svc_studio' }
  const body = { bias: 0.5, N: 64, samples: 50_000 }

  test('one unit pays for 10,000 bits', async () => {
    const unitsOf = async (samples: number) =>
      (await post({ bias: 0.5, N: 3, samples, seed: 1 })).headers['x-compute-units']
    expect([await unitsOf(3_333), await unitsOf(3_334), await unitsOf(6_666), await unitsOf(6_667)]).toEqual([
      '1',
      '2',
      '2',
      '3',
    ])
  })

  test('an account is charged the units in the header, an anonymous caller nothing', async () => {
    const { app: own, balance } = await served(pool)
    const answer = await own.inject({ method: 'POST', url: '/compute', headers: key, payload: body })
    expect(answer.headers['x-compute-units']).toBe('320')
    await own.inject({ method: 'POST', url: '/compute', payload: { bias: 0.5 } })
    expect(balance).toEqual({ taken: 320, returned: 0 })
  })

  const LATE = 'The computation did not finish in time. Ask for fewer samples, steps or pulls.'
  test.each<[Outcome, number, string, number]>([
    [{ outcome: 'overloaded' }, 503, 'Too many large computations are waiting. Try again in 30 seconds.', 0],
    [{ outcome: 'timed_out', begun: false }, 504, LATE, 0],
    [{ outcome: 'timed_out', begun: true }, 504, LATE, 320],
    [{ outcome: 'failed', cause: new Error('a private cause') }, 500, 'Internal server error', 0],
  ])('%o is %i with an explanation, and only started work is charged', async (outcome, status, detail, cost) => {
    const { app: own, balance } = await served({ run: async () => outcome })
    const answer = await own.inject({ method: 'POST', url: '/compute', headers: key, payload: body })
    expect([answer.statusCode, answer.json()]).toEqual([status, { detail }])
    expect(answer.headers['retry-after']).toBe(status === 503 ? '30' : undefined)
    expect(balance).toEqual({ taken: 320, returned: 320 - cost })
  })

  test('callers without an account have half of the free month a day, together with their network', async () => {
    let nowMs = 0
    const anonymousUnits = createRateLimiter(() => nowMs, { windowMs: DAY_MS })
    const { app: limited } = await served(pool, { anonymousUnits, trustedProxies: ['127.0.0.1'] })
    const sweepFrom = async (from: string, query: string, headers = {}) =>
      (await limited.inject({ url: `/sweep?${query}`, headers: { 'x-forwarded-for': from, ...headers } })).statusCode
    // 2,250 units, and 225 units twice.
    expect(await sweepFrom('192.0.2.1', 'samples=50000&steps=50')).toBe(402)
    const many = 'samples=50000&steps=5'
    expect([await sweepFrom('2001:db8:1:1::1', many), await sweepFrom('2001:db8:1:2::1', many)]).toEqual([200, 200])
    expect(await sweepFrom('2001:db8:1:3::1', many)).toBe(429)
    expect(await sweepFrom('2001:db8:2:1::1', many)).toBe(200)
    expect(await sweepFrom('2001:db8:1:3::1', many, { 'x-api-key': 'svc_free' })).toBe(200)
    nowMs = DAY_MS
    expect(await sweepFrom('2001:db8:1:3::1', many)).toBe(200)
    await limited.close()
  })

  test('what can never be computed in time is 422 with a number that can, and costs nothing', async () => {
    const hurried = openPool({ timeoutMs: 20, startsLate: true })
    const { app: own, balance } = await served(hurried)
    const payload = { bias: 0.5, N: 64, samples: 50_000, report: true }
    const ask = (sent: object) =>
      own.inject({ method: 'POST', url: '/compute', headers: { 'x-api-key': 'svc_enterprise' }, payload: sent })
    const rejected = await ask(payload)
    expect([rejected.statusCode, rejected.json().detail[0].loc]).toEqual([422, ['body', 'samples']])
    expect(balance.taken).toBe(balance.returned)
    const samples = Number(/at most (\d+) samples/.exec(rejected.json().detail[0].msg)?.[1])
    expect(samples).toBeGreaterThan(0)
    expect((await ask({ ...payload, samples })).statusCode).not.toBe(422)
    await hurried.close()
  })

  test('a caller that hangs up abandons the job and is refunded unless it has started', async () => {
    const heard = signalled()
    const run: Pool['run'] = (_job, caller) =>
      new Promise<Outcome>((resolve) => {
        caller?.signal().addEventListener('abort', () => resolve({ outcome: 'abandoned', begun: false }))
        heard.resolve()
      })
    const { app: own, balance, returned } = await served({ run })
    await own.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((own.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    const text = JSON.stringify(body)
    socket.write(
      `POST /compute HTTP/1.1\r\nhost: x\r\nx-api-key: svc_studio\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
    )
    await heard.promise
    socket.destroy()
    await returned
    expect(balance).toEqual({ taken: 320, returned: 320 })
    await own.close()
  })
})

/** The routes behind the real gate; keys are named after their plan. */
async function served(engine: Pick<Pool, 'run'> & Partial<Pool>, options: Parameters<typeof openGatedApp>[1] = {}) {
  const gated = await openGatedApp(async ({ kind, text }) => {
    const plan = text.replace(/^svc_/, '') as PlanId
    if (!(plan in CATALOGUE.plans)) return undefined
    return { accountId: 1, email: 'a@b.example', plan, kind, scope: 'full' as const }
  }, options)
  computeRoutes(gated.app, {
    pool: { samplesMax: () => undefined, ...engine },
    catalogue: CATALOGUE,
    seedFor: async (given) => given ?? RANDOM_SEED,
  })
  return gated
}

function post(body: object, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url: '/compute', headers, payload: body })
}

function raw(payload: string) {
  return app.inject({ method: 'POST', url: '/compute', headers: JSON_HEADERS, payload })
}

function get(query: string, headers: Record<string, string> = {}) {
  return app.inject({ method: 'GET', url: `/sweep?${query}`, headers })
}
