// The protocol of OpenID Connect: the authorization code flow with PKCE, state and nonce.
import * as openid from 'openid-client'
import { ApiError, type Kind } from '../../ground/errors.ts'
import type { Seal } from '../../ground/sealed.ts'
import type { Secret } from '../../ground/secret.ts'

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Secret
  /** The name on the button "Sign in with …". */
  readonly name: string
}

/** What the provider says about a person, with what they wished when they left for it. */
export interface ProviderAnswer {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly name: string
  readonly wish: Wish
}

interface Wish {
  readonly next: string
  /** The account to connect the identity with, and the session in which its owner asked for that. */
  readonly connect?: { readonly accountId: number; readonly sessionId: string } | undefined
  readonly invitation?: string | undefined
}

export interface Oidc {
  readonly name: string
  /** Returns the provider's address, and the sealed value that the browser must bring back. */
  start(wish: Wish): Promise<{ url: string; travelling: string }>
  finish(url: URL, travelling: string | undefined): Promise<ProviderAnswer>
  /** Seals the answer while the browser asks for the code of a second factor; `held` opens it again. */
  hold(answer: ProviderAnswer): string
  held(text: string | undefined): ProviderAnswer
}

interface OidcParts {
  readonly settings: OidcSettings
  readonly publicUrl: string
  readonly nowMs: () => number
  readonly seal: Seal
  readonly answerSeal: Seal
}

export const OIDC_CALLBACK = '/auth/oidc/callback'
export const OIDC_TRAVEL_SECONDS = 600
const SCOPE = 'openid email profile'
const NAME_LENGTH_MAX = 100

/** Why a sign-in failed. The codes go to our own page, which explains them. */
const PROBLEMS = {
  unreachable: ['provider_failed', 'The identity provider cannot be reached. Try again in a moment.'],
  expired: ['malformed', 'This sign-in took too long or was started elsewhere. Start again.'],
  rejected: ['malformed', 'The identity provider did not confirm the sign-in. Start again.'],
  unverified: ['forbidden', 'The identity provider has not verified your email address.'],
  taken: [
    'forbidden',
    'An account with this email exists, but nobody has confirmed the address. Sign in to it and confirm the address first.',
  ],
  connected: ['forbidden', 'This identity is already connected to another account.'],
} as const satisfies Record<string, readonly [Kind, string]>

type OidcProblem = keyof typeof PROBLEMS

export function oidcProblem(problem: OidcProblem, cause?: unknown): ApiError {
  const [kind, message] = PROBLEMS[problem]
  return new ApiError(kind, message, { cause })
}

/** Returns undefined for any other error: then only its message is known. */
export function problemOf(error: unknown): OidcProblem | undefined {
  if (!(error instanceof ApiError)) return undefined
  const found = Object.entries(PROBLEMS).find(([, [, message]]) => message === error.message)
  return found?.[0] as OidcProblem | undefined
}

interface Travelling extends Wish {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly expiresMs: number
}

interface Held {
  readonly answer: ProviderAnswer
  readonly expiresMs: number
}

export function createOidc(parts: OidcParts): Oidc {
  const { settings, publicUrl, nowMs, seal, answerSeal } = parts
  const provider = createProvider(settings)
  return {
    name: settings.name,
    async start(wish) {
      const config = await provider()
      const state = openid.randomState()
      const nonce = openid.randomNonce()
      const verifier = openid.randomPKCECodeVerifier()
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: `${publicUrl}${OIDC_CALLBACK}`,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      const expiresMs = nowMs() + OIDC_TRAVEL_SECONDS * 1000
      const travelling: Travelling = { ...wish, state, nonce, verifier, expiresMs }
      return { url: url.href, travelling: seal.seal(JSON.stringify(travelling)).toString('base64url') }
    },
    async finish(url, text) {
      const opened = text && seal.open(Buffer.from(text, 'base64url'))
      const travelling = opened ? (JSON.parse(opened) as Travelling) : undefined
      if (!travelling || travelling.expiresMs <= nowMs()) {
        throw oidcProblem('expired')
      }
      const { next, connect, invitation } = travelling
      return { ...(await exchange(await provider(), url, travelling)), wish: { next, connect, invitation } }
    },
    hold(answer) {
      const held: Held = { answer, expiresMs: nowMs() + OIDC_TRAVEL_SECONDS * 1000 }
      return answerSeal.seal(JSON.stringify(held)).toString('base64url')
    },
    held(text) {
      const opened = text && answerSeal.open(Buffer.from(text, 'base64url'))
      const held = opened ? (JSON.parse(opened) as Held) : undefined
      if (!held || held.expiresMs <= nowMs()) throw oidcProblem('expired')
      return held.answer
    },
  }
}

/** Fetches the provider's description once; if that fails, the next sign-in tries again. */
function createProvider({ issuer, clientId, clientSecret }: OidcSettings): () => Promise<openid.Configuration> {
  let known: Promise<openid.Configuration> | undefined
  // By default the library trusts the connection that delivered the token: we check its signature as well.
  const checks = [openid.enableNonRepudiationChecks]
  const execute = issuer.startsWith('http:') ? [openid.allowInsecureRequests, ...checks] : checks
  return () => {
    known ??= openid
      .discovery(new URL(issuer), clientId, clientSecret.reveal(), undefined, { execute })
      .catch((cause: unknown) => {
        known = undefined
        throw oidcProblem('unreachable', cause)
      })
    return known
  }
}

async function exchange(
  config: openid.Configuration,
  url: URL,
  { state, nonce, verifier }: Travelling,
): Promise<Omit<ProviderAnswer, 'wish'>> {
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
  const tokens = await openid.authorizationCodeGrant(config, url, checks).catch((cause: unknown) => {
    throw oidcProblem('rejected', cause)
  })
  const claims = tokens.claims()
  if (!claims) throw oidcProblem('rejected')
  const { sub, iss } = claims
  // Some providers put the address into the token, others only into the user info.
  const more =
    claims.email === undefined ? await openid.fetchUserInfo(config, tokens.access_token, sub) : ({} as openid.IDToken)
  const { email, email_verified: isVerified, name } = { ...more, ...claims } as Record<string, unknown>
  if (typeof email !== 'string' || isVerified !== true) throw oidcProblem('unverified')
  return { issuer: iss, subject: sub, email, name: typeof name === 'string' ? name.slice(0, NAME_LENGTH_MAX) : '' }
}
