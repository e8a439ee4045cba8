// A file is built for minutes, in memory: its caller may have left meanwhile.
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { Draws } from '../../draws/draws.ts'
import { type App, createDownloads } from '../../http/http.ts'
import { prizeFileRoutes } from './prize-file.ts'

const app = Fastify({ forceCloseConnections: true })
afterEach(() => app.close())

test('no further page is read once the caller of a file has hung up', async () => {
  let read = 0
  let call: ReturnType<typeof get> | undefined
  let end = (_pages: number) => {}
  const ended = new Promise<number>((resolve) => {
    end = resolve
  })
  async function* entries() {
    try {
      for (; read < 100; read++) {
        if (read === 1) {
          const closed = new Promise((resolve) => app.server.once('left', resolve))
          call?.destroy()
          await closed
        }
        yield []
      }
    } finally {
      end(read)
    }
  }
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.once('close', () => app.server.emit('left'))
  })
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => JSON.stringify)
  app.decorateRequest('caller', undefined)
  app.addHook('preHandler', async (request) => {
    request.caller = { accountId: 1 } as never
  })
  prizeFileRoutes(app as unknown as App, {
    draws: { prizes: { entries }, receipts: {} } as unknown as Draws,
    downloads: createDownloads(),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  call = get({ port, path: '/draws/1/file' }).on('error', () => {})
  expect(await ended).toBe(1)
})
