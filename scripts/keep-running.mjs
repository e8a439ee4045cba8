// Runs a program in a process of its own and starts it again if it crashes. One that never got ready, or that crashes again and again,
// is not started again.
import { spawn } from 'node:child_process'

const RESTARTS_MAX = 5
const WINDOW_MS = 60_000
/** What people or the system send; a SIGHUP replaces workers, or ends a service that has none. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The program says that it is ready with a message to its parent. This process ends as the program does. */
export function keepRunning(program) {
  let running
  let wasReady = false
  let isStopping = false
  let crashedMs = []

  const start = () => {
    const env = { ...process.env, EQUIPOISE_LAUNCHED: 'yes' }
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
    running = spawn(process.execPath, [...process.execArgv, program], { env, stdio })
    running.once('message', () => {
      wasReady = true
    })
    running.once('exit', onExit)
  }
  const onExit = (code, signal) => {
    if (isStopping || !wasReady || code === 0 || signal === 'SIGHUP') return endAs(code, signal)
    const how = signal ? `by signal ${signal}` : `with code ${code}`
    const nowMs = performance.now()
    crashedMs = [...crashedMs.filter((ms) => nowMs - ms < WINDOW_MS), nowMs]
    const times = crashedMs.length
    if (times > RESTARTS_MAX) {
      console.error(
        `The service ended ${how}, for the ${times}th time within a minute. It is not started again: the log above says why it ended.`,
      )
      process.exit(1)
    }
    console.error(
      `Warning: the service ended ${how}. It is started again (${times} of ${RESTARTS_MAX} times a minute).`,
    )
    start()
  }

  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (signal !== 'SIGHUP') isStopping = true
      running.kill(signal)
    })
  }
  start()
}

function endAs(code, signal) {
  if (!signal) process.exit(code)
  for (const name of SIGNALS) process.removeAllListeners(name)
  process.kill(process.pid, signal)
}
