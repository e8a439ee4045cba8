import type { FastifyRequest } from 'fastify'
import { siteOf } from '../ground/network.ts'

/** Whose work a request is: that of one account, or of one customer's addresses without an account. */
export function ownerOf({ caller, ip }: FastifyRequest): { owner: string; anonymous?: true } {
  return caller ? { owner: `account:${caller.accountId}` } : { owner: `address:${siteOf(ip)}`, anonymous: true }
}
