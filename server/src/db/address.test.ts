import { describe, expect, it } from 'vitest'
import { readAddress } from './address.ts'

describe('an address with one host', () => {
  it.each([
    'postgres://u:p@db.example/name',
    'postgresql://u:p@db.example:6432/name?sslmode=require',
    'postgres://postgres@/postgres?host=%2Frun%2Fpostgresql',
    'postgres://u:p@[::1]:5432/name',
  ])('stays as it is: %s', (url) => {
    const { servers, needs } = readAddress(url)
    expect([servers.map((server) => server.url), needs]).toEqual([[url], 'any'])
  })

  it('can name the kind of server it needs', () => {
    expect(readAddress('postgres://h/name?target_session_attrs=primary').needs).toBe('primary')
  })
})

describe('an address with several hosts', () => {
  const read = (url: string) => readAddress(url).servers.map((server) => server.url)

  it('is one address for each, in the same order, with everything else the same', () => {
    expect(read('postgresql://u:p%40@h1:5432,h2:5433/db?target_session_attrs=read-write&sslmode=verify-full')).toEqual([
      'postgresql://u:p%40@/db?host=h1&port=5432&sslmode=verify-full',
      'postgresql://u:p%40@/db?host=h2&port=5433&sslmode=verify-full',
    ])
  })

  it('uses port 5432 if none is given, and takes IPv6 in brackets', () => {
    expect(read('postgres://u@h1,[2001:db8::1]:6000/db')).toEqual([
      'postgres://u@/db?host=h1&port=5432',
      'postgres://u@/db?host=2001%3Adb8%3A%3A1&port=6000',
    ])
  })

  it('can list hosts and ports as parameters, one port for all or one for each', () => {
    expect(read('postgres://u@/db?host=/run/a,/run/b')).toEqual([
      'postgres://u@/db?host=%2Frun%2Fa&port=5432',
      'postgres://u@/db?host=%2Frun%2Fb&port=5432',
    ])
    expect(read('postgres:///db?host=a,b&port=7000')).toEqual([
      'postgres:///db?host=a&port=7000',
      'postgres:///db?host=b&port=7000',
    ])
    expect(read('postgres:///db?host=a%2Cb&port=1,2').map((url) => url.slice(-1))).toEqual(['1', '2'])
  })

  it('names its servers without the password', () => {
    const { servers } = readAddress('postgres://u:secret@h1,h2:5433/db')
    expect(servers.map(({ name }) => name)).toEqual(['h1:5432', 'h2:5433'])
  })
})

describe('an address is rejected that', () => {
  it.each(['standby', 'prefer-standby', 'read-only', 'nonsense'])('asks for a server of kind %s', (kind) => {
    expect(() => readAddress(`postgres://h1,h2/db?target_session_attrs=${kind}`)).toThrow(
      `target_session_attrs=${kind} is not possible, because the service writes`,
    )
  })

  it('has a different number of ports than of hosts', () => {
    expect(() => readAddress('postgres:///db?host=a,b,c&port=1,2')).toThrow('names 3 hosts and 2 ports')
  })

  it('has a host with two ports', () => {
    expect(() => readAddress('postgres://u:secret@h1:1:2,h2/db')).toThrow(/^(?!.*secret).*a host is name/)
  })
})

describe('TLS in an address is rejected at once if', () => {
  it.each([
    ['sslmode=bogus', 'DATABASE_URL: sslmode=bogus does not exist. Use one of disable, prefer, require, verify-ca'],
    ['sslmode=verify-ca', 'DATABASE_URL: sslmode=verify-ca needs sslrootcert='],
    ['sslmode=verify-full&sslrootcert=/nope', 'DATABASE_URL: sslrootcert names /nope, which does not exist.'],
    ['sslmode=require&sslkey=/tmp', 'DATABASE_URL: sslkey names /tmp, which is a folder.'],
  ])('it says %s', (query, words) => {
    for (const hosts of ['h1', 'h1,h2']) expect(() => readAddress(`postgres://${hosts}/db?${query}`)).toThrow(words)
  })

  it('and is accepted if it can work', () => {
    const query = `sslmode=verify-ca&sslrootcert=${encodeURIComponent(import.meta.filename)}`
    expect(readAddress(`postgres://h/db?${query}`).servers).toHaveLength(1)
  })
})
