// Reads bodies of every media type, with limits on size, on fields or values, and on depth. Bodies are rejected before they are parsed,
// and those of an unsupported type before they are read.
import type { Readable } from 'node:stream'
import { errorCodes, type FastifyRequest } from 'fastify'
import { ApiError } from '../ground/errors.ts'
import type { JsonLimits } from '../ground/json-limits.ts'
import { together } from '../ground/together.ts'
import type { App } from './app.ts'
import { checkJson, readJsonBytes } from './json-body.ts'
import { ownerOf } from './owner.ts'

/** Nobody needs to send more without credentials, whatever the route's own limit. */
const ANONYMOUS_BYTES_MAX = 262_144
/** LanguageTool's clients send about ten. */
const FORM_FIELDS_MAX = 100
/** Clients that send their key as a form field must put it within these first bytes. */
export const FORM_HEAD_BYTES = 8_192

export const FORM_TYPE = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** The default for all routes: JSON only. An encapsulated scope can have other limits. */
export function addBodyReader(app: App, limits?: JsonLimits): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPE, (request: FastifyRequest, payload: Readable) =>
    readBody(request, payload).then((bytes) => readRouteJson(request, bytes, limits)),
  )
  app.addContentTypeParser('*', rejectOtherType)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Values in one body, if the route accepts more than others; only for identified callers. */
    valuesMax?: number
  }
}

function readRouteJson(request: FastifyRequest, bytes: Buffer, limits?: JsonLimits): unknown {
  const { valuesMax: more } = request.routeOptions.config
  const valuesMax = (request.caller && more) ?? limits?.valuesMax
  const isGone = () => request.raw.socket?.destroyed === true
  return readJsonBytes(bytes, { ...(valuesMax && { valuesMax }), owner: () => ownerOf(request).owner, isGone })
}

/** For routes that also accept forms; call it in their own scope. */
export function acceptForms(scope: App): void {
  scope.addContentTypeParser(FORM_TYPE, async (request: FastifyRequest, payload: Readable) =>
    readForm(await readBody(request, payload)),
  )
}

/** For routes that need only their address: forms are read to their end and discarded. Call it in their own scope. */
export function ignoreForms(scope: App): void {
  for (const type of [FORM_TYPE, 'multipart/form-data']) {
    scope.addContentTypeParser(type, async (request: FastifyRequest, payload: Readable) => {
      await readBody(request, payload)
    })
  }
}

/** For routes that need JSON as it was sent: it is checked against the limits, and not parsed. Call it in their own scope. */
export function acceptRawJson(scope: App, limits?: JsonLimits): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest, payload: Readable) => {
    const text = (await readBody(request, payload)).toString()
    if (limits) checkJson(text, limits)
    return text
  })
}

function readBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { 'content-encoding': encoding, 'content-length': length } = request.headers
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ApiError('unsupported_encoding', 'Compressed bodies are not supported: send it without Content-Encoding')
  }
  const bytesMax = bytesMaxOf(request)
  if (Number(length) > bytesMax) throw tooLarge()
  return collect(payload, (bytes) => {
    if (bytes > bytesMax) throw tooLarge()
    request.server.countBody(request, bytes)
  })
}

/**
 * Leaves no listener behind: it would keep the whole body in memory as long as the request lives. `count` gets the bytes so far, and throws
 * if they are too many.
 */
function collect(payload: Readable, count: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let bytes = 0
    const take = (piece: Buffer) => {
      bytes += piece.length
      try {
        count(bytes)
        pieces.push(piece)
      } catch (error) {
        payload.removeAllListeners('data').pause()
        pieces.length = 0
        reject(error)
      }
    }
    const breakOff = (error?: unknown) => reject(brokenOff(error))
    payload.on('data', take).once('error', breakOff).once('close', breakOff)
    payload.once('end', () => {
      payload.off('data', take).off('close', breakOff).off('error', breakOff).on('error', ignore)
      together(() => resolve(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, bytes)))
    })
  })
}

function ignore(): void {}

/** If the body contains the credentials, they are known by now. Bodies without credentials have a lower limit. */
function bytesMaxOf({ caller, routeOptions: { bodyLimit, config } }: FastifyRequest): number {
  const { access } = config
  const isAnonymous = caller === undefined && access !== 'public' && !(typeof access === 'object' && access.inBody)
  return isAnonymous ? Math.min(bodyLimit, ANONYMOUS_BYTES_MAX) : bodyLimit
}

/** The rest is not read, so this connection cannot be used again. */
function tooLarge(): ApiError {
  return new ApiError('too_large', 'The body is too large', { headers: { connection: 'close' } })
}

/** Leaves the connection open for the response, whatever happens to the body. */
async function* piecesOf(payload: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const piece of payload.iterator({ destroyOnReturn: false })) {
      yield typeof piece === 'string' ? Buffer.from(piece) : (piece as Buffer)
    }
  } catch (error) {
    throw brokenOff(error)
  }
}

function brokenOff(cause: unknown): ApiError {
  return new ApiError('malformed', 'The body is not complete', { cause })
}

interface Peeked {
  readonly head: Buffer
  /** Whether `head` is the whole body. */
  readonly isWhole: boolean
  /** The same body from its start. */
  readonly payload: AsyncGenerator<Buffer>
}

export async function peekBody(payload: Readable, bytes: number): Promise<Peeked> {
  const rest = piecesOf(payload)
  let head: Buffer = Buffer.alloc(0)
  let isWhole = false
  while (head.length < bytes && !isWhole) {
    const { value, done } = await rest.next()
    if (done) isWhole = true
    else head = Buffer.concat([head, value])
  }
  return { head, isWhole, payload: joined(head, rest) }
}

async function* joined(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  yield* rest
}

/** Reads a field of a form from its first bytes; a field that may continue after them is not found. */
export function fieldIn({ head, isWhole }: Pick<Peeked, 'head' | 'isWhole'>, name: string): string | undefined {
  const text = head.subarray(0, FORM_HEAD_BYTES).toString('latin1')
  const whole = isWhole && head.length <= FORM_HEAD_BYTES ? text : text.slice(0, Math.max(0, text.lastIndexOf('&')))
  return new URLSearchParams(whole).get(name) || undefined
}

const PLUS = 0x2b
const SPACE = 0x20

/** Not by URLSearchParams, which takes 0.1 s for a million plus signs. Nobody else has the bytes, so they are changed. */
function readForm(bytes: Buffer): Record<string, string> {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === PLUS) bytes[at] = SPACE
  const text = bytes.toString()
  if (hasMoreFields(text, FORM_FIELDS_MAX)) {
    throw new ApiError('too_large', `The form has too many fields: at most ${FORM_FIELDS_MAX}`)
  }
  const fields = text.split('&').filter((field) => field !== '')
  return Object.fromEntries(fields.map(fieldOf))
}

function fieldOf(field: string): [name: string, value: string] {
  const end = field.indexOf('=')
  return end < 0 ? [decoded(field), ''] : [decoded(field.slice(0, end)), decoded(field.slice(end + 1))]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // What is no valid escape is taken as it stands.
    return new URLSearchParams(`text=${text}`).get('text') ?? ''
  }
}

function hasMoreFields(text: string, max: number): boolean {
  let fields = 1
  for (let at = text.indexOf('&'); at >= 0 && fields <= max; at = text.indexOf('&', at + 1)) fields++
  return fields > max
}

/** Without a body its type does not matter: some clients send one with every request. */
async function rejectOtherType({ headers }: FastifyRequest, payload: Readable): Promise<undefined> {
  for await (const piece of piecesOf(payload)) {
    if (piece.length > 0) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(headers['content-type'])
  }
}
