// Figures that are collected in memory and written in batches. Nothing depends on them: a node that crashes loses the last few seconds,
// and no request waits for them.
import type { Report } from '../ground/errors.ts'

interface Notes<Row> {
  /** Updates the row under this key; `known` is what was collected there since the last write. */
  add(place: string, next: (known: Row | undefined) => Row): void
  /** Resolves when everything collected is written, or could not be. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface NotesOptions<Row> {
  readonly everyMs: number
  /** Keys in memory at most; figures of further keys are lost. */
  readonly placesMax: number
  readonly write: (rows: Row[]) => Promise<unknown>
  readonly report: Report
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
