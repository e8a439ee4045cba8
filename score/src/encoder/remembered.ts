// What the encoder said of a text does not depend on its neighbours, so a text that comes again is not read again: an editor, a
// stream or a retry pays for what changed. Kept in memory only, the texts asked about last.

/** Pieces of all texts that are remembered: about 10,000 sentences, 5 MB. */
const REMEMBERED_PIECES_MAX = 200_000

type Read<Reading> = (texts: readonly (readonly number[])[]) => Reading[]

export function rememberReadings<Reading>(read: Read<Reading>, piecesMax = REMEMBERED_PIECES_MAX): Read<Reading> {
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
      const reading = known.get(key)
      if (reading) {
        // Moved to the end: it is the oldest that are forgotten.
        known.delete(key)
        known.set(key, reading)
        found.set(key, reading)
      } else unknown.set(key, texts[index] ?? [])
    }
    const readings = read([...unknown.values()])
    for (const [index, key] of [...unknown.keys()].entries()) {
      const reading = readings[index] as Reading
      found.set(key, reading)
      keep(key, reading)
    }
    return keys.map((key) => found.get(key) as Reading)
  }
}
