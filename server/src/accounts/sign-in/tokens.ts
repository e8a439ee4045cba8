// The token of a session: a JWT with one signer, one verifier, one algorithm.
import { createSigner, createVerifier } from 'fast-jwt'
import type { Secret } from '../../ground/secret.ts'

interface TokenClaims {
  readonly accountId: number
  readonly sessionId: string
  readonly expiresAtMs: number
}

export interface Tokens {
  sign(claims: TokenClaims): string
  /** Returns undefined unless this is a token of ours that is valid now. */
  verify(text: string): TokenClaims | undefined
}

const ALGORITHM = 'HS256'
const TEXT_LENGTH_MAX = 2_048
/** The form of our ids; nothing else gets as far as the database. */
const SESSION_ID = /^[\w-]{1,64}$/

/** Signs with the first secret and accepts tokens of all, so that a secret can be changed without signing anybody out. */
export function createTokens(secrets: readonly Secret[], issuer: string, nowMs: () => number): Tokens {
  const audience = `${issuer}-api`
  const sign = createSigner({ key: secrets[0]?.reveal() ?? '', algorithm: ALGORITHM, iss: issuer, aud: audience })
  const verifiers = secrets.map((secret) => verifierOf(secret, issuer, audience))
  return {
    sign({ accountId, sessionId, expiresAtMs }) {
      const iat = Math.floor(nowMs() / 1000)
      return sign({ sub: String(accountId), sid: sessionId, iat, exp: Math.floor(expiresAtMs / 1000) })
    },
    verify(text) {
      if (text.length > TEXT_LENGTH_MAX) return undefined
      for (const verify of verifiers) {
        try {
          return claimsOf(verify(text) as Record<string, unknown>, nowMs())
        } catch {
          // Signed with another secret, or not by us.
        }
      }
      return undefined
    },
  }
}

/** Times are checked elsewhere, with the clock that was passed in: the library fixes its clock when the verifier is made. */
function verifierOf(secret: Secret, issuer: string, audience: string) {
  return createVerifier({
    key: secret.reveal(),
    algorithms: [ALGORITHM],
    allowedIss: issuer,
    allowedAud: audience,
    requiredClaims: ['iss', 'aud', 'sub', 'sid', 'exp'],
    ignoreExpiration: true,
    ignoreNotBefore: true,
    cache: false,
  })
}

function claimsOf(payload: Record<string, unknown>, nowMs: number): TokenClaims | undefined {
  const { sub, sid, exp, nbf } = payload
  if (typeof sid !== 'string' || !SESSION_ID.test(sid) || typeof exp !== 'number' || exp * 1000 <= nowMs)
    return undefined
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf * 1000 <= nowMs)) return undefined
  const accountId = Number(sub)
  return Number.isSafeInteger(accountId) ? { accountId, sessionId: sid, expiresAtMs: exp * 1000 } : undefined
}
