import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeal } from '../../ground/sealed.ts'
import { Secret } from '../../ground/secret.ts'
import { createOidc, problemOf } from './oidc.ts'

// A provider that publishes one key and signs its tokens with another, like an attacker between us and the provider.

const published = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
let signingKey: KeyObject = published.privateKey
let nonce = ''
let issuer = ''
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answerTo(request.url ?? '')))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

function answerTo(path: string): object {
  if (path.startsWith('/.well-known/'))
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }
  if (path === '/keys') return { keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256' }] }
  return { access_token: 'a', token_type: 'bearer', id_token: idToken() }
}

function idToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, sub: 'ann', aud: 'us', iat, exp: iat + 600, nonce, email: 'ann@example.org' }
  const text = `${part({ alg: 'RS256', kid: '1' })}.${part({ ...claims, email_verified: true })}`
  return `${text}.${sign('sha256', Buffer.from(text), signingKey).toString('base64url')}`
}

async function signIn() {
  const seal = createSeal([new Secret('s'.repeat(32))], 'oidc')
  const settings = { issuer, clientId: 'us', clientSecret: new Secret('c'), name: 'Test' }
  const parts = { settings, publicUrl: 'http://127.0.0.1', nowMs: Date.now, seal, answerSeal: seal }
  const oidc = createOidc(parts)
  const { url, travelling } = await oidc.start({ next: '/' })
  const asked = new URL(url).searchParams
  nonce = asked.get('nonce') ?? ''
  const back = new URL(`http://127.0.0.1/auth/oidc/callback?code=x&state=${asked.get('state')}`)
  return oidc.finish(back, travelling)
}

test('a token is accepted only if the published key of the provider signed it', async () => {
  signingKey = published.privateKey
  expect(await signIn()).toMatchObject({ subject: 'ann', email: 'ann@example.org' })
  signingKey = other.privateKey
  expect(problemOf(await signIn().catch((error) => error))).toBe('rejected')
})
