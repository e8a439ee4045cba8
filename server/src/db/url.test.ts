import { expect, it } from 'vitest'
import { parseDatabaseUrl } from './url.ts'

const SOCKET = { path: '/run/pg/.s.PGSQL.5432' }

it.each([
  ['postgres://user@/app?host=/run/pg', SOCKET, 'postgres://user@localhost/app'],
  ['postgres://user@/app?host=%2Frun%2Fpg', SOCKET, 'postgres://user@localhost/app'],
  ['postgresql://user@%2Frun%2Fpg/app', SOCKET, 'postgresql://user@localhost/app'],
  ['postgres:///app?host=/run/pg', SOCKET, 'postgres://localhost/app'],
  ['postgres://user@/app?host=/run/pg&port=6000', { path: '/run/pg/.s.PGSQL.6000' }, 'postgres://user@localhost/app'],
  [
    'postgres://u:p%40ss@db.example:6000/app',
    { host: 'db.example', port: 6000 },
    'postgres://u:p%40ss@localhost:6000/app',
  ],
  ['postgres://u@10.0.0.1/app', { host: '10.0.0.1', port: 5432 }, 'postgres://u@localhost/app'],
  ['postgres://u@[::1]:6000/app', { host: '::1', port: 6000 }, 'postgres://u@localhost:6000/app'],
  [
    'postgres://u@h/app?channel_binding=require&work_mem=8MB',
    { host: 'h', port: 5432 },
    'postgres://u@localhost/app?work_mem=8MB',
  ],
])('reads %s', (text, address, driverUrl) => {
  expect(parseDatabaseUrl(text)).toEqual({ driverUrl, target: { address, tls: undefined } })
})

it.each([
  ['', undefined],
  ['sslmode=disable', undefined],
  ['sslmode=prefer', { isOptional: true, options: { servername: 'h', rejectUnauthorized: false } }],
  ['sslmode=require', { isOptional: false, options: { servername: 'h', rejectUnauthorized: false } }],
  ['sslmode=verify-full', { isOptional: false, options: { servername: 'h' } }],
  ['sslrootcert=system', { isOptional: false, options: { servername: 'h' } }],
  ['sslmode=verify-ca', { isOptional: false, options: { servername: 'h', checkServerIdentity: expect.any(Function) } }],
])('chooses TLS for %s', (query, tls) => {
  expect(parseDatabaseUrl(`postgres://u@h/app?${query}`).target.tls).toEqual(tls)
})

it('has no TLS on a unix socket', () => {
  expect(parseDatabaseUrl('postgres://u@/app?host=/run/pg&sslmode=require').target.tls).toBeUndefined()
})

it.each([
  ['mysql://u@h/app', /starts with postgres:\/\//],
  ['not a url', /Invalid URL/],
  ['postgres://u@a,b/app', /names one host/],
  ['postgres://u@h/app?sslmode=yes', /sslmode in a database URL is/],
])('refuses %s', (text, message) => {
  expect(() => parseDatabaseUrl(text)).toThrow(message)
})
