// Requests over kept connections, one at a time or as a load that runs beside a test.
import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

interface Call {
  readonly path: string
  readonly headers?: Record<string, string>
  readonly payload?: object
}

interface Response {
  /** 0 if the connection was lost. */
  readonly status: number
  readonly body: string
}

/** For one request on its own connection. */
const oneCall = new Agent({ keepAlive: false })

export function call(port: number, { path, headers = {}, payload }: Call, agent = oneCall): Promise<Response> {
  return new Promise((resolve) => {
    const method = payload ? 'POST' : 'GET'
    const all = { 'content-type': 'application/json', ...headers }
    const calling = httpRequest({ host: '127.0.0.1', port, path, method, headers: all, agent })
    calling.on('response', async (answer) => {
      const body = await text(answer).catch(() => undefined)
      resolve(body === undefined ? { status: 0, body: '' } : { status: answer.statusCode ?? 0, body })
    })
    calling.on('error', () => resolve({ status: 0, body: '' }))
    calling.end(payload && JSON.stringify(payload))
  })
}

interface LoadOptions {
  readonly callers: number
  /** The pause between two requests of a caller, because the tested service needs the cores too. */
  readonly paceMs: number
}

/** Callers who send one request after another until the load is stopped; then returns all statuses. */
export function startLoad(port: number, asked: Call, { callers, paceMs }: LoadOptions) {
  let isOver = false
  const statuses: number[] = []
  const working = Array.from({ length: callers }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (; !isOver; await delay(paceMs)) statuses.push((await call(port, asked, agent)).status)
    agent.destroy()
  })
  return {
    statuses,
    async stop(): Promise<readonly number[]> {
      isOver = true
      await Promise.all(working)
      return statuses
    },
  }
}

export function count(statuses: readonly number[], status: number): number {
  return statuses.filter((one) => one === status).length
}
