import type { Report } from '../ground/errors.ts'

const WAITING_MAX = 100

/** For parts that are opened before the log: holds their reports until there is one. */
export function createReporting() {
  let write: Report | undefined
  const waiting: Parameters<Report>[] = []
  return {
    report(error: unknown, message: string): void {
      if (write) write(error, message)
      else if (waiting.length < WAITING_MAX) waiting.push([error, message])
    },
    writeTo(log: Report): void {
      write = log
      for (const [error, message] of waiting.splice(0)) log(error, message)
    },
  }
}
