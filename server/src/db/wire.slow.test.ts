import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { connect, type Sql } from './connect.ts'
import { isDatabaseAway } from './db.ts'
import { parseDatabaseUrl } from './url.ts'

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

/** Listens on loopback and answers the URL that leads there. */
async function listen(onSocket: (socket: Socket) => void, query = ''): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const name = new URL(db.url.replace('@/', '@x/')).pathname
  return `postgres://postgres@127.0.0.1:${(listening.address() as AddressInfo).port}${name}?${query}`
}

/** To the real database, as long as `isOpen` says so; afterwards bytes vanish on the way. */
function relay(isOpen: () => boolean = () => true): (socket: Socket) => void {
  const { address } = parseDatabaseUrl(db.url).target
  return (socket) => {
    const inner = dial('path' in address ? address.path : '')
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
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? isDatabaseAway(outcome.reason) : 'answered'))
}

describe('a server that', () => {
  it('falls silent fails the statements that wait for it, and serves the next when it is back', async () => {
    let isOpen = true
    const sql = connect({ url: await listen(relay(() => isOpen)), poolMax: 3, statementTimeoutMs: 100 })
    expect(await sql`select 1 as x`).toEqual([{ x: 1 }])
    isOpen = false
    expect(await fails(sql, 20)).toEqual(Array(20).fill(true))
    isOpen = true
    await expect.poll(() => sql`select 1 as x`.catch(() => 'not yet'), { timeout: 10_000 }).toEqual([{ x: 1 }])
    await sql.end({ timeout: 1 })
  })

  it('takes the connection and says nothing fails a whole queue together', async () => {
    const sql = connect({ url: await listen(() => {}), poolMax: 3, statementTimeoutMs: 100 })
    expect(await fails(sql, 300)).toEqual(Array(300).fill(true))
    await sql.end({ timeout: 1 })
  })

  it('hangs up at once fails the statements', async () => {
    const sql = connect({ url: await listen((socket) => socket.end()), poolMax: 3, statementTimeoutMs: 100 })
    expect(await fails(sql, 20)).toEqual(Array(20).fill(true))
    await sql.end({ timeout: 1 })
  })
})

describe('TLS', () => {
  let dir: string

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tls-'))
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
    const output = ['-keyout', join(dir, 'key.pem'), '-out', join(dir, 'cert.pem')]
    await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...output])
  })
  afterEach(() => rm(dir, { recursive: true }))

  /** Speaks TLS the way PostgreSQL does, before the real database. */
  async function listenSecurely(query: string): Promise<string> {
    const [key, cert] = await Promise.all([readFile(join(dir, 'key.pem')), readFile(join(dir, 'cert.pem'))])
    return listen((socket) => {
      socket.once('data', () => {
        socket.write('S')
        const secured = new TLSSocket(socket, { isServer: true, key, cert })
        secured.on('error', () => {})
        relay()(secured)
      })
    }, query)
  }

  async function askOver(url: string): Promise<unknown> {
    const sql = connect({ url, poolMax: 1, statementTimeoutMs: 1_000 })
    return sql`select 1 as x`.catch((error: Error) => error.message).finally(() => sql.end({ timeout: 1 }))
  }

  it('is spoken when the URL asks for it', async () => {
    expect(await askOver(await listenSecurely('sslmode=require'))).toEqual([{ x: 1 }])
  })

  it('is verified when the URL asks for it', async () => {
    expect(await askOver(await listenSecurely('sslmode=verify-full'))).toMatch(/self-signed certificate/)
  })

  it('is verified against the certificate that the URL names', async () => {
    const url = await listenSecurely(`sslmode=verify-full&sslrootcert=${encodeURIComponent(join(dir, 'cert.pem'))}`)
    expect(await askOver(url)).toEqual([{ x: 1 }])
  })

  it('is left out where it is optional and refused where it is not', async () => {
    const url = await listen((socket) => {
      socket.once('data', () => {
        socket.write('N')
        relay()(socket)
      })
    })
    expect(await askOver(`${url}sslmode=prefer`)).toEqual([{ x: 1 }])
    expect(await askOver(`${url}sslmode=require`)).toMatch(/does not speak TLS/)
  })
})
