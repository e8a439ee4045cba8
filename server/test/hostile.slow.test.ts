// A hostile caller against one node with a small heap, from outside: others hardly notice, and the process survives. The attacker and the
// innocent caller use two addresses.
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
/** Peak memory of the whole process: the heap, the threads with their heaps, the models, and buffers. */
const RESIDENT_MB_MAX = 768
/** How much slower than an idle node the innocent caller may be served. */
const SLOWER_MAX = 5
/** Below this, a comparison would measure the scheduler: attacker, node and database share the cores of one machine. */
const NOTICEABLE_MS = 100
const CALLS = 20
/** Rounds of requests; one within the limits is enough. */
const ROUNDS_MAX = 5
const KINDS = ['live', 'paid', 'scored'] as const
const LOG_LENGTH_MAX = 4_000

let service: Service
let node: ChildProcess
let port: number
let attacker: Person
let innocent: Record<string, string>
let greedy: Record<string, string>
let idle: Latencies
/** The end of the node's log, for debugging a failure. */
let logged = ''
const sockets = new Set<Socket>()

/** What text parsers stumble over: addresses, code, quotes, names, and characters that nearly end something. */
const NASTY_TEXTS = ['a', ' ', '@a.', 'https://', '`', '<a ', '“', '[](', 'A. ', '-', '​', '😀', '\n\n> ']

beforeAll(async () => {
  service = await openService()
  const [bad, good] = [await signUp(service.app), await signUp(service.app)]
  await service.sql`update accounts set plan = 'studio' where id = ${good.id}`
  attacker = bad
  innocent = { ...(await makeKey(service.app, good)).headers }
  // A plan whose rate limit does not stop the attack.
  const rich = await signUp(service.app)
  await service.sql`update accounts set plan = 'studio' where id = ${rich.id}`
  greedy = { ...(await makeKey(service.app, rich)).headers }
  port = await startNode()
  await latencies()
  idle = await latencies()
})
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
  /** Hangs up this long after sending the request. */
  readonly hangUpAfterMs?: number
}

function ask({ path, body, headers = {}, from = INNOCENT, hangUpAfterMs }: Asking): Promise<number> {
  return new Promise((resolve, reject) => {
    const about = body === undefined ? headers : { 'content-type': 'application/json', ...headers }
    const method = body === undefined ? 'GET' : 'POST'
    const call = httpRequest({ host: ATTACKER, port, path, method, headers: about, localAddress: from }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    call.once('error', reject)
    call.end(body)
    if (hangUpAfterMs !== undefined) setTimeout(() => call.destroy(), hangUpAfterMs)
  })
}

interface Latencies {
  readonly live: number
  readonly paid: number
  /** For scoring one sentence. */
  readonly scored: number
}

const SENTENCE = JSON.stringify({ text: 'The minister presented the reform on Tuesday.' })

/** The median latencies of an innocent caller's requests, repeated until `isEnough`; all must succeed. */
async function latencies(isEnough = () => true): Promise<Latencies> {
  const times = { live: [] as number[], paid: [] as number[], scored: [] as number[] }
  const measure = async (asking: Asking, into: number[]) => {
    const startMs = performance.now()
    expect(await ask(asking), logged).toBe(200)
    into.push(performance.now() - startMs)
  }
  while (times.live.length < CALLS || !isEnough()) {
    await measure({ path: '/health/live' }, times.live)
    await measure({ path: '/compute', body: '{"bias":0.5}', headers: innocent }, times.paid)
    await measure({ path: '/ai/analyze', body: SENTENCE, headers: innocent }, times.scored)
  }
  const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  return { live: median(times.live), paid: median(times.paid), scored: median(times.scored) }
}

/**
 * Repeats the attack while the innocent caller is measured, and measures until the attack is done once. An attack that works slows down
 * every round; a busy machine slows down one.
 */
async function expectUnharmed(attack: () => Promise<unknown>, isDone = () => true): Promise<void> {
  let isOver = false
  const attacking = (async () => {
    while (!isOver) {
      await attack().catch(() => {})
      await delay(1)
    }
  })()
  const harmed: string[] = []
  try {
    for (let round = 0; round < ROUNDS_MAX && harmed.length === round; round++) {
      const measured = await latencies(isDone)
      if (KINDS.some((what) => measured[what] >= Math.max(SLOWER_MAX * idle[what], NOTICEABLE_MS))) {
        harmed.push(JSON.stringify(measured))
      }
    }
  } finally {
    isOver = true
  }
  await attacking
  expect(node.exitCode, logged).toBeNull()
  expect(harmed.length, harmed.join('\n')).toBeLessThan(ROUNDS_MAX)
  expect(residentPeakMb()).toBeLessThan(RESIDENT_MB_MAX)
}

/** Over the whole life of the node, as Linux counts it; 0 on other systems. */
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
  })

  test('pipelines thousands of requests on ten connections at once', async () => {
    await expectUnharmed(async () => {
      const dialled = await Promise.all(Array.from({ length: 10 }, () => dial()))
      for (const socket of dialled) socket.resume().write(pipelined('/docs').repeat(2))
      await Promise.all(dialled.map(closed))
    })
  })

  test('requests documents on hundreds of connections and never reads', async () => {
    await expectUnharmed(async () => {
      if (sockets.size > 500) return
      const dialled = await Promise.all(Array.from({ length: 50 }, () => dial()))
      for (const socket of dialled) socket.pause().write(pipelined('/openapi.json'))
    })
  })

  test('opens 2,000 connections and sends nothing', async () => {
    // Not all at once: the system's own queue of new connections is shorter.
    for (let batch = 0; batch < 20; batch++) {
      await Promise.all(Array.from({ length: 100 }, (_, at) => dial(at % 2 ? ATTACKER : ACCOMPLICE)))
    }
    await expectUnharmed(async () => {})
    expect(sockets.size).toBe(2_000)
  })

  test('sends the worst body to every route', async () => {
    const bodies = worstBodies()
    expect(bodies.length).toBeGreaterThan(10)
    let sent = 0
    const attack = async () => {
      const asking = bodies[sent % bodies.length]
      if (asking) await ask({ ...asking, headers: { ...attacker.headers }, from: ATTACKER }).finally(() => sent++)
    }
    await expectUnharmed(attack, () => sent >= bodies.length)
  })

  test('sends requests for an account that is locked in the database', async () => {
    await service.sql.begin(async (tx) => {
      await tx`select 1 from topup_balances where account_id = ${attacker.id} for update`
      const call = { path: '/compute', body: '{"bias":0.5}', headers: { ...attacker.headers }, from: ATTACKER }
      await expectUnharmed(() => Promise.all(Array.from({ length: 20 }, () => ask(call).catch(() => 0))))
    })
  })
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Repeats the same request, this many at once. */
function flood(count: number, asking: Omit<Asking, 'from'>): () => Promise<unknown> {
  return () => Promise.all(Array.from({ length: count }, () => ask({ ...asking, from: ATTACKER }).catch(() => 0)))
}

describe('an innocent caller is served while somebody without credentials', () => {
  test.each<[string, Omit<Asking, 'from'>]>([
    ['sends a form of half a million names', { path: '/v2/check', headers: FORM, body: `a${'&a'.repeat(2_000_000)}` }],
    [
      'hides a key behind 4 MB of a form',
      { path: '/v2/check', headers: FORM, body: `text=${'%41'.repeat(1_300_000)}&apiKey=x` },
    ],
    ['sends a million values', { path: '/compute', body: `[${'0,'.repeat(500_000)}0]` }],
    ['sends a body of open brackets', { path: '/try/analyze', body: '['.repeat(1_000_000) }],
    ['repeats one field', { path: '/auth/register', body: `{${'"email":"a",'.repeat(20_000)}"email":"a"}` }],
    ['sends escapes only', { path: '/auth/login', body: `{"email":"${'\\u0041'.repeat(40_000)}"}` }],
    [
      'sends parts of a form',
      {
        path: '/compute',
        headers: { 'content-type': 'multipart/form-data; boundary=a' },
        body: '--a\r\n'.repeat(100_000),
      },
    ],
    ['sends thousands of parameters', { path: `/sweep?${'a=b&'.repeat(3_500)}` }],
    [
      'sends hundreds of headers',
      {
        path: '/compute',
        body: '{"bias":0.5}',
        headers: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x-${at}`, 'a'])),
      },
    ],
    ['guesses keys', { path: '/ai/analyze', body: SENTENCE, headers: { 'x-api-key': `svc_${'0'.repeat(49)}` } }],
    [
      'sends tokens of others',
      { path: '/ai/analyze', body: SENTENCE, headers: { authorization: `Bearer ${'a'.repeat(2_000)}.b.c` } },
    ],
  ])('%s', async (_what, asking) => {
    await expectUnharmed(flood(8, asking))
  })

  test.each(NASTY_TEXTS)('sends %j… to be scored', async (repeated) => {
    const text = repeated.repeat(2_000 / repeated.length)
    const bodies = ['fast', 'default'].map((tier) => JSON.stringify({ text, tier }))
    await expectUnharmed(() =>
      Promise.all(bodies.map((body) => ask({ path: '/try/analyze', body, from: ATTACKER }).catch(() => 0))),
    )
  })

  test('sends bodies byte by byte', async () => {
    const opened = await Promise.all(Array.from({ length: 100 }, () => dial()))
    for (const socket of opened) {
      socket.write(
        'POST /compute HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      )
    }
    await expectUnharmed(async () => {
      for (const socket of opened) if (socket.writable) socket.write('1\r\n \r\n')
    })
  })
})

/** Ten thousand characters that all count as sentences. */
const longText = (nth: number): string =>
  Array.from(
    { length: 150 },
    (_, at) => `The disastrous bill ${nth}-${at} is a shameless gift to greedy cronies. `,
  ).join('')
const LONG = longText(0)

describe('an innocent caller is served while one account', () => {
  test('has 16 long texts in flight', async () => {
    // Different sentences each time, because sentences are cached.
    let sent = 0
    const attack = () => {
      const texts = Array.from({ length: 16 }, () => JSON.stringify({ text: longText(++sent) }))
      return Promise.all(
        texts.map((body) => ask({ path: '/ai/analyze', body, headers: greedy, from: ATTACKER }).catch(() => 0)),
      )
    }
    await expectUnharmed(attack)
  })

  test('has texts checked that take longer than the deadline', async () => {
    let checked = 0
    const attack = async () => {
      // A different text each time: a repeated one would be free.
      const form = new URLSearchParams({ language: 'en', text: `${checked++} ${LONG.repeat(9)}` })
      const asking = { path: '/v2/check', headers: { ...greedy, ...FORM }, body: form.toString(), from: ATTACKER }
      await Promise.all([ask(asking), ask({ ...asking, hangUpAfterMs: 500 }).catch(() => 0)])
    }
    await expectUnharmed(attack, () => checked > 1)
  })

  test('hangs up after every charge', async () => {
    const asking = { path: '/ai/analyze', body: JSON.stringify({ text: LONG }), headers: greedy, hangUpAfterMs: 30 }
    await expectUnharmed(flood(16, asking))
  })

  test.each<[string, Omit<Asking, 'from' | 'headers'>]>([
    ['an agent many empty messages', { path: '/mcp', body: `[${Array(330_000).fill('{}').join(',')}]` }],
    ['an agent as many as it may', { path: '/mcp', body: `[${Array(1_200).fill('{}').join(',')}]` }],
    ['an agent deep ones', { path: '/mcp', body: `${'[{"a":'.repeat(100_000)}` }],
  ])('sends %s', async (_what, asking) => {
    const headers = { ...greedy, accept: 'application/json, text/event-stream' }
    await expectUnharmed(flood(8, { ...asking, headers }))
  })

  test('sends many annotations', async () => {
    const data = `{"annotation":[${Array(300_000).fill('{}').join(',')}]}`
    const body = new URLSearchParams({ language: 'en', data }).toString()
    await expectUnharmed(flood(4, { path: '/v2/check', headers: { ...greedy, ...FORM }, body }))
  })

  test.each(NASTY_TEXTS)('has %j… scored in every way', async (repeated) => {
    const text = repeated.repeat(190_000 / repeated.length)
    const short = text.slice(0, 10_000)
    const calls = [
      { path: '/ai/guardrails/portkey?tier=fast', body: JSON.stringify({ request: { text } }) },
      {
        path: '/beta/litellm_basic_guardrail_api',
        body: JSON.stringify({
          texts: [short],
          additional_provider_specific_params: { tier: 'fast', on_loaded: 'neutralise', min_score: 1 },
        }),
      },
      { path: '/v1/moderations', body: JSON.stringify({ input: [short], tier: 'fast' }) },
      { path: '/ai/analyze/batch', body: JSON.stringify({ texts: [short, short], tier: 'fast' }) },
      { path: '/ai/neutralise', body: JSON.stringify({ text: short, tier: 'fast' }) },
    ]
    await expectUnharmed(() =>
      Promise.all(calls.map((call) => ask({ ...call, headers: greedy, from: ATTACKER }).catch(() => 0))),
    )
  })
})

interface Document {
  readonly paths: Record<string, Record<string, { requestBody?: object }>>
}

/** For each route with a body: the largest number of empty items and the longest text that reach its schema. */
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
