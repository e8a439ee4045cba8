import type { Line } from '../threads/work.ts'

// Splits bytes into lines, keeping at most one line and one piece of the file in memory.

/** A longer line is not a text; it is reported, and the rest of it is skipped. */
const LINE_BYTES_MAX = 10_000_000
const NEWLINE = 0x0a

/** The last line needs no line break. */
export async function* linesIn(pieces: AsyncIterable<Uint8Array>, bytesMax = LINE_BYTES_MAX): AsyncGenerator<Line> {
  let open: Uint8Array[] = []
  let size = 0
  const take = (): Line => {
    const line = size > bytesMax ? { problem: `the line is longer than ${bytesMax / 1_000_000} MB` } : decoded(open)
    open = []
    size = 0
    return line
  }
  for await (const piece of pieces) {
    let from = 0
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      add(piece.subarray(from, at))
      yield take()
      from = at + 1
    }
    add(piece.subarray(from))
  }
  if (size > 0) yield take()

  function add(rest: Uint8Array): void {
    size += rest.length
    if (size > bytesMax) open = []
    // A copy, so that the whole piece is not kept for the few bytes of an unfinished line.
    else if (rest.length > 0) open.push(Uint8Array.from(rest))
  }
}

function decoded(bytes: readonly Uint8Array[]): Line {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(bytes)) }
  } catch {
    return { problem: 'the line is not valid UTF-8' }
  }
}
