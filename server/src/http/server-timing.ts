// `Server-Timing` on every response of a scope: what its time was spent on until its headers were sent.
import type { FastifyReply } from 'fastify'
import { type Phases, startPhases } from '../observability/phases.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether responses have `Server-Timing`, for the API document. */
    timed?: true
  }
  interface FastifyRequest {
    /** Set on routes whose responses tell their time. */
    phases?: Phases
  }
}

export function timeResponses(scope: App): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, timed: true }
  })
  scope.addHook('onRequest', (request, reply, done) => {
    request.phases = phasesOf(reply)
    done()
  })
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    showTiming(reply)
    done()
  })
}

/** Also for streams, which send their headers themselves. */
export function showTiming(reply: FastifyReply): void {
  if (reply.routeOptions.config.timed) reply.header('server-timing', phasesOf(reply).shown())
}

/** A request that was rejected before its route's hooks has none yet. */
function phasesOf({ request, elapsedTime }: FastifyReply): Phases {
  return request.phases ?? startPhases(performance.now() - elapsedTime)
}
