import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { TlsMode, WireTarget } from './wire.ts'

export interface DatabaseUrl {
  /** What is left for the driver: user, password, database, and parameters for the server. */
  readonly driverUrl: string
  readonly target: WireTarget
}

const DEFAULT_PORT = 5432

/**
 * Understands a connection URL the way libpq does, unix sockets included: `postgres://user@/db?host=/folder` and
 * `postgres://user@%2Ffolder/db`. Parameters that steer the client are taken out, because the driver would send them to the server,
 * which refuses them.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const url = new URL(text.replace(/^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?=[/?]|$)/, '$1localhost'))
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw new Error('a database URL starts with postgres:// or postgresql://')
  }
  const parameters = takeClientParameters(url)
  const host = parameters.get('host') ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '')
  if (host.includes(',')) throw new Error('a database URL names one host')
  const port = Number(parameters.get('port') ?? (url.port || DEFAULT_PORT))
  const isSocket = host.startsWith('/')
  url.hostname = 'localhost'
  return {
    driverUrl: url.href,
    target: {
      address: isSocket ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
      tls: isSocket ? undefined : chooseTls(host, parameters),
    },
  }
}

const CLIENT_PARAMETERS = [
  'host',
  'port',
  'sslmode',
  'ssl',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'sslcompression',
  'channel_binding',
  'gssencmode',
  'passfile',
]

function takeClientParameters(url: URL): Map<string, string> {
  const taken = new Map<string, string>()
  for (const name of CLIENT_PARAMETERS) {
    const value = url.searchParams.get(name)
    if (value !== null) taken.set(name, value)
    url.searchParams.delete(name)
  }
  return taken
}

/** The modes mean what they mean to libpq; without one the connection is in the clear. */
function chooseTls(host: string, parameters: ReadonlyMap<string, string>): TlsMode | undefined {
  const rootCertificate = parameters.get('sslrootcert')
  const mode =
    parameters.get('sslmode') ?? parameters.get('ssl') ?? (rootCertificate === 'system' ? 'verify-full' : 'disable')
  const server = isIP(host) === 0 ? { servername: host } : { host }
  const ca = rootCertificate === undefined || rootCertificate === 'system' ? {} : { ca: readFileSync(rootCertificate) }
  switch (mode) {
    case 'disable':
    case 'false':
      return undefined
    case 'allow':
    case 'prefer':
      return { isOptional: true, options: { ...server, rejectUnauthorized: false } }
    case 'require':
      return { isOptional: false, options: { ...server, ...ca, rejectUnauthorized: rootCertificate !== undefined } }
    case 'verify-ca':
      return { isOptional: false, options: { ...server, ...ca, checkServerIdentity: () => undefined } }
    case 'true':
    case 'verify-full':
      return { isOptional: false, options: { ...server, ...ca } }
    default:
      throw new Error('sslmode in a database URL is disable, allow, prefer, require, verify-ca or verify-full')
  }
}
