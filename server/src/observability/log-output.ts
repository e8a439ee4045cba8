// Where the log goes: standard output. A full disk behind it costs lines of the log, never the service.
import { writeSync } from 'node:fs'
import pino, { type DestinationStream } from 'pino'

/** What is kept while nothing can be written; beyond that, the newest lines are lost. */
const KEPT_BYTES_MAX = 1_048_576
const STANDARD_OUTPUT = 1
const STANDARD_ERROR = 2

/** To people. Both outputs often go to the same file: if its disk is full, the message is lost and nothing else. */
export function sayToPeople(message: string): void {
  try {
    writeSync(STANDARD_ERROR, `${message}\n`)
  } catch {
    // There is nobody left to tell.
  }
}

export function openLogOutput(say: (message: string) => void, fd = STANDARD_OUTPUT): DestinationStream {
  const output = pino.destination({ dest: fd, sync: false, maxLength: KEPT_BYTES_MAX })
  // What Node itself writes there, such as a warning, must not end the process either.
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
  // When the process ends, the rest is written. If that is not possible, the library would try again without end.
  const writeRest = output.flushSync.bind(output)
  output.flushSync = () => {
    if (!isFailing) writeRest()
  }
  return output
}
