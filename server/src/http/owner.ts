import type { FastifyRequest } from 'fastify'
import { networkOf } from '../ground/network.ts'

/** Whose work a request is: that of one account, or of one address without an account. */
export function ownerOf({ caller, ip }: FastifyRequest): { owner: string; anonymous?: true } {
  return caller ? { owner: `account:${caller.accountId}` } : { owner: `address:${networkOf(ip)}`, anonymous: true }
}
