// How long a request keeps the one thread that answers everybody: CPU time of this thread, the least of several tries, against the pace of
// the machine, so that a busy one changes nothing. Requests come from another thread.
import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

const ROUNDS = 4
const REQUESTS = 4
/** So many additions take 10 ms on the slowest machine for which the limits are meant. */
const PACE = { additions: 10_000_000, cpuMs: 10 }

export interface Asked {
  readonly url: string
  readonly headers: object
  readonly method?: string
  readonly body?: string
}

export interface Answered {
  readonly status: number
  readonly bytes: number
}

const CALLER = `
  const { parentPort } = require('node:worker_threads')
  const { Agent, request } = require('node:http')
  const agent = new Agent({ keepAlive: true })
  parentPort.on('message', ({ url, headers, method = 'GET', body }) => {
    const sent = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const call = request(url, { agent, method, headers: { ...sent, ...headers } }, (answer) => {
      let bytes = 0
      answer.on('data', (piece) => { bytes += piece.length })
      answer.on('end', () => parentPort.postMessage({ status: answer.statusCode, bytes }))
    })
    call.on('error', () => parentPort.postMessage({ status: 0, bytes: 0 }))
    call.end(body)
  })`

/** One request at a time. */
export function openCaller() {
  const worker = new Worker(CALLER, { eval: true })
  return {
    ask(asked: Asked): Promise<Answered> {
      worker.postMessage(asked)
      return new Promise((resolve) => worker.once('message', resolve))
    },
    close: () => worker.terminate(),
  }
}

/** Of one request, as on the machine for which the limits are meant. Several are measured together: the clock of a thread moves in steps. */
export async function leastCpuMs(one: () => Promise<unknown>, enoughMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least > enoughMs; round++) {
    const before = threadCpuMs()
    for (let i = 0; i < REQUESTS; i++) await one()
    const taken = (threadCpuMs() - before) / REQUESTS
    least = Math.min(least, taken / slowness())
  }
  return least
}

/** The most that one turn of the event loop takes of this thread, as on that machine. */
export async function leastLongestTurnMs(one: () => Promise<unknown>, enoughMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least > enoughMs; round++) {
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
    least = Math.min(least, longest / slowness())
  }
  return least
}

function slowness(): number {
  const before = threadCpuMs()
  let sum = 0
  for (let i = 0; i < PACE.additions; i++) sum += i % 7
  return sum > 0 ? Math.max(1, (threadCpuMs() - before) / PACE.cpuMs) : 1
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
