import { type FileHandle, open } from 'node:fs/promises'

// A file of results that can be continued: what a run that was stopped wrote counts as far as its lines are whole.

export interface Output {
  /** Lines that are there already. */
  readonly lines: number
  /** One of them that was scored, to see with which weights. */
  readonly sample: string | undefined
  write(text: string): Promise<void>
  close(): Promise<void>
}

const PIECE_BYTES = 1_048_576
const NEWLINE = 0x0a

export async function openOutput(path: string, isResumed: boolean): Promise<Output> {
  const file = await open(path, 'a+')
  const { lines, end, sample } = await readLines(file)
  if (end > 0 && !isResumed) {
    await file.close()
    throw new Error(`${path} is not empty: continue it with --resume, or delete it`)
  }
  await file.truncate(end)
  return { lines, sample, write: (text) => file.appendFile(text), close: () => file.close() }
}

/** Whole lines, and where the last of them ends. */
async function readLines(file: FileHandle): Promise<{ lines: number; end: number; sample: string | undefined }> {
  const piece = Buffer.alloc(PIECE_BYTES)
  let [lines, end, position] = [0, 0, 0]
  let sample: string | undefined
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position)
    if (bytesRead === 0) return { lines, end, sample }
    const read = piece.subarray(0, bytesRead)
    for (let at = read.indexOf(NEWLINE); at >= 0; at = read.indexOf(NEWLINE, at + 1)) {
      lines++
      end = position + at + 1
    }
    sample ??= /"model_version":"([^"]*)"/.exec(read.toString('latin1'))?.[1]
    position += bytesRead
  }
}
