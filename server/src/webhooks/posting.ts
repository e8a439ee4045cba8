// One POST to an address that a caller chose. The address is looked up once and checked, and the connection goes to the address that was
// checked: a name that resolves to something else a moment later changes nothing. No redirects, no reused connections, ten seconds.
import { promises as dns, type LookupAddress, lookup as systemLookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { isPrivateHost } from '../ground/network.ts'

export type AddressRule = 'public' | 'any'

export interface PostingOptions {
  /** `any` also allows http and addresses inside private networks. */
  readonly addresses: AddressRule
  readonly userAgent: string
  /** For tests. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>
  readonly timeoutMs?: number
  /** For tests: the authority that signed the receiver's certificate. */
  readonly ca?: string | undefined
}

/** Returns the status of the answer; throws if there is none. */
export type Post = (url: string, message: { headers: Record<string, string>; body: string }) => Promise<number>

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 65_536
const ANSWER_HEADER_BYTES_MAX = 16_384

/** What is wrong with the address of a webhook; undefined if it can be used, as far as one can tell without looking its name up. */
export function urlProblem(text: string, rule: AddressRule): string | undefined {
  if (!URL.canParse(text)) return 'Input should be a URL'
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(rule === 'any' && url.protocol === 'http:'))
    return 'URL should start with https://'
  if (url.username !== '' || url.password !== '') return 'URL should have no user name and no password'
  if (rule === 'public' && isPrivateHost(url.hostname)) return 'URL should be on the public internet'
  return undefined
}

export function createPost(options: PostingOptions): Post {
  const { addresses: rule, userAgent, timeoutMs = TIMEOUT_MS, ca } = options
  const resolve = options.resolve ?? (rule === 'public' ? resolvePublic : resolveAny)
  const addressesOf = async (host: string): Promise<readonly LookupAddress[]> => {
    const family = isIP(host)
    const found = family === 0 ? await resolve(host) : [{ address: host, family }]
    if (found.length === 0) throw new Error(`${host} has no address`)
    const inside = rule === 'public' && [host, ...found.map(({ address }) => address)].find(isPrivateHost)
    if (inside) throw new Error(`${host} is not on the public internet`)
    return found
  }
  return (text, { headers, body }) =>
    within(timeoutMs, async (signal) => {
      const problem = urlProblem(text, rule)
      if (problem) throw new Error(problem)
      const url = new URL(text)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      const found = await addressesOf(host)
      signal.throwIfAborted()
      const { request } = url.protocol === 'https:' ? https : http
      const sent = request({
        method: 'POST',
        host,
        port: url.port,
        path: url.pathname + url.search,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': userAgent,
          ...headers,
        },
        lookup: pinnedTo(found),
        agent: false,
        maxHeaderSize: ANSWER_HEADER_BYTES_MAX,
        signal,
        ...(ca && { ca }),
      })
      return statusOf(sent, body)
    })
}

function pinnedTo(found: readonly LookupAddress[]): LookupFunction {
  const [first = { address: '', family: 0 }] = found
  return (_host, { all }, done) => (all ? done(null, [...found]) : done(null, first.address, first.family))
}

/** Reads the answer to its end, or to the most that we read, so that a receiver is not cut off while it writes a short one. */
function statusOf(sent: http.ClientRequest, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('close', () => reject(new Error('the connection was closed without an answer')))
    sent.on('response', (answer) => {
      const { statusCode = 0 } = answer
      let bytes = 0
      const done = () => {
        resolve(statusCode)
        sent.destroy()
      }
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > ANSWER_BYTES_MAX) done()
      })
      answer.on('end', done)
      answer.on('error', reject)
    })
    sent.end(body)
  })
}

async function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const late = new Error(`there was no complete answer within ${timeoutMs / 1000} seconds`)
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(late)
      ending.abort(late)
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(ending.signal), timeout])
  } finally {
    clearTimeout(timer)
  }
}

const RESOLVE_TIMEOUT_MS = 3_000

/** Not the system's own lookup: that occupies one of four threads, which other work needs, for as long as a slow name server likes. */
async function resolvePublic(host: string): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
  ]
}

const lookupAll = promisify(systemLookup)

/** Names inside a private network may be in /etc/hosts or need a search domain. */
function resolveAny(host: string): Promise<LookupAddress[]> {
  return lookupAll(host, { all: true })
}
