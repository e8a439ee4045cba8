// The longest sequences, read slowly by many at once: the node holds a chunk for each, not the sequence. Measured from outside.
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { readSequence } from '@equipoise/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBuiltNode } from './built-node.ts'
import { makeKey, signUp } from './people.ts'
import { openService, type Service } from './service.ts'

const HOST = '127.0.0.1'
/** 25,000 blocks of 64 bits and their mirrors. */
const SETTING = { bias: 0.3, N: 64, samples: 50_000, seed: 1 } as const
const READERS = 150
/**
 * A chunk of 66,560 bytes waits in the stream and one in the socket; the rest is the connection, and garbage. Measured on 16 November
 * 2026 with 300 readers: 62 kB each, while whole sequences would be 3,250 kB each.
 */
const BYTES_PER_READER_MAX = 400_000

let service: Service
let node: ChildProcess
let port: number
let headers: Record<string, string>
beforeAll(async () => {
  service = await openService()
  const person = await signUp(service.app)
  await service.sql`update accounts set plan = 'enterprise' where id = ${person.id}`
  headers = { ...(await makeKey(service.app, person)).headers }
  port = await startNode()
})
afterAll(async () => {
  node.kill()
  await service.close()
})

async function startNode(): Promise<number> {
  const started = await startBuiltNode(service, HOST)
  node = started.node
  node.stdout?.resume()
  return started.port
}

function residentBytes(): number {
  const status = readFileSync(`/proc/${node.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

/** A response whose body is not read yet. */
async function open(): Promise<IncomingMessage> {
  const { bias, N, samples, seed } = SETTING
  const path = `/sequence?bias=${bias}&N=${N}&samples=${samples}&seed=${seed}`
  const [response] = (await once(get({ host: HOST, port, path, headers, agent: false }), 'response')) as [
    IncomingMessage,
  ]
  expect(response.statusCode).toBe(200)
  return response
}

async function digestOf(response: IncomingMessage): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of response) hash.update(chunk)
  return hash.digest('hex')
}

test('many slow readers of the longest sequence cost the node a chunk each, and get every bit', async () => {
  const whole = createHash('sha256')
  let bytes = 0
  for (const piece of readSequence(SETTING, { offset: 0, limit: SETTING.samples, format: 'text' })) {
    whole.update(piece)
    bytes += piece.length
  }
  const wanted = whole.digest('hex')
  // What the first requests allocate (compiled code, pools) is not the cost of a reader.
  for (let call = 0; call < 5; call++) expect(await digestOf(await open())).toBe(wanted)
  const before = residentBytes()
  const responses = await Promise.all(Array.from({ length: READERS }, open))
  // Meanwhile others read to the end: by then the node has computed everything it computes ahead.
  for (let call = 0; call < 5; call++) expect(await digestOf(await open())).toBe(wanted)
  const perReader = (residentBytes() - before) / READERS
  console.info(`${bytes} bytes a sequence, ${Math.round(perReader)} bytes of the node a reader`)
  expect(bytes).toBeGreaterThan(8 * BYTES_PER_READER_MAX)
  expect(perReader).toBeLessThan(BYTES_PER_READER_MAX)
  const digests = await Promise.all(responses.map(digestOf))
  expect(new Set(digests)).toEqual(new Set([wanted]))
})
