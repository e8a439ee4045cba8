// Who counts as one caller, by where they call from.

/** Anybody with one IPv6 address has 2^64 of them, so these count as one. */
export function networkOf(address: string): string {
  return isPlain(address) ? plainOf(address) : firstGroups(address, 4)
}

/** What one customer of a provider may have: 2^16 networks of IPv6. */
export function siteOf(address: string): string {
  return isPlain(address) ? plainOf(address) : firstGroups(address, 3)
}

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

function isPlain(address: string): boolean {
  return !address.includes(':') || MAPPED.test(address)
}

function plainOf(address: string): string {
  return address.replace(MAPPED, '')
}

function firstGroups(address: string, count: number): string {
  const groups = groupsOf(address).slice(0, count)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${16 * count}`
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
}
