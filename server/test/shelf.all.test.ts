// What was let in once is read over and over. Every GET of openapi.json, with the largest objects and as many as an account may have,
// takes little of the one thread that answers everybody, and little of anybody's memory. CPU time of this thread is measured, the least of
// several tries, against the pace of the machine: a busy one changes nothing. A new GET is measured without a line here, unless it needs an id.
import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveAll } from './documented.ts'
import { fillShelf, type Get, type Shelf } from './filled-shelf.ts'
import { openService, type Service } from './service.ts'

const CPU_MS_MAX = 5
const CPU_MS_MAX_WITH_REASON = 20
const BODY_BYTES_MAX = 1_000_000
const ROUNDS = 4
const REQUESTS = 4
/** So many additions take 10 ms on the slowest machine for which the limits are meant. */
const PACE = { additions: 10_000_000, cpuMs: 10 }

interface Exception {
  readonly reason: string
  /** Written in pieces: its size is not limited, and how long it takes the thread without a pause is. */
  readonly isFile?: boolean
}

/** What may take longer than the others, and why. */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  '/allocations/{id}': { reason: 'computes the balance of 100 strata' },
  '/allocations/{id}/strata': { reason: 'computes the balance of 100 strata' },
  '/allocations/{id}/assignments': { reason: 'a page has 250 participants with names of 256 characters' },
  '/allocations/{id}/events': { reason: 'a page has 100 reasons of 500 characters' },
  '/draws/published/{id}': { reason: 'a page of up to 1 MB' },
  '/audits': { reason: 'all 100 audits of an account, with how far each is' },
  '/audits/{id}/events': { reason: 'all events of an audit, which it has few of unless a provider fails for days' },
  '/auth/me/audit': { reason: 'a page has 1,000 entries' },
  '/api-keys': { reason: 'a page has 1,000 keys' },
  '/admin/accounts': { reason: 'a page has 200 accounts' },
  '/admin/overview': { reason: 'sums of two years' },
  '/admin/log': { reason: 'a page has 100 entries with reasons of 500 characters' },
  '/admin/invitations': { reason: 'the latest 500 invitations' },
  '/allocations/{id}/export': { reason: 'a file: everybody who was assigned, in pieces of 250 lines', isFile: true },
  '/audits/{id}/report': { reason: 'a file: all answers of an audit, as they were signed', isFile: true },
  '/auth/me/export': { reason: 'a file: all that an account has, in pages of 250 rows', isFile: true },
  '/usage/months': { reason: 'ten years, each month with its ten busiest keys' },
  '/admin/accounts/{id}': { reason: 'names 100 keys, and has 100 sessions and 200 entries of logs' },
  '/admin/accounts/{id}/keys': { reason: 'a page has 1,000 keys' },
}

/** Asks from another thread, so that only the work of the service is measured on this one. */
const CLIENT = `
  const { parentPort } = require('node:worker_threads')
  const { Agent, get } = require('node:http')
  const agent = new Agent({ keepAlive: true })
  parentPort.on('message', ({ url, headers }) => {
    get(url, { agent, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (piece) => { bytes += piece.length })
      answer.on('end', () => parentPort.postMessage({ status: answer.statusCode, bytes }))
    })
  })`

let service: Service
let shelf: Shelf
let origin: string
const client = new Worker(CLIENT, { eval: true })
beforeAll(async () => {
  service = await openService({ env: { CHAT_API_KEY: 'key-of-nobody', PAYMENTS: 'sandbox' } })
  shelf = await fillShelf(service)
  origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await client.terminate()
  await service.close()
})

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const paths = resolveAll(document.paths, document) as Record<string, { get?: Omit<Get, 'path'> }>
const gets = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, ...get }] : []))

test.each(gets)('GET $path', async (get) => {
  const { reason, isFile = false } = EXCEPTIONS[get.path] ?? {}
  const own = shelf.headersFor(get.path)
  for (const url of shelf.urlsOf(get)) {
    for (const headers of [own, {}]) {
      const { status, bytes } = await ask(url, headers)
      if (headers === own) expect(status, url).toBe(200)
      // What is refused is refused at the door.
      if (status !== 200) continue
      if (!isFile) expect(bytes, url).toBeLessThanOrEqual(BODY_BYTES_MAX)
      const taken = await (isFile ? leastLongestTurnMs : leastCpuMs)(() => ask(url, headers))
      expect(taken, url).toBeLessThanOrEqual(reason ? CPU_MS_MAX_WITH_REASON : CPU_MS_MAX)
    }
  }
})

function ask(url: string, headers: object): Promise<{ status: number; bytes: number }> {
  client.postMessage({ url: `${origin}${url}`, headers })
  return new Promise((resolve) => client.once('message', resolve))
}

/** Of one request, as on the machine for which the limits are meant. Several are measured together: the clock of a thread moves in steps. */
async function leastCpuMs(one: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least > CPU_MS_MAX; round++) {
    const before = threadCpuMs()
    for (let i = 0; i < REQUESTS; i++) await one()
    const taken = (threadCpuMs() - before) / REQUESTS
    least = Math.min(least, taken / Math.max(1, paceMs() / PACE.cpuMs))
  }
  return least
}

/** The most that one turn of the event loop takes of this thread, as on that machine. */
async function leastLongestTurnMs(one: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least > CPU_MS_MAX; round++) {
    let [isDone, longest] = [false, 0]
    const asked = one().finally(() => {
      isDone = true
    })
    for (let before = threadCpuMs(); !isDone; ) {
      await nextTurn()
      const now = threadCpuMs()
      longest = Math.max(longest, now - before)
      before = now
    }
    await asked
    least = Math.min(least, longest / Math.max(1, paceMs() / PACE.cpuMs))
  }
  return least
}

function paceMs(): number {
  const before = threadCpuMs()
  let sum = 0
  for (let i = 0; i < PACE.additions; i++) sum += i % 7
  return sum > 0 ? threadCpuMs() - before : 0
}

/** Linux tells it for each thread; elsewhere that of all threads is an upper limit. */
function threadCpuMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e3
  }
}
