// Large responses that anybody can request stay in memory until they are read. So only some are sent at once, each with a time limit.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../ground/errors.ts'
import { countedFor } from '../ground/network.ts'
import { callerGone } from './paid-call.ts'

export interface Downloads {
  /**
   * Takes places until the response was sent, or rejects at once: one for each megabyte or two. Call it before reading anything from the
   * database. The signal aborts when the caller hangs up: work that goes on would be in nobody's place.
   */
  enter(request: FastifyRequest, reply: FastifyReply, places?: number): AbortSignal
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
    enter(request, reply, places = 1) {
      const counted = [['all', totalMax] as const, ...countedFor(request.ip, perNetworkMax)]
      if (counted.some(([who, max]) => countOf(who) + places > max)) {
        throw new ApiError('unavailable', 'Too many downloads are in progress right now. Try again in 30 seconds.')
      }
      for (const [who] of counted) add(who, places)
      const timer = setTimeout(() => reply.raw.destroy(), readMaxMs).unref()
      reply.raw.once('close', () => {
        clearTimeout(timer)
        for (const [who] of counted) add(who, -places)
      })
      return callerGone(reply)
    },
  }
}
