// Figures that are noted in memory and written together. Nothing is decided by them: a node that dies loses the last few seconds of
// them, and no call ever waits for them.
import type { Report } from '../ground/errors.ts'

interface Notes<Row> {
  /** Adds to the row of this place; `known` is what was noted there since the last writing. */
  add(place: string, next: (known: Row | undefined) => Row): void
  /** Resolves when all that was noted is written, or could not be. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface NotesOptions<Row> {
  readonly everyMs: number
  /** Places in memory at the most; what comes beyond is not counted. */
  readonly placesMax: number
  readonly write: (rows: Row[]) => Promise<unknown>
  readonly report: Report
  /** What the log says when they could not be written. */
  readonly failure: string
}

export function createNotes<Row>({ everyMs, placesMax, write, report, failure }: NotesOptions<Row>): Notes<Row> {
  let noted = new Map<string, Row>()
  let writing: Promise<unknown> = Promise.resolve()
  const flush = async (): Promise<void> => {
    if (noted.size > 0) {
      const rows = [...noted.values()]
      noted = new Map()
      writing = writing.then(() => write(rows)).catch((error: unknown) => report(error, failure))
    }
    await writing
  }
  const timer = setInterval(flush, everyMs).unref()
  return {
    add(place, next) {
      const known = noted.get(place)
      if (known === undefined && noted.size >= placesMax) return
      noted.set(place, next(known))
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
