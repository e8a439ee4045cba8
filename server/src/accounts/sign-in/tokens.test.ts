import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createSigner } from 'fast-jwt'
import { describe, expect, test } from 'vitest'
import { Secret } from '../../ground/secret.ts'
import { createTokens } from './tokens.ts'

const SECRET = 'a secret that only this test uses, truly'
const NOW_MS = Date.UTC(2026, 0, 1)
const NOW_S = NOW_MS / 1000
let clockMs = NOW_MS
const tokens = createTokens([new Secret(SECRET)], 'svc', () => clockMs)
const claims = { accountId: 7, sessionId: 'session', expiresAtMs: NOW_MS + 60_000 }
const good = { sub: '7', sid: 'session', iss: 'svc', aud: 'svc-api', exp: NOW_S + 60 }

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function signed(header: object, payload: object, secret = SECRET): string {
  const input = `${part(header)}.${part(payload)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}
const HS256 = { alg: 'HS256', typ: 'JWT' }

test('a signed token is verified until it expires', () => {
  const text = tokens.sign(claims)
  expect(tokens.verify(text)).toEqual(claims)
  clockMs = NOW_MS + 59_999
  expect(tokens.verify(text)).toEqual(claims)
  clockMs = NOW_MS + 60_000
  expect(tokens.verify(text)).toBeUndefined()
  clockMs = NOW_MS
})

test('the forging function of these tests can also make a valid token', () => {
  expect(tokens.verify(signed(HS256, good))).toEqual(claims)
})

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

describe('is rejected', () => {
  test.each<[string, string]>([
    ['algorithm none', `${part({ alg: 'none' })}.${part(good)}.`],
    ['algorithm none with a signature', signed({ alg: 'none' }, good)],
    ['algorithm NONE', signed({ alg: 'NONE' }, good)],
    ['algorithm HS512 named, HS256 signed', signed({ alg: 'HS512' }, good)],
    ['HS384 with our secret', createSigner({ key: SECRET, algorithm: 'HS384', noTimestamp: true })(good)],
    ['RS256', createSigner({ key: pem, algorithm: 'RS256', noTimestamp: true })(good)],
    ['an RSA public key as the secret', signed(HS256, good, publicPem)],
    ['another secret', signed(HS256, good, `${SECRET}x`)],
    ['an empty secret', signed(HS256, good, '')],
    ['a signature cut short', signed(HS256, good).slice(0, -4)],
    ['no signature', signed(HS256, good).replace(/\.[^.]*$/, '.')],
    ['expired', signed(HS256, { ...good, exp: NOW_S })],
    ['no expiry', signed(HS256, { ...good, exp: undefined })],
    ['an expiry that is no number', signed(HS256, { ...good, exp: '9999999999' })],
    ['not yet valid', signed(HS256, { ...good, nbf: NOW_S + 1 })],
    ['a not-before that is no number', signed(HS256, { ...good, nbf: 'x' })],
    ['another audience', signed(HS256, { ...good, aud: 'other-api' })],
    ['no audience', signed(HS256, { ...good, aud: undefined })],
    ['another issuer', signed(HS256, { ...good, iss: 'other' })],
    ['no issuer', signed(HS256, { ...good, iss: undefined })],
    ['no session', signed(HS256, { ...good, sid: undefined })],
    ['a session that is no text', signed(HS256, { ...good, sid: { $ne: 1 } })],
    ['a session with a NUL character', signed(HS256, { ...good, sid: 'session\0' })],
    ['a session that we would not name so', signed(HS256, { ...good, sid: 'x'.repeat(65) })],
    ['an account that is no number', signed(HS256, { ...good, sub: "7' or 1=1" })],
    ['too long', signed(HS256, { ...good, padding: 'x'.repeat(4_000) })],
    ['no token at all', 'hello'],
    ['nothing', ''],
    ['NUL characters', 'a\0.b\0.c\0'],
  ])('%s', (_what, text) => {
    expect(tokens.verify(text)).toBeUndefined()
  })
})
