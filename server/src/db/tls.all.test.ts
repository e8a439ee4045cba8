// A database whose certificate comes from a private authority.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './db.ts'

let folder: string
let server: Server
/** What the client sent inside TLS, if it accepted the certificate. */
let trusted = 0
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-keyout', key, '-out', cert, ...names],
  ])
  server = createServer((socket) => {
    socket.on('error', () => {})
    // The first message asks for TLS: S accepts.
    socket.once('data', () => {
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, key: readFileSync(key), cert: readFileSync(cert) })
      secure.on('error', () => {})
      secure.on('data', () => {
        trusted++
        // PostgreSQL's error for an unknown role, which ends the connection.
        secure.end(errorMessage('28000', 'no such role'))
      })
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

function errorMessage(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

function open(query: string) {
  const { port } = server.address() as AddressInfo
  const url = `postgres://equipoise@localhost:${port}/equipoise?${query}`
  return openDatabase({ url, dataDir: '/nowhere', log: () => {} })
}

test('verify-full does not trust an unknown authority, and says at once what to do', async () => {
  trusted = 0
  await expect(open('sslmode=verify-full')).rejects.toThrow(
    /is not from a known authority.*Add sslrootcert=\/path\/to\/your-authority\.pem to DATABASE_URL/,
  )
  expect(trusted).toBe(0)
})

test.each(['sslmode=require', 'sslmode=prefer', 'verify-full with its authority'])(
  '%s continues, as libpq does',
  async (query) => {
    trusted = 0
    const asked = query.startsWith('sslmode') ? query : `sslmode=verify-full&sslrootcert=${join(folder, 'cert.pem')}`
    await expect(open(asked)).rejects.toThrow('no such role')
    expect(trusted).toBe(1)
  },
)

test('a server without TLS is reported at once', async () => {
  const plain = createServer((socket) => socket.once('data', () => socket.end('N')))
  await once(plain.listen(0, '127.0.0.1'), 'listening')
  const { port } = plain.address() as AddressInfo
  const url = `postgres://equipoise@localhost:${port}/equipoise?sslmode=require`
  await expect(openDatabase({ url, dataDir: '/nowhere', log: () => {} })).rejects.toThrow('does not offer TLS')
  plain.close()
})
