import type { Identity } from '@equipoise/sdk'

/** The address at the provider; for old ones, of which we do not know it, where the provider is. */
export function identityName({ email, issuer }: Pick<Identity, 'email' | 'issuer'>): string {
  return email ?? `Identity at ${hostOf(issuer)}`
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}
