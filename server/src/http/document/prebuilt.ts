// Documents that are the same for everybody: built once, compressed once, and sent from the same memory to every caller.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../ground/errors.ts'
import type { App } from '../app.ts'
import { type EncodedText, type Encoding, encodedText } from '../encodings.ts'

interface PrebuiltDocument {
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
  /** Called once: before listening, or for the first request of an app that does not listen. */
  readonly build: () => string
}

interface Prebuilt {
  readonly etag: string
  readonly body: EncodedText
}

const ENCODINGS = ['br', 'gzip'] as const

/** Nearly as small as the highest quality, in a twentieth of the time. */
const BROTLI_QUALITY = 9

/** Callers keep a copy and revalidate it with its ETag; it contains nothing about a caller. */
const CACHING = { 'cache-control': 'public, no-cache' }

/** A GET route for a document. It is rate-limited like every public route. */
export function addPrebuilt(app: App, path: string, { type, headers = {}, build }: PrebuiltDocument): void {
  const document = once(build)
  app.beforeListening.push(document)
  app.get(path, { config: { access: 'public' }, schema: { hide: true } }, (request, reply) =>
    send({ request, reply, built: document() }, type, headers),
  )
}

/** The same for a fixed set of pages below one path: `page` is its last part. */
export function addPrebuiltPages(
  app: App,
  path: string,
  { pages, type, headers = {} }: { pages: ReadonlyMap<string, () => string> } & Omit<PrebuiltDocument, 'build'>,
): void {
  const all = new Map([...pages].map(([page, build]) => [page, once(build)]))
  app.beforeListening.push(...all.values())
  app.get(`${path}/:page`, { config: { access: 'public' }, schema: { hide: true } }, (request, reply) => {
    const { page } = request.params as { page: string }
    const document = all.get(page)
    if (!document && app.notFoundPage?.(request, reply)) return reply
    if (!document) throw new ApiError('not_found', 'There is no page with this name.')
    return send({ request, reply, built: document() }, type, headers)
  })
}

function once(build: () => string): () => Prebuilt {
  let built: Prebuilt | undefined
  return () => {
    built ??= prebuild(build())
    return built
  }
}

interface Sending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly built: Prebuilt
}

async function send({ request, reply, built }: Sending, type: string, headers: Readonly<Record<string, string>>) {
  reply.headers({ ...headers, ...CACHING, etag: built.etag, vary: varyOf(reply) })
  if (isKnown(request, built)) return reply.status(304).send()
  const encoding = encodingOf(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(await built.body.as(encoding))
}

function prebuild(text: string): Prebuilt {
  const body = encodedText(text, BROTLI_QUALITY)
  // A weak ETag: the same for all encodings of the document.
  const etag = `W/"${createHash('sha256').update(body.identity).digest('base64url').slice(0, 27)}"`
  return { etag, body }
}

function isKnown({ headers }: FastifyRequest, { etag }: Prebuilt): boolean {
  const known = headers['if-none-match']
  return known === '*' || (known?.split(',').some((tag) => tag.trim() === etag) ?? false)
}

/** The best encoding that the caller accepts; `q=0` means that it does not. */
function encodingOf(accepted: string | string[] | undefined): Encoding {
  const parts = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.replaceAll(' ', ''))
  const accepts = (name: string) =>
    parts.some((part) => part === name || (part.startsWith(`${name};`) && !/;q=0(\.0*)?$/.test(part)))
  return ENCODINGS.find(accepts) ?? 'identity'
}

function varyOf(reply: FastifyReply): string {
  const already = reply.getHeader('vary')
  return already === undefined ? 'Accept-Encoding' : `${already}, Accept-Encoding`
}
