// Stopping the service as an operator does: a signal to the process, with requests in progress on open connections.
import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { streamedAnswer, wholeAnswer } from '@equipoise/simulated'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Account, type AiService, CHAT_KEY, openAiService } from './ai-service.ts'
import { freePort } from './free-port.ts'
import { TEST_SECRET } from './service.ts'
import { stall } from './upstream.ts'

let service: AiService
let account: Account
const started: ChildProcess[] = []

beforeAll(async () => {
  service = await openAiService()
  account = await service.account('pro')
})
afterEach(() => {
  for (const { pid } of started.splice(0)) killGroup(pid)
})
afterAll(() => service.close())

/** Kills the whole process group; does nothing if it is gone. */
function killGroup(pid = 0): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ESRCH')
  }
}

const ROOT = join(import.meta.dirname, '../..')
const BUILT = [process.execPath, 'server/dist/main.js']

/** The service as a separate process, on the same database and with the same provider. */
async function startService([program = '', ...args] = BUILT, settings: Record<string, string> = {}) {
  const port = await freePort()
  const openai = { format: 'openai', base_url: service.upstream.url, model: 'small-model' }
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: service.databaseUrl,
    JWT_SECRET: TEST_SECRET,
    PROVIDERS: JSON.stringify({ provider_c: openai }),
    CHAT_API_KEY: CHAT_KEY,
    ...settings,
  }
  const child = spawn(program, args, { cwd: ROOT, env, detached: true })
  started.push(child)
  const logged = text(child.stdout)
  let said = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    const hear = (words: Buffer): void => {
      said += words
      if (said.includes('is ready')) resolve()
    }
    child.stderr.on('data', hear)
    ended.then(() => reject(new Error(`ended before it was ready: ${said}`)))
  })
  return { port, ended, logged, said: () => said, stop: (signal: NodeJS.Signals = 'SIGTERM') => child.kill(signal) }
}

/** Sends a request on a connection that the client keeps. */
function ask(port: number, body: object): Promise<IncomingMessage> {
  const agent = new Agent({ keepAlive: true })
  const headers = { 'x-api-key': account.key, 'content-type': 'application/json' }
  const call = httpRequest({ host: '127.0.0.1', port, path: '/ai/chat', method: 'POST', headers, agent })
  call.end(JSON.stringify({ messages: [{ role: 'user', content: 'Why?' }], ...body }))
  return new Promise((resolve, reject) => call.on('response', resolve).on('error', reject))
}

/** A provider that has started to answer, or not yet, and continues when it is told to. */
function holdAnswer(streamed: boolean): () => void {
  let goOn = (): void => {}
  service.upstream.plan(({ wire, response }) => {
    const answer = { text: 'One two.', model: 'small-model' }
    const [first = '', second = '', ...rest] = streamedAnswer(wire, answer, ['One ', 'two.'])
    response.writeHead(200, { 'content-type': streamed ? 'text/event-stream' : 'application/json' })
    if (streamed) response.write(first + second)
    goOn = () => response.end(streamed ? rest.join('') : wholeAnswer(wire, answer))
  })
  return () => goOn()
}

/** Resolves when nobody listens there. */
async function closesDoor(port: number): Promise<void> {
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  await expect.poll(isOpen).toBe(false)
}

const HUNG_UP = 'Closing the connections'

test.each([false, true])(
  'running requests are finished, and then the process exits at once with status 0 (stream: %j)',
  async (stream) => {
    const { port, ended, said, stop } = await startService()
    const goOn = holdAnswer(stream)
    const called = service.upstream.nextCall()
    const answering = ask(port, { stream })
    await called
    if (stream) await answering
    stop()
    await closesDoor(port)
    goOn()
    const answer = await answering
    expect([answer.statusCode, await text(answer)]).toEqual([200, expect.stringContaining('One two.')])
    if (!stream) expect(answer.headers.connection).toBe('close')
    expect(await ended).toBe(0)
    expect(said()).not.toContain(HUNG_UP)
  },
)

test('an idle connection, and one without any request, do not delay a stop', async () => {
  const { port, ended, said, stop } = await startService()
  const silent = connect(port, '127.0.0.1')
  await new Promise((resolve) => silent.once('connect', resolve))
  await text(await ask(port, { messages: [] }))
  stop()
  expect(await ended).toBe(0)
  expect(said()).not.toContain(HUNG_UP)
})

test('with DRAIN_MS a node first reports that it is not ready, and still accepts new connections', async () => {
  const { port, ended, stop } = await startService(BUILT, { DRAIN_MS: '4000' })
  // Each time on a new connection.
  const asked = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const call = httpRequest({ host: '127.0.0.1', port, path: '/health/ready', agent: false })
      call.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
      call.end()
    })
  expect(await asked()).toBe(200)
  stop()
  await expect.poll(asked, { interval: 20 }).toBe(503)
  await closesDoor(port)
  expect(await ended).toBe(0)
})

test('two signals at the same moment count as one: npm forwards what a terminal has already sent', async () => {
  const { port, ended, stop } = await startService()
  const goOn = holdAnswer(false)
  const called = service.upstream.nextCall()
  const answering = ask(port, {})
  await called
  stop('SIGINT')
  stop('SIGTERM')
  await closesDoor(port)
  goOn()
  expect([(await answering).statusCode, await ended]).toEqual([200, 0])
})

test('a signal to npm start stops the service that it has started', async () => {
  const { port, ended, stop } = await startService(['npm', 'start'])
  stop()
  expect(await ended).toBe(0)
  await closesDoor(port)
})

test('standard output contains only the log, one JSON object per line', async () => {
  const { ended, logged, stop } = await startService()
  stop()
  await ended
  const lines = (await logged).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).msg)).toContainEqual(expect.stringContaining('Server listening'))
})

test('requests that do not end in time are ended and refunded, and the process still exits with status 0', async () => {
  const used = await account.used('ai/chat')
  const { port, ended, said, stop } = await startService()
  service.upstream.plan(stall())
  const called = service.upstream.nextCall()
  const cut = ask(port, {}).catch(() => 'cut')
  await called
  stop()
  expect([await cut, await ended]).toEqual(['cut', 0])
  expect(said()).toContain(HUNG_UP)
  expect(await account.used('ai/chat')).toBe(used)
})
