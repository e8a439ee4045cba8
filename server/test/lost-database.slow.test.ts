// A database that stops and returns, seen from outside: requests that need it fail with an explanation, others work.
import { expect, test, vi } from 'vitest'
import { startPostgres } from './database.ts'
import { openService } from './service.ts'
import { WAIT } from './waiting.ts'

test('without its database the service answers 503 if it needs it, computes for anonymous callers, and recovers by itself', async () => {
  const server = await startPostgres()
  const service = await openService({ databaseUrl: server.url, env: { PAYMENTS: 'sandbox' } })
  const { app } = service
  const compute = (headers = {}) =>
    app.inject({ method: 'POST', url: '/compute', headers, payload: { bias: 0.9, seed: 1 } })
  const payload = { email: 'lost@example.com', password: 'a long enough one' }
  const { access_token } = (await app.inject({ method: 'POST', url: '/auth/register', payload })).json()
  const before = (await compute()).body
  await server.stop()

  const health = await app.inject('/health')
  expect([health.statusCode, health.json()]).toMatchObject([503, { status: 'degraded', database: 'away' }])
  expect((await app.inject('/health/live')).statusCode).toBe(200)
  const login = await app.inject({ method: 'POST', url: '/auth/login', payload })
  expect([login.statusCode, login.headers['retry-after']]).toEqual([503, '30'])
  expect(login.json().detail).toContain('database')
  expect((await compute({ authorization: `Bearer ${access_token}` })).statusCode).toBe(503)
  const anonymous = await compute()
  expect([anonymous.statusCode, anonymous.body]).toEqual([200, before])
  for (const page of ['checkout', 'portal', 'receipt'])
    expect((await app.inject(`/sandbox/${page}/1`)).statusCode).toBe(503)

  await server.start()
  await vi.waitFor(async () => expect((await app.inject('/health')).statusCode).toBe(200), WAIT)
  expect((await app.inject({ method: 'POST', url: '/auth/login', payload })).statusCode).toBe(200)
  expect((await compute({ authorization: `Bearer ${access_token}` })).statusCode).toBe(200)
  await service.close()
  await server.close()
})
