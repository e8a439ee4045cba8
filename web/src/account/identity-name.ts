import type { Identity } from '@equipoise/sdk'

/** The email address at the provider; the provider's host if we do not know the address. */
export function identityName({ email, issuer }: Pick<Identity, 'email' | 'issuer'>): string {
  return email ?? `Identity at ${hostOf(issuer)}`
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}
