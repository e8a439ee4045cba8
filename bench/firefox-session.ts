// Speaks WebDriver BiDi to Firefox itself: Playwright drives only a Firefox of its own, and Debian's lacks a command that it sends first.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'undici'

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const PORT = 18_812
const STEP_TIMEOUT_MS = 30_000
const POLL_MS = 200

export type Send = (method: string, params?: object) => Promise<Record<string, unknown>>

export function firefoxPath(): string | undefined {
  return FIREFOX.find((path) => existsSync(path))
}

/** Evaluates an expression in a tab, and waits for what it promises. */
export function evaluateIn(send: Send, context: unknown): (expression: string) => Promise<unknown> {
  return async (expression) => {
    const answer = await send('script.evaluate', { expression, target: { context }, awaitPromise: true })
    if (answer.type === 'exception') throw new Error(`Firefox: ${JSON.stringify(answer.exceptionDetails)}`)
    return (answer.result as { value?: unknown }).value
  }
}

export async function withFirefox(work: (send: Send) => Promise<void>): Promise<void> {
  const program = firefoxPath()
  if (!program) throw new Error('No Firefox was found')
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const args = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${PORT}`]
  const firefox = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: profile } })
  const gone = new Promise((resolve) => firefox.once('exit', resolve))
  try {
    const socket = await connect(`ws://127.0.0.1:${PORT}/session`)
    const send = commands(socket)
    await send('session.new', { capabilities: {} })
    await work(send)
    socket.close()
  } finally {
    firefox.kill('SIGTERM')
    await gone
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Firefox takes a while before it listens. */
async function connect(address: string): Promise<WebSocket> {
  const endMs = Date.now() + STEP_TIMEOUT_MS
  for (;;) {
    const socket = new WebSocket(address)
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.addEventListener('open', () => resolve(true))
      socket.addEventListener('error', () => resolve(false))
    })
    if (isOpen) return socket
    if (Date.now() > endMs) throw new Error('Firefox does not listen')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function commands(socket: WebSocket): Send {
  const waiting = new Map<
    number,
    { resolve: (value: Record<string, unknown>) => void; reject: (error: Error) => void }
  >()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data))
    const asked = waiting.get(id)
    waiting.delete(id)
    if (type === 'error') asked?.reject(new Error(`${error}: ${message}`))
    else asked?.resolve(result)
  })
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      socket.send(JSON.stringify({ id, method, params }))
    })
}
