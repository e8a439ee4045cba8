// A real OpenID Connect provider that signs in the person the test names, without asking.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface Person {
  readonly subject: string
  readonly email: string
  readonly isVerified: boolean
}

export interface IdentityProvider {
  /** The settings for a service to use this provider. */
  readonly env: Readonly<Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET', string>>
  signInAs(person: Person): void
  /** Follows the provider's redirects like a browser, up to the address that leads back to us. */
  follow(url: string): Promise<string>
  close(): Promise<void>
}

const REDIRECTS_MAX = 10

export async function openIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  let current: Person | undefined
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'equipoise', client_secret: 'a secret between the two', redirect_uris: [redirectUri] }
  const provider = new Provider(issuer, {
    clients: [client],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: async () => ({
        sub: subject,
        email: current?.email,
        email_verified: current?.isVerified,
        name: 'Ada Lovelace',
      }),
    }),
  })
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    const { prompt, params } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      const login = { accountId: current?.subject ?? '' }
      return provider.interactionFinished(request, response, { login })
    }
    const grant = new provider.Grant({ accountId: current?.subject ?? '', clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    const consent = { grantId: await grant.save() }
    return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true })
  })
  return {
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.client_id, OIDC_CLIENT_SECRET: client.client_secret },
    signInAs: (person) => {
      current = person
    },
    follow: (url) => follow(url, issuer),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function follow(start: string, issuer: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = start
  for (let count = 0; count < REDIRECTS_MAX; count++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const next = answer.headers.get('location')
    if (!next) throw new Error(`the provider answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
    url = new URL(next, url).href
    if (!url.startsWith(issuer)) return url
  }
  throw new Error('too many redirects')
}
