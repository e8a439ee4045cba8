import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

// A file of results that can be continued: the complete lines of an interrupted run count.

export interface Output {
  /** How many lines it already has. */
  readonly lines: number
  /** The last line, with its line break. */
  readonly last: string
  /** The model version of a scored line. */
  readonly sample: string | undefined
  write(text: string): Promise<void>
  close(): Promise<void>
}

const PIECE_BYTES = 1_048_576
const NEWLINE = 0x0a

export async function openOutput(path: string, isResumed: boolean): Promise<Output> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o666)
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new Error(`${path} is not a file; without --output, results are printed`)
    const { lines, lastStart, end, sample } = await readLines(file)
    if (end > 0 && !isResumed) throw new Error(`${path} is not empty: continue it with --resume, or delete it`)
    const last = Buffer.alloc(end - lastStart)
    await file.read(last, 0, last.length, lastStart)
    const write = writerAt(file, { path, end, size: found.size })
    return { lines, last: last.toString(), sample, write, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Writes after its own last line, and stops if the size of the file has changed: results of two runs never mix. */
function writerAt(file: FileHandle, found: { path: string; end: number; size: number }): Output['write'] {
  let { end, size } = found
  return async (text) => {
    if ((await file.stat()).size !== size)
      throw new Error(`another process writes to ${found.path}: continue with --resume once it has ended`)
    if (size > end) await file.truncate(end)
    for (let rest = Buffer.from(text); rest.length > 0; ) {
      const { bytesWritten } = await file.write(rest, 0, rest.length, end)
      end += bytesWritten
      rest = rest.subarray(bytesWritten)
    }
    size = end
  }
}

/** Counts complete lines, and finds where the last one starts and ends. */
async function readLines(file: FileHandle) {
  const piece = Buffer.alloc(PIECE_BYTES)
  let [lines, lastStart, end, position] = [0, 0, 0, 0]
  let sample: string | undefined
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position)
    if (bytesRead === 0) return { lines, lastStart, end, sample }
    const read = piece.subarray(0, bytesRead)
    for (let at = read.indexOf(NEWLINE); at >= 0; at = read.indexOf(NEWLINE, at + 1)) {
      lines++
      lastStart = end
      end = position + at + 1
    }
    sample ??= /"model_version":"([^"]*)"/.exec(read.toString('latin1'))?.[1]
    position += bytesRead
  }
}
