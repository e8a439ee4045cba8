// A PostgreSQL without free connections, seen from outside. A role's limit gives the same error code as max_connections.
import { expect, test, vi } from 'vitest'
import { emptyDatabase } from './database.ts'
import { openService } from './service.ts'
import { WAIT } from './waiting.ts'

test('when PostgreSQL has no connection left, requests get 503 and cost nothing; the log says why; then they work again', async () => {
  const direct = await emptyDatabase()
  const name = new URL(direct.url.replace('@/', '@x/')).pathname.slice(1)
  const role = `of_${name}`
  await direct.sql.unsafe(`create role ${role} login; alter database ${name} owner to ${role}`)
  const service = await openService({ databaseUrl: direct.url.replace('postgres@', `${role}@`) })
  const { app } = service
  const payload = { email: 'limit@example.com', password: 'a long enough one' }
  const { access_token } = (await app.inject({ method: 'POST', url: '/auth/register', payload })).json()
  const headers = { authorization: `Bearer ${access_token}` }
  const compute = (who = {}) =>
    app.inject({ method: 'POST', url: '/compute', headers: who, payload: { bias: 0.9, seed: 1 } })
  const used = async () => (await app.inject({ url: '/usage/stats', headers })).json().endpoints.compute.used
  expect((await compute(headers)).statusCode).toBe(200)
  const cost = await used()
  expect(cost).toBeGreaterThan(0)

  await direct.sql.unsafe(`alter role ${role} connection limit 0`)
  await direct.sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = ${role}`
  const rejected = await compute(headers)
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([503, '30'])
  expect(rejected.json().detail).toContain('database')
  expect((await compute()).statusCode).toBe(200)
  expect((await app.inject('/health')).statusCode).toBe(503)
  expect(service.log()).toContain(`too many connections for role \\"${role}\\"`)

  await direct.sql.unsafe(`alter role ${role} connection limit -1`)
  await vi.waitFor(async () => expect((await app.inject('/health')).statusCode).toBe(200), WAIT)
  expect((await compute(headers)).statusCode).toBe(200)
  expect(await used()).toBe(2 * cost)
  await service.close()
  await direct.close()
  await dropRole(role)
})

/** Roles are not dropped with their databases. */
async function dropRole(role: string): Promise<void> {
  const other = await emptyDatabase()
  await other.sql.unsafe(`drop role ${role}`)
  await other.close()
}
