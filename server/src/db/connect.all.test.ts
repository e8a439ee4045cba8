import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { connect, type Sql } from './connect.ts'
import { isPassing } from './db.ts'

let db: FreshDatabase
const sockets = new Set<Socket>()
let server: Server | undefined

beforeEach(async () => {
  db = await freshDatabase()
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)))
  await db.close()
})

/** Listens on loopback and returns the database URL that leads there. */
async function listen(onSocket: (socket: Socket) => void): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const name = new URL(db.url.replace('@/', '@x/')).pathname
  return `postgres://postgres@127.0.0.1:${(listening.address() as AddressInfo).port}${name}`
}

/** Forwards to the real database while `isOpen` returns true; afterwards bytes are dropped. */
function relay(isOpen: () => boolean = () => true): (socket: Socket) => void {
  const socketDir = new URL(db.url.replace('@/', '@x/')).searchParams.get('host')
  return (socket) => {
    const inner = dial(`${socketDir}/.s.PGSQL.5432`)
    sockets.add(inner)
    inner.on('error', () => {})
    socket.on('data', (bytes) => isOpen() && inner.write(bytes))
    inner.on('data', (bytes) => isOpen() && socket.write(bytes))
    inner.on('close', () => socket.destroy())
    socket.on('close', () => inner.destroy())
  }
}

async function fails(sql: Sql, statements: number): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(Array.from({ length: statements }, (_, index) => sql`select ${index}::int`))
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? isPassing(outcome.reason) : 'answered'))
}

describe('a server that', () => {
  it('stops answering fails the statements that wait for it, and serves the next when it answers again', async () => {
    let isOpen = true
    const sql = connect({ url: await listen(relay(() => isOpen)), poolMax: 3, statementTimeoutMs: 100 })
    expect(await sql`select 1 as x`).toEqual([{ x: 1 }])
    isOpen = false
    expect(await fails(sql, 20)).toEqual(Array(20).fill(true))
    isOpen = true
    await expect.poll(() => sql`select 1 as x`.catch(() => 'not yet')).toEqual([{ x: 1 }])
    await sql.end()
  })

  it('accepts the connection but never answers fails a whole queue together', async () => {
    const sql = connect({ url: await listen(() => {}), poolMax: 3, statementTimeoutMs: 100 })
    expect(await fails(sql, 300)).toEqual(Array(300).fill(true))
    await sql.end()
  })

  it('closes the connection at once fails the statements', async () => {
    const sql = connect({ url: await listen((socket) => socket.end()), poolMax: 3, statementTimeoutMs: 100 })
    expect(await fails(sql, 20)).toEqual(Array(20).fill(true))
    await sql.end()
  })
})
