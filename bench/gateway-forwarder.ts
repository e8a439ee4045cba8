// A minimal gateway: node:http in, undici out, bytes passed on. No credentials, no metering, no scoring.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'

const pool = new Pool(new URL(process.argv[2] ?? '').origin, { connections: 256 })

const server = createServer(async (request, response) => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const headers = { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' }
  const answer = await pool.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers,
    body: Buffer.concat(pieces),
  })
  response.writeHead(answer.statusCode, { 'content-type': String(answer.headers['content-type']) })
  for await (const piece of answer.body) response.write(piece)
  response.end()
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
