import { domainToASCII } from 'node:url'

const LENGTH_MAX = 254
const LOCAL = /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}$/u
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** The one form in which an address is stored and compared; undefined if the text is not an address. */
export function normaliseEmail(text: string): string | undefined {
  const [local = '', domain = '', ...more] = text.trim().normalize('NFC').toLowerCase().split('@')
  const ascii = domainToASCII(domain)
  if (more.length > 0 || !LOCAL.test(local) || !DOMAIN.test(ascii)) return undefined
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined
  const email = `${local}@${ascii}`
  return email.length <= LENGTH_MAX ? email : undefined
}
