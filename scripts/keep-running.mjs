// Runs a program in a separate process and restarts it if it crashes, unless it never became ready or keeps crashing.
import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'

const RESTARTS_MAX = 5
const WINDOW_MS = 60_000
/** Signals that are passed on; SIGHUP replaces workers, or ends a service without workers. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The program sends its parent a message when it is ready. This process ends with the program's exit status. */
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
      say(
        `The service ended ${how}, for the ${times}th time within a minute. It is not started again: the log above says why it ended.`,
      )
      process.exit(1)
    }
    say(`Warning: the service ended ${how}. It is started again (${times} of ${RESTARTS_MAX} times a minute).`)
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

/** If the disk behind standard error is full, the message is lost, and the service is started again. */
function say(message) {
  try {
    writeSync(2, `${message}\n`)
  } catch {
    // The message cannot be reported anywhere else.
  }
}

function endAs(code, signal) {
  if (!signal) process.exit(code)
  for (const name of SIGNALS) process.removeAllListeners(name)
  process.kill(process.pid, signal)
}
