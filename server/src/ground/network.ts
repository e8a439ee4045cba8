// Which addresses count as one caller, and which are not public on the internet.
import { BlockList, isIP } from 'node:net'

/** Anybody with one IPv6 address has 2^64 of them, so a /64 counts as one. */
export function networkOf(address: string): string {
  return isPlain(address) ? plainOf(address) : firstGroups(address, 4)
}

/** One customer of an internet provider may have 2^16 IPv6 networks, a /48. */
export function siteOf(address: string): string {
  return isPlain(address) ? plainOf(address) : firstGroups(address, 3)
}

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

/** What all networks of one customer may do together, in terms of what one may. */
const NETWORKS_OF_SITE = 4

type Counted = readonly [who: string, max: number]

/** Whom a limit for an address counts: its network, and in IPv6 its site as well; each with its own maximum. */
export function countedFor(address: string, max: number): [own: Counted] | [own: Counted, site: Counted] {
  const [network, site] = [networkOf(address), siteOf(address)]
  return network === site
    ? [[network, max]]
    : [
        [network, max],
        [site, NETWORKS_OF_SITE * max],
      ]
}

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

const PRIVATE = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  // Ranges of IPv6 that embed an IPv4 address: no public host needs one.
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/23',
  '2002::/16',
  // For examples, and what is not assigned to the internet.
  '2001:db8::/32',
  '3fff::/20',
  '100::/8',
  '200::/7',
  '400::/6',
  '800::/5',
  '1000::/4',
  '4000::/2',
  '8000::/1',
]) {
  const [address = '', bits] = network.split('/')
  PRIVATE.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
/** A name without a dot belongs to a local network. Some public domains resolve to whatever address is written in the name. */
const PRIVATE_NAME =
  /^[^.]*\.?$|(^|\.)(localhost|local|internal|lan|svc|corp|home|intranet|private|arpa|vcap\.me|nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me)\.?$/

/** Whether the host of a URL is an address or a name inside a private network. Public names are not resolved. */
export function isPrivateHost(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  if (family === 0) return PRIVATE_NAME.test(host.toLowerCase())
  return PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
