// Large responses that anybody can request stay in memory until they are read. So only some are sent at once, each with a time limit.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../ground/errors.ts'
import { networkOf } from '../ground/network.ts'

export interface Downloads {
  /** Takes a place until the response was sent, or rejects at once. Call it before reading anything from the database. */
  enter(request: FastifyRequest, reply: FastifyReply): void
}

interface DownloadLimits {
  readonly totalMax: number
  /** Per network, so that slow readers cannot take all places. */
  readonly perNetworkMax: number
  /** How long reading may take before the connection is closed. */
  readonly readMaxMs: number
}

const LIMITS: DownloadLimits = { totalMax: 64, perNetworkMax: 8, readMaxMs: 60_000 }

export function createDownloads({ totalMax, perNetworkMax, readMaxMs }: DownloadLimits = LIMITS): Downloads {
  const byNetwork = new Map<string, number>()
  let total = 0
  return {
    enter(request, reply) {
      const network = networkOf(request.ip)
      const own = byNetwork.get(network) ?? 0
      if (total >= totalMax || own >= perNetworkMax) {
        throw new ApiError('unavailable', 'Too many downloads are in progress right now. Try again in 30 seconds.')
      }
      total++
      byNetwork.set(network, own + 1)
      const timer = setTimeout(() => reply.raw.destroy(), readMaxMs).unref()
      reply.raw.once('close', () => {
        clearTimeout(timer)
        total--
        const left = (byNetwork.get(network) ?? 1) - 1
        if (left > 0) byNetwork.set(network, left)
        else byNetwork.delete(network)
      })
    },
  }
}
