// A hostile caller against one node with a small heap, from outside: others hardly notice, and the process lives. The attacker and the
// innocent caller come from two addresses, as they would in life.
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startBuiltNode } from './built-node.ts'
import { makeKey, type Person, signUp } from './people.ts'
import { openService, type Service } from './service.ts'

const ROOT = join(import.meta.dirname, '../..')
const ATTACKER = '127.0.0.1'
const INNOCENT = '127.0.0.2'
const ACCOMPLICE = '127.0.0.3'
const HEAP_MB = 512
/** All of the process at its peak: the heap, the threads with heaps of their own, the models, and what waits in buffers. */
const RESIDENT_MB_MAX = 768
/** How much slower the innocent caller may be served than by an idle node. */
const SLOWER_MAX = 10
/** The attacker, the node and its database share the cores of one machine: below this a comparison would measure the scheduler. */
const NOTICEABLE_MS = 250
const CALLS = 20
const LOG_LENGTH_MAX = 4_000

let service: Service
let node: ChildProcess
let port: number
let attacker: Person
let innocent: Record<string, string>
let idle: { live: number; paid: number }
/** The end of what the node logged, for whoever has to find out why it failed. */
let logged = ''
const sockets = new Set<Socket>()

beforeAll(async () => {
  service = await openService()
  const [bad, good] = [await signUp(service.app), await signUp(service.app)]
  await service.sql`update accounts set plan = 'studio' where id = ${good.id}`
  attacker = bad
  innocent = { ...(await makeKey(service.app, good)).headers }
  port = await startNode()
  await latencies()
  idle = await latencies()
}, 60_000)
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})
afterAll(async () => {
  node.kill()
  await service.close()
})

async function startNode(): Promise<number> {
  const started = await startBuiltNode(service, ATTACKER, [`--max-old-space-size=${HEAP_MB}`])
  node = started.node
  node.stdout?.on('data', (lines) => {
    logged = `${logged}${lines}`.slice(-LOG_LENGTH_MAX)
  })
  return started.port
}

interface Asking {
  readonly path: string
  readonly body?: string
  readonly headers?: Record<string, string>
  readonly from?: string
}

function ask({ path, body, headers = {}, from = INNOCENT }: Asking): Promise<number> {
  return new Promise((resolve, reject) => {
    const about = body === undefined ? headers : { ...headers, 'content-type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const call = httpRequest({ host: ATTACKER, port, path, method, headers: about, localAddress: from }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    call.once('error', reject)
    call.end(body)
  })
}

/** The median latencies of what an innocent caller asks for, in turn, until it is enough; everything must be answered well. */
async function latencies(isEnough = () => true): Promise<{ live: number; paid: number }> {
  const times: { live: number[]; paid: number[] } = { live: [], paid: [] }
  const measure = async (asking: Asking, into: number[]) => {
    const startMs = performance.now()
    expect(await ask(asking), logged).toBe(200)
    into.push(performance.now() - startMs)
  }
  while (times.live.length < CALLS || !isEnough()) {
    await measure({ path: '/health/live' }, times.live)
    await measure({ path: '/compute', body: '{"bias":0.5}', headers: innocent }, times.paid)
  }
  const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  return { live: median(times.live), paid: median(times.paid) }
}

/** Attacks again and again for as long as the innocent caller is measured, and measures until the attack is done once. */
async function expectUnharmed(attack: () => Promise<unknown>, isDone = () => true): Promise<void> {
  let isOver = false
  const attacking = (async () => {
    while (!isOver) {
      await attack().catch(() => {})
      await delay(1)
    }
  })()
  const { live, paid } = await latencies(isDone).finally(() => {
    isOver = true
  })
  await attacking
  expect(node.exitCode).toBeNull()
  expect(live).toBeLessThan(Math.max(SLOWER_MAX * idle.live, NOTICEABLE_MS))
  expect(paid).toBeLessThan(Math.max(SLOWER_MAX * idle.paid, NOTICEABLE_MS))
  expect(residentPeakMb()).toBeLessThan(RESIDENT_MB_MAX)
}

/** Of the whole life of the node, as Linux counts it; 0 where it does not. */
function residentPeakMb(): number {
  const file = `/proc/${node.pid}/status`
  const kilobytes = existsSync(file) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1] : 0
  return Number(kilobytes) / 1024
}

function dial(from = ATTACKER): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ host: ATTACKER, port, localAddress: from })
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => resolve(socket))
    socket.once('connect', () => resolve(socket))
  })
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve))
}

/** Some 60 kB. */
const pipelined = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(1_500)

describe('an innocent caller is served while another one', () => {
  test('pipelines thousands of requests for documents', async () => {
    await expectUnharmed(async () => {
      const dialled = await Promise.all(Array.from({ length: 2 }, () => dial()))
      for (const socket of dialled) socket.resume().write(pipelined('/docs'))
      await Promise.all(dialled.map(closed))
    })
  }, 120_000)

  test('pipelines thousands of requests on ten connections at once', async () => {
    await expectUnharmed(async () => {
      const dialled = await Promise.all(Array.from({ length: 10 }, () => dial()))
      for (const socket of dialled) socket.resume().write(pipelined('/docs').repeat(2))
      await Promise.all(dialled.map(closed))
    })
  }, 120_000)

  test('asks for documents on hundreds of connections and never reads', async () => {
    await expectUnharmed(async () => {
      if (sockets.size > 500) return
      const dialled = await Promise.all(Array.from({ length: 50 }, () => dial()))
      for (const socket of dialled) socket.pause().write(pipelined('/openapi.json'))
    })
  }, 120_000)

  test('opens 2,000 connections and says nothing', async () => {
    // Not all at once: the system's own queue of new connections is shorter.
    for (let batch = 0; batch < 20; batch++) {
      await Promise.all(Array.from({ length: 100 }, (_, at) => dial(at % 2 ? ATTACKER : ACCOMPLICE)))
    }
    await expectUnharmed(async () => {})
    expect(sockets.size).toBe(2_000)
  }, 120_000)

  test('sends the worst body to every route', async () => {
    const bodies = worstBodies()
    expect(bodies.length).toBeGreaterThan(10)
    let sent = 0
    const attack = async () => {
      const asking = bodies[sent % bodies.length]
      if (asking) await ask({ ...asking, headers: { ...attacker.headers }, from: ATTACKER }).finally(() => sent++)
    }
    await expectUnharmed(attack, () => sent >= bodies.length)
  }, 120_000)

  test('calls for an account that is locked in the database', async () => {
    await service.sql.begin(async (tx) => {
      await tx`select 1 from topup_balances where account_id = ${attacker.id} for update`
      const call = { path: '/compute', body: '{"bias":0.5}', headers: { ...attacker.headers }, from: ATTACKER }
      await expectUnharmed(() => Promise.all(Array.from({ length: 20 }, () => ask(call).catch(() => 0))))
    })
  }, 120_000)
})

interface Document {
  readonly paths: Record<string, Record<string, { requestBody?: object }>>
}

/** For each route that takes a body: as many empty items, and as long a text, as get as far as it. */
function worstBodies(): { path: string; body: string }[] {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as Document
  const few = `[${Array(2_400).fill('{}').join(',')}]`
  const many = `[${Array(300_000).fill('{}').join(',')}]`
  const text = JSON.stringify(' @a.'.repeat(250_000))
  const bodies = [few, many].flatMap((items) => [
    `{"messages":${items}}`,
    `{"messages":[{"role":"user","content":${items}}]}`,
  ])
  return Object.entries(paths)
    .filter(([, { post }]) => post?.requestBody)
    .flatMap(([path]) =>
      [...bodies, `{"text":${text},"email":${text},"name":${text}}`].map((body) => ({
        path: path.replace(/\{\w+\}/g, '1'),
        body,
      })),
    )
}
