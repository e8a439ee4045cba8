// The log goes to standard output. If its disk is full, lines of the log are lost, but the service continues.
import { writeSync } from 'node:fs'
import pino, { type DestinationStream } from 'pino'

/** Buffered while nothing can be written; beyond that, the newest lines are lost. */
const KEPT_BYTES_MAX = 1_048_576
const STANDARD_OUTPUT = 1
const STANDARD_ERROR = 2

/** Writes a message for people. Both outputs often go to the same file: if its disk is full, only the message is lost. */
export function sayToPeople(message: string): void {
  try {
    writeSync(STANDARD_ERROR, `${message}\n`)
  } catch {
    // The message cannot be reported anywhere else.
  }
}

export function openLogOutput(say: (message: string) => void, fd = STANDARD_OUTPUT): DestinationStream {
  const output = pino.destination({ dest: fd, sync: false, maxLength: KEPT_BYTES_MAX })
  // Node's own writes there, such as warnings, must not end the process either.
  process.stderr.on('error', () => {})
  let isFailing = false
  // Without a listener, the first error would end the process.
  output.on('error', (error: Error) => {
    if (!isFailing) say(`The log cannot be written: ${error.message}. Requests are still answered.`)
    isFailing = true
  })
  output.on('write', () => {
    if (isFailing) say('The log can be written again.')
    isFailing = false
  })
  // Writes the rest when the process ends. If that is not possible, the library would retry without end.
  const writeRest = output.flushSync.bind(output)
  output.flushSync = () => {
    if (!isFailing) writeRest()
  }
  return output
}
