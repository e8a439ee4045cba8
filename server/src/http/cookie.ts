// The cookie that holds a browser's token: no script can read it, no other site can send it.
import type { Brand } from '../ground/brand.ts'

export interface CookieParts {
  readonly brand: Pick<Brand, 'cookie'>
  readonly publicUrl: string
}

export function sessionCookie({ brand, publicUrl }: CookieParts, token: string, seconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${brand.cookie}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`
}

const SIGN_IN_PATH = '/auth/login'

/** Lets a known device sign in while guesses have locked the account. It grants nothing by itself, and is sent to the sign-in only. */
export function deviceCookie({ brand, publicUrl }: CookieParts, mark: string, seconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${brand.cookie}_device=${mark}; Path=${SIGN_IN_PATH}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`
}

export function deviceOf({ brand }: Pick<CookieParts, 'brand'>, header: string | undefined): string | undefined {
  return cookieOf(header, `${brand.cookie}_device`)
}

export function clearedCookie(parts: CookieParts): string {
  return sessionCookie(parts, '', 0)
}

export function cookieOf(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(';').find((part) => part.trimStart().startsWith(`${name}=`))
  return pair?.slice(pair.indexOf('=') + 1).trim()
}
