// The tools for agents, over the Model Context Protocol's stateless HTTP. Each tool is a request to our own API with the caller's
// credentials, so it is checked, rate-limited and charged like that request, and returns the same fields.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type Backend, createAgentServer, createMcpHandler, type Json } from '@equipoise/mcp'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '../../ground/brand.ts'
import { type App, acceptRawJson } from '../../http/http.ts'

export interface McpParts {
  readonly brand: Brand
  readonly version: string
  readonly publicUrl: string
}

/** Enough for a batch of 100 texts with word lists. The protocol's library checks each message at some microseconds per value. */
const VALUES_MAX = 2_500

export function mcpRoutes(app: App, { brand, version, publicUrl }: McpParts): void {
  const handler = createMcpHandler(
    ({ authInfo }) => createAgentServer(authInfo?.extra?.backend as Backend, { name: brand.name, version }),
    { onerror: (error) => app.log.info({ err: error }, 'an MCP request was rejected') },
  )
  app.addHook('onClose', () => handler.close())
  const access = { credentials: 'required', kinds: ['jwt', 'key'], area: 'ai' } as const
  // Encapsulated, because the protocol defines the response to malformed JSON.
  app.register(async (scope: App) => {
    acceptRawJson(scope, { valuesMax: VALUES_MAX })
    scope.post('/mcp', { config: { access }, schema: { hide: true } }, async (request, reply) => {
      const headers = new Headers(request.headers as Record<string, string>)
      const asked = new Request(`${publicUrl}/mcp`, { method: 'POST', headers, body: String(request.body ?? '') })
      const authInfo = { token: '', clientId: '', scopes: [], extra: { backend: backendOf(app, request) } }
      return sendOn(reply, await handler.fetch(asked, { authInfo }))
    })
  })
}

function sendOn(reply: FastifyReply, response: Response) {
  reply.status(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : '')
}

/** The headers that identify the caller. */
const CREDENTIALS = ['authorization', 'x-api-key', 'cookie', 'origin', 'host'] as const

function backendOf(app: App, request: FastifyRequest): Backend {
  const known = CREDENTIALS.flatMap((name) =>
    request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
  )
  const post = async (url: string, payload: Json): Promise<Json> => {
    const headers = Object.fromEntries(known) as Record<string, string>
    const answer = await app.inject({ method: 'POST', url, headers, payload, remoteAddress: request.ip })
    const result = answer.json<Json>()
    if (answer.statusCode !== OK) throw new Error(detailOf(result))
    return result
  }
  return {
    analyze: (body) => post('/ai/analyze', body),
    analyzeBatch: (body) => post('/ai/analyze/batch', body),
    neutralise: (body) => post('/ai/neutralise', body),
    compute: (body) => post('/compute', body),
  }
}

const OK = 200

function detailOf({ detail }: Json): string {
  if (!Array.isArray(detail)) return String(detail)
  return detail.map(({ loc, msg }: { loc: string[]; msg: string }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ')
}
