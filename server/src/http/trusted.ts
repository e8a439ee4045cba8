import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The names that TRUSTED_PROXIES accepts besides addresses and networks. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether the other end of a connection is a proxy that the operator trusts. */
export function trustedProxyTest(trusted: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of trusted.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', prefix] = network.split('/')
    const bits = isIPv6(address) ? 128 : 32
    list.addSubnet(address, prefix === undefined ? bits : Number(prefix), familyOf(address))
  }
  // A dual-stack socket reports IPv4 as ::ffff:192.0.2.1.
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return list.check(plain, familyOf(plain))
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** Headers that proxies add. Any of them means that the caller is elsewhere, whatever its value. */
const PROXY_HEADER =
  /(^|-)forwarded(-|$)|^(via|cdn-loop)$|-(ip|ipv6|addr|clientip|socketip)$|^(x-envoy|fly|cf|cloudfront|x-amzn|x-azure|x-vercel|x-nf)-./

type Received = Pick<FastifyRequest, 'socket' | 'headers'>

/** A request that a proxy on this machine forwarded comes from elsewhere. */
export function isOnThisMachine({ socket, headers }: Received): boolean {
  if (!LOOPBACK.test(socket.remoteAddress ?? '')) return false
  return !Object.keys(headers).some((name) => PROXY_HEADER.test(name))
}

/** The origin of a browser extension: no page can send requests from there. */
const ADD_ON = /^[a-z]+(-[a-z]+)*-extension:\/\//

/** Browsers are excluded, because any open page can send requests; they send an origin or `Sec-Fetch-Site`. */
export function isProgramOnThisMachine(request: Received): boolean {
  const { origin, 'sec-fetch-site': fetchedFrom } = request.headers
  const isPage = origin === undefined ? fetchedFrom !== undefined : !ADD_ON.test(origin)
  return !isPage && isOnThisMachine(request)
}
