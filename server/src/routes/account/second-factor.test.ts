import { TOTP, Secret as TotpSecret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Person, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

let clockMs = Date.UTC(2026, 2, 10, 12)
let service: Service
beforeAll(async () => {
  service = await openService({ nowMs: () => clockMs })
})
afterAll(() => service.close())

const send = (method: 'POST' | 'DELETE', url: string, payload: object, headers = {}) =>
  service.app.inject({ method, url, payload, headers })
const codeOf = (secret: string) => new TOTP({ secret: TotpSecret.fromBase32(secret) }).generate({ timestamp: clockMs })
const login = (person: Person, code?: string) =>
  send('POST', '/auth/login', { email: person.email, password: PASSWORD, ...(code ? { code } : {}) })

/** Sets one up and waits for the next code, because the first is used up. */
async function withFactor(): Promise<{ person: Person; secret: string; recoveryCodes: string[] }> {
  const person = await signUp(service.app)
  const begun = await send('POST', '/auth/second-factor', { password: PASSWORD }, person.headers)
  const { secret, otpauth_url: url } = begun.json()
  expect(url).toMatch(/^otpauth:\/\/totp\/Equipoise:/)
  const done = await send('POST', '/auth/second-factor/confirm', { code: codeOf(secret) }, person.headers)
  clockMs += 30_000
  return { person, secret, recoveryCodes: done.json().recovery_codes }
}

describe('a second factor', () => {
  test('is asked for at sign-in once it is confirmed, and each code works once', async () => {
    const { person, secret } = await withFactor()
    const without = await login(person)
    expect([without.statusCode, without.headers['x-second-factor']]).toEqual([401, 'required'])
    const code = codeOf(secret)
    expect((await login(person, code)).statusCode).toBe(200)
    expect((await login(person, code)).statusCode).toBe(401)
    clockMs += 30_000
    expect((await login(person, codeOf(secret))).json().account).toMatchObject({ second_factor: true })
  })

  test('a wrong password reveals nothing about the second factor', async () => {
    const { person } = await withFactor()
    const answer = await send('POST', '/auth/login', { email: person.email, password: 'wrong password' })
    expect([answer.statusCode, answer.headers['x-second-factor']]).toEqual([401, undefined])
  })

  test('guessing codes is limited like guessing passwords', async () => {
    const { person, secret } = await withFactor()
    for (let count = 0; count < 5; count++) expect((await login(person, '000000')).statusCode).toBe(401)
    expect((await login(person, codeOf(secret))).statusCode).toBe(429)
  })

  test('a recovery code replaces a code from the app, once', async () => {
    const { person, recoveryCodes } = await withFactor()
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await login(person, recoveryCodes[0])).statusCode).toBe(200)
    expect((await login(person, recoveryCodes[0])).statusCode).toBe(401)
    const state = await service.app.inject({ url: '/auth/second-factor', headers: person.headers })
    expect(state.json()).toEqual({ enabled: true, recovery_codes_left: 9 })
  })

  test('needs the password to be set up and removed, and a code to be removed', async () => {
    const { person, secret } = await withFactor()
    const { headers } = person
    expect((await send('POST', '/auth/second-factor', { password: PASSWORD }, headers)).statusCode).toBe(409)
    const remove = (payload: object) => send('DELETE', '/auth/second-factor', payload, headers)
    expect((await remove({ password: 'wrong one', code: codeOf(secret) })).statusCode).toBe(403)
    expect((await remove({ password: PASSWORD, code: '000000' })).statusCode).toBe(403)
    expect((await remove({ password: PASSWORD, code: codeOf(secret) })).json()).toEqual({ status: 'removed' })
    expect((await login(person)).statusCode).toBe(200)
  })

  test('has no effect until it is confirmed', async () => {
    const person = await signUp(service.app)
    const { headers } = person
    expect((await send('POST', '/auth/second-factor', { password: 'wrong one' }, headers)).statusCode).toBe(403)
    await send('POST', '/auth/second-factor', { password: PASSWORD }, headers)
    expect((await send('POST', '/auth/second-factor/confirm', { code: '000000' }, headers)).statusCode).toBe(403)
    expect((await login(person)).statusCode).toBe(200)
  })

  test('is stored without the secret or the recovery codes in the clear', async () => {
    const { person, secret, recoveryCodes } = await withFactor()
    const rows = await service.sql`
      select encode(secret, 'escape') as a, recovery_hashes::text as b from second_factors where account_id = ${person.id}`
    const text = JSON.stringify(rows)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(recoveryCodes[0])
  })
})
