// What the encoder said of a text does not depend on its neighbours, so a text that comes again is not read again: an editor, a
// stream or a retry pays for what changed. Kept in memory, the texts asked about last; a caller can keep more of them elsewhere.

/** Pieces of all texts that are remembered: about 10,000 sentences, 5 MB. */
const REMEMBERED_PIECES_MAX = 200_000

/** Readings that a caller keeps from one process to the next. */
export interface Kept<Reading> {
  get(pieces: readonly number[]): Reading | undefined
  add(pieces: readonly number[], reading: Reading): void
}

interface Options<Reading> {
  readonly piecesMax?: number | undefined
  readonly kept?: Kept<Reading> | undefined
}

type Read<Reading> = (texts: readonly (readonly number[])[]) => Reading[]

export function rememberReadings<Reading>(
  read: Read<Reading>,
  { piecesMax = REMEMBERED_PIECES_MAX, kept }: Options<Reading> = {},
): Read<Reading> {
  const known = new Map<string, Reading>()
  let pieces = 0
  const keep = (key: string, reading: Reading): void => {
    pieces += key.length
    known.set(key, reading)
    for (const oldest of known.keys()) {
      if (pieces <= piecesMax) return
      pieces -= oldest.length
      known.delete(oldest)
    }
  }
  return (texts) => {
    const keys = texts.map((text) => String.fromCharCode(...text))
    const found = new Map<string, Reading>()
    const unknown = new Map<string, readonly number[]>()
    for (const [index, key] of keys.entries()) {
      const reading = known.get(key) ?? kept?.get(texts[index] ?? [])
      if (reading) {
        // Moved to the end: it is the oldest that are forgotten.
        if (known.delete(key)) known.set(key, reading)
        else keep(key, reading)
        found.set(key, reading)
      } else unknown.set(key, texts[index] ?? [])
    }
    const readings = unknown.size > 0 ? read([...unknown.values()]) : []
    for (const [index, key] of [...unknown.keys()].entries()) {
      const reading = readings[index] as Reading
      found.set(key, reading)
      keep(key, reading)
      kept?.add(unknown.get(key) ?? [], reading)
    }
    return keys.map((key) => found.get(key) as Reading)
  }
}
