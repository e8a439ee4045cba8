// The token of a session: a JWT with one signer, one verifier, one algorithm.
import { createSigner, createVerifier } from 'fast-jwt'
import type { Secret } from '../secret.ts'

export interface TokenClaims {
  readonly accountId: number
  readonly sessionId: string
  readonly expiresAtMs: number
}

export interface Tokens {
  sign(claims: TokenClaims): string
  /** Undefined for whatever is not a token of ours that is valid now. */
  verify(text: string): TokenClaims | undefined
}

const ALGORITHM = 'HS256'
const TEXT_LENGTH_MAX = 2_048

export function createTokens(secret: Secret, issuer: string, nowMs: () => number): Tokens {
  const audience = `${issuer}-api`
  const key = secret.reveal()
  const sign = createSigner({ key, algorithm: ALGORITHM, iss: issuer, aud: audience })
  // Times are checked below, by the clock that was passed in: the library's is fixed when the verifier is made.
  const verify = createVerifier({
    key,
    algorithms: [ALGORITHM],
    allowedIss: issuer,
    allowedAud: audience,
    requiredClaims: ['iss', 'aud', 'sub', 'sid', 'exp'],
    ignoreExpiration: true,
    ignoreNotBefore: true,
    cache: false,
  })
  return {
    sign({ accountId, sessionId, expiresAtMs }) {
      const iat = Math.floor(nowMs() / 1000)
      return sign({ sub: String(accountId), sid: sessionId, iat, exp: Math.floor(expiresAtMs / 1000) })
    },
    verify(text) {
      if (text.length > TEXT_LENGTH_MAX) return undefined
      try {
        return claimsOf(verify(text) as Record<string, unknown>, nowMs())
      } catch {
        return undefined
      }
    },
  }
}

function claimsOf(payload: Record<string, unknown>, nowMs: number): TokenClaims | undefined {
  const { sub, sid, exp, nbf } = payload
  if (typeof sid !== 'string' || typeof exp !== 'number' || exp * 1000 <= nowMs) return undefined
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf * 1000 <= nowMs)) return undefined
  const accountId = Number(sub)
  return Number.isSafeInteger(accountId) ? { accountId, sessionId: sid, expiresAtMs: exp * 1000 } : undefined
}
