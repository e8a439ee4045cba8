import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { connect, type Sql } from '../connect.ts'
import { isPassing } from '../db.ts'

// Imitates a server whose messages are not English: the severity of its errors is a word of its language. The relay replaces it by one of
// the same length, so that the frames stay valid.
const ENGLISH = Buffer.from('SERROR\0')
const OTHER = Buffer.from('SERREU\0')

let db: FreshDatabase
let sql: Sql
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  const socketDir = new URL(db.url.replace('@/', '@x/')).searchParams.get('host')
  const inner = dial(`${socketDir}/.s.PGSQL.5432`)
  for (const one of [socket, inner]) sockets.add(one.on('error', () => {}))
  socket.pipe(inner)
  inner.on('data', (chunk: Buffer) => {
    const at = chunk.indexOf(ENGLISH)
    if (at >= 0) OTHER.copy(chunk, at)
    socket.write(chunk)
  })
})

beforeAll(async () => {
  db = await freshDatabase()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const name = new URL(db.url.replace('@/', '@x/')).pathname
  const url = `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}${name}`
  sql = connect({ url, poolMax: 1, statementTimeoutMs: 10_000 })
})
afterAll(async () => {
  await sql.end()
  for (const socket of sockets) socket.destroy()
  server.close()
  await db.close()
})

test("a wrong statement is an error of the statement, whatever the server's language", async () => {
  const pid = async () => (await sql`select pg_backend_pid() as pid`)[0]?.pid
  const before = await pid()
  const error = await sql`select 1 / 0`.catch((reason: unknown) => reason)
  expect(error).toMatchObject({ severity: 'ERREU', code: '22012' })
  expect(isPassing(error)).toBe(false)
  expect(await pid()).toBe(before)
})

test('a connection that the server ends counts as an unavailable database', async () => {
  const error = await sql`select pg_terminate_backend(pg_backend_pid())`.catch((reason: unknown) => reason)
  expect(isPassing(error)).toBe(true)
  expect(await sql`select 1 as one`).toMatchObject([{ one: 1 }])
})
