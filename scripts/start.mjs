// `npm start`: builds what is stale, reads .env where there is one, and runs the service in a process of its own, which is started again
// if it crashes. A service that never got ready, or that crashes again and again, is not.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const RESTARTS_MAX = 5
const WINDOW_MS = 60_000
const MAIN = fileURLToPath(new URL('../server/dist/main.js', import.meta.url))
/** What the service is sent by a person or the system; a SIGHUP replaces workers, or ends a service that has none. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

try {
  build()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
if (existsSync('.env')) process.loadEnvFile('.env')

let service
let wasReady = false
let isStopping = false
let crashedMs = []

function start() {
  const env = { ...process.env, EQUIPOISE_LAUNCHED: 'yes' }
  service = spawn(process.execPath, [...process.execArgv, MAIN], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  service.once('message', () => {
    wasReady = true
  })
  service.once('exit', onExit)
}

function onExit(code, signal) {
  if (isStopping || !wasReady || code === 0 || signal === 'SIGHUP') return endAs(code, signal)
  const how = signal ? `by signal ${signal}` : `with code ${code}`
  const nowMs = performance.now()
  crashedMs = [...crashedMs.filter((ms) => nowMs - ms < WINDOW_MS), nowMs]
  if (crashedMs.length > RESTARTS_MAX) {
    console.error(
      `The service ended ${how}, ${crashedMs.length} times within a minute, and is not started again. The log above says why.`,
    )
    process.exit(1)
  }
  console.error(
    `Warning: the service ended ${how}. It is started again (${crashedMs.length} of ${RESTARTS_MAX} times a minute).`,
  )
  start()
}

/** As if there had been one process only. */
function endAs(code, signal) {
  if (!signal) process.exit(code)
  for (const name of SIGNALS) process.removeAllListeners(name)
  process.kill(process.pid, signal)
}

for (const signal of SIGNALS) {
  process.on(signal, () => {
    if (signal !== 'SIGHUP') isStopping = true
    service.kill(signal)
  })
}
start()
