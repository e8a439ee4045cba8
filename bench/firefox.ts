// `npm run firefox`: the main way through the editor in Firefox (type, marks, clear, undo), with a service of its own. Speaks WebDriver
// BiDi to the browser itself: Playwright drives only a Firefox of its own, and Debian's lacks a command that it sends first.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'undici'
import { withService } from './web-service.ts'

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const PORT = 18_812
const STEP_TIMEOUT_MS = 30_000
const POLL_MS = 200
const TEXT = 'The council met on Tuesday. The reckless scheme was an absolutely shameless disgrace.'

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>

await withService((url) => withFirefox((send) => walk(send, url)))

async function walk(send: Send, url: string): Promise<void> {
  const { context } = await send('browsingContext.create', { type: 'tab' })
  const run = async (expression: string): Promise<unknown> => {
    const answer = await send('script.evaluate', { expression, target: { context }, awaitPromise: true })
    if (answer.type === 'exception') throw new Error(`Firefox: ${JSON.stringify(answer.exceptionDetails)}`)
    return (answer.result as { value?: unknown }).value
  }
  const until = async (what: string, expression: string) => {
    const endMs = Date.now() + STEP_TIMEOUT_MS
    while ((await run(expression)) !== true) {
      if (Date.now() > endMs) throw new Error(`Firefox: ${what} did not come`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    console.log(`✓ ${what}`)
  }
  const press = (text: string) => {
    const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
    return send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
  const click = (name: string) =>
    run(`[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === '${name}').click()`)
  const field = `document.querySelector('textarea')`
  await send('browsingContext.navigate', { context, url: `${url}/app/text`, wait: 'complete' })
  await until('the editor', `${field} !== null && document.querySelectorAll('[data-start]').length > 0`)
  await run(`${field}.focus(), ${field}.select()`)
  await press(TEXT)
  await until('the typed text', `${field}.value === ${JSON.stringify(TEXT)}`)
  await until('marks', `[...document.querySelectorAll('[data-start]')].some((one) => one.textContent === 'reckless')`)
  await until('a score', `document.querySelector('[role=img][aria-label^="Neutrality score"]') !== null`)
  await click('Clear')
  await until('an empty page', `${field}.value === ''`)
  await click('Undo')
  await until('the text again', `${field}.value === ${JSON.stringify(TEXT)}`)
  await send('browsingContext.navigate', {
    context,
    url: `${url}/app/playground?bias=0.1&N=9&samples=1000&seed=42`,
    wait: 'complete',
  })
  await until('the playground', `document.body.textContent.includes('001001011')`)
}

async function withFirefox(work: (send: Send) => Promise<void>): Promise<void> {
  const program = FIREFOX.find((path) => existsSync(path))
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
