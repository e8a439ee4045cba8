// Large responses that anybody can request stay in memory until they are read. So only some are sent at once, each with a time limit.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../ground/errors.ts'
import { countedFor } from '../ground/network.ts'

export interface Downloads {
  /** Takes a place until the response was sent, or rejects at once. Call it before reading anything from the database. */
  enter(request: FastifyRequest, reply: FastifyReply): void
}

interface DownloadLimits {
  readonly totalMax: number
  /** So that slow readers cannot take all places. */
  readonly perNetworkMax: number
  /** How long reading may take before the connection is closed. */
  readonly readMaxMs: number
}

const LIMITS: DownloadLimits = { totalMax: 64, perNetworkMax: 8, readMaxMs: 60_000 }

export function createDownloads(limits: DownloadLimits = LIMITS): Downloads {
  const { totalMax, perNetworkMax, readMaxMs } = limits
  const counts = new Map<string, number>()
  const countOf = (who: string) => counts.get(who) ?? 0
  const add = (who: string, by: number) => {
    const left = countOf(who) + by
    if (left > 0) counts.set(who, left)
    else counts.delete(who)
  }
  return {
    enter(request, reply) {
      const places = [['all', totalMax] as const, ...countedFor(request.ip, perNetworkMax)]
      if (places.some(([who, max]) => countOf(who) >= max)) {
        throw new ApiError('unavailable', 'Too many downloads are in progress right now. Try again in 30 seconds.')
      }
      for (const [who] of places) add(who, 1)
      const timer = setTimeout(() => reply.raw.destroy(), readMaxMs).unref()
      reply.raw.once('close', () => {
        clearTimeout(timer)
        for (const [who] of places) add(who, -1)
      })
    },
  }
}
