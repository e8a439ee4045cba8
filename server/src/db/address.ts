// The servers that DATABASE_URL names, parsed as libpq does: several hosts, and the kind of server wanted.
import { readFileSync } from 'node:fs'

/** The kind of server. The service writes, so kinds that prefer a standby are rejected. */
export type Needs = 'any' | 'read-write' | 'primary'

export interface Server {
  /** An address with this host alone. */
  readonly url: string
  /** For messages: without a password. */
  readonly name: string
}

interface Address {
  /** In the order in which they are tried. */
  readonly servers: readonly [Server, ...Server[]]
  readonly needs: Needs
}

const FORM = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/
const NEEDS: ReadonlySet<string> = new Set(['any', 'read-write', 'primary'])
const PORT = '5432'
/** Parameters that are not repeated in the address of a single host. */
const OURS: ReadonlySet<string> = new Set(['host', 'port', 'target_session_attrs'])

export function readAddress(url: string): Address {
  const [, scheme = '', authority = '', path = '', query = ''] = FORM.exec(url) ?? []
  const parameters = query.split('&').filter(Boolean)
  const needs = parameterOf(parameters, 'target_session_attrs') ?? 'any'
  if (!isNeeds(needs)) {
    throw new Error(
      `DATABASE_URL: target_session_attrs=${needs} is not possible, because the service writes. Use read-write, primary or any.`,
    )
  }
  checkTls(parameters)
  const credentials = authority.slice(0, authority.lastIndexOf('@') + 1)
  const listed = authority.slice(credentials.length).split(',').map(splitPort)
  const hosts = parameterOf(parameters, 'host')?.split(',') ?? listed.map(({ host }) => host)
  const ports = parameterOf(parameters, 'port')?.split(',') ?? listed.map(({ port }) => port)
  if (hosts.length === 1) return { servers: [{ url, name: hosts[0] || 'localhost' }], needs }
  if (ports.length !== 1 && ports.length !== hosts.length) {
    throw new Error(
      `DATABASE_URL names ${hosts.length} hosts and ${ports.length} ports. Name one port, or one for each.`,
    )
  }
  const others = parameters.filter((parameter) => !OURS.has(nameOf(parameter)))
  const servers = hosts.map((host, at) => {
    const port = (ports.length === 1 ? ports[0] : ports[at]) || PORT
    const own = [`host=${encodeURIComponent(host)}`, `port=${port}`, ...others]
    return { url: `${scheme}${credentials}${path || '/'}?${own.join('&')}`, name: `${host || 'localhost'}:${port}` }
  })
  return { servers: servers as [Server, ...Server[]], needs }
}

/** Finds TLS settings that the driver would only reject at each connection, with its own messages. */
function checkTls(parameters: readonly string[]): void {
  const mode = parameterOf(parameters, 'sslmode')
  const isLibpq = parameterOf(parameters, 'uselibpqcompat') === undefined
  if (isLibpq && mode !== undefined && !SSL_MODES.includes(mode)) {
    throw new Error(`DATABASE_URL: sslmode=${mode} does not exist. Use one of ${SSL_MODES.join(', ')}.`)
  }
  for (const option of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameterOf(parameters, option)
    if (file) readCertificate(option, file)
  }
  if (mode === 'verify-ca' && !parameterOf(parameters, 'sslrootcert')) {
    throw new Error(
      'DATABASE_URL: sslmode=verify-ca needs sslrootcert=/path/to/your-authority.pem. For an authority that is generally known, use sslmode=verify-full.',
    )
  }
}

function readCertificate(option: string, file: string): void {
  try {
    readFileSync(file)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const why = (code && UNREADABLE[code]) || `cannot be read (${code})`
    throw new Error(`DATABASE_URL: ${option} names ${file}, which ${why}.`, { cause })
  }
}

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']
const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'this user cannot read',
  EISDIR: 'is a folder',
}

function splitPort(text: string): { host: string; port: string } {
  const [, host, port = ''] = HOST_AND_PORT.exec(text) ?? []
  if (host === undefined) throw new Error('DATABASE_URL: a host is name, name:port or [address]:port')
  return { host: decodeURIComponent(host.replace(/^\[|\]$/g, '')), port }
}

function isNeeds(text: string): text is Needs {
  return NEEDS.has(text)
}

const nameOf = (parameter: string): string => parameter.split('=', 1)[0] ?? ''

function parameterOf(parameters: readonly string[], name: string): string | undefined {
  const found = parameters.find((parameter) => nameOf(parameter) === name)
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1))
}
