// A body stays in memory until its request is done: parsed, and once more as it is passed on. So what has arrived of large ones has a limit
// for all of them together, and each owner has a share, which shrinks as the room does. A large response counts until it was read: an
// account that does not read its responses can send no more requests.
import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../ground/errors.ts'
import type { App } from './app.ts'
import { ownerOf } from './owner.ts'

export interface BodyLimits {
  /** Smaller bodies do not count. */
  readonly largeBytes: number
  readonly totalBytesMax: number
}

const MIB = 1_048_576
const LIMITS: BodyLimits = { largeBytes: MIB / 32, totalBytesMax: 128 * MIB }
/** One of so many parts: what an account can have, and what all callers without an account have together. */
const SHARES = 4

declare module 'fastify' {
  interface FastifyRequest {
    /** What counts of this request, once anything does. */
    largeBody: Counted | undefined
    /** Set when the request begins. */
    response: ServerResponse | undefined
  }
  interface FastifyInstance {
    /** Counts what is in memory of a body, until its request is done or this is called again; throws if there is no room for more. */
    countBody(request: FastifyRequest, bytes: number): void
  }
}

interface Room {
  readonly bytesMax: number
  bytes: number
  readonly byOwner: Map<string, number>
}

interface Counted {
  readonly owner: string
  readonly room: Room
  bytes: number
}

export function limitLargeBodies(app: App, limits: Partial<BodyLimits> = {}): void {
  const { largeBytes, totalBytesMax } = { ...LIMITS, ...limits }
  const accounts: Room = { bytesMax: totalBytesMax, bytes: 0, byOwner: new Map() }
  const anybody: Room = { bytesMax: totalBytesMax / SHARES, bytes: 0, byOwner: new Map() }
  const count = (request: FastifyRequest, bytes: number, room: Room): void => {
    const { response, largeBody: known } = request
    // Nobody reads it any longer.
    if (!response || response.destroyed) return
    const body = known ?? { ...ownerOf(request), room, bytes: 0 }
    add(body, bytes)
    if (known) return
    request.largeBody = body
    // Others listen, too, so many that Node would warn of one more.
    response.setMaxListeners(response.getMaxListeners() + 1).once('close', () => add(body, -body.bytes))
  }
  app.decorateRequest('largeBody', undefined)
  app.decorateRequest('response', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    request.response = reply.raw
    done()
  })
  app.decorate('countBody', (request: FastifyRequest, bytes: number) => {
    const known = request.largeBody
    if (!known && bytes <= largeBytes) return
    const { owner, anonymous } = ownerOf(request)
    const body = known ?? { owner, room: anonymous ? anybody : accounts, bytes: 0 }
    const more = bytes - body.bytes
    if (more > 0) rejectWithoutRoom(body, more)
    count(request, more, body.room)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const own = accounts.bytes > 0 && request.caller && accounts.byOwner.get(ownerOf(request).owner)
    if (!own || own - (request.largeBody?.bytes ?? 0) <= totalBytesMax / SHARES) return done()
    const words = 'Read the large responses that are waiting for you before you send more requests.'
    done(new ApiError('too_fast', words, { headers: { 'retry-after': '1' } }))
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (request.caller && isWhole && payload.length > largeBytes) count(request, payload.length, accounts)
    done()
  })
}

function rejectWithoutRoom({ owner, room, bytes }: Counted, more: number): void {
  if (room.bytes + more > room.bytesMax) throw rejected('unavailable', 'Too many large requests are in progress.')
  const own = room.byOwner.get(owner) ?? 0
  // One at a time is always allowed, however large its route lets it be.
  if (own === bytes || own + more <= (room.bytesMax - room.bytes + own) / SHARES) return
  throw rejected('too_fast', 'Too many of your large requests are in progress. Wait for one to finish.')
}

function add(body: Counted, bytes: number): void {
  const { owner, room } = body
  body.bytes += bytes
  room.bytes += bytes
  const own = (room.byOwner.get(owner) ?? 0) + bytes
  if (own === 0) room.byOwner.delete(owner)
  else room.byOwner.set(owner, own)
}

/** The rest of the body is not read, so this connection cannot be used again. */
function rejected(kind: 'unavailable' | 'too_fast', words: string): ApiError {
  return new ApiError(kind, words, { headers: { connection: 'close', 'retry-after': '1' } })
}
