// The health tests of a random source that SP 800-90B asks for (4.4): each byte is looked at before it is used. The claimed entropy is
// 7 bits a byte, and a good source fails a test once in 2^30 bytes at most.

/** What failed; undefined while the source is healthy. */
type Health = (bytes: Uint8Array) => 'repetition count' | 'adaptive proportion' | undefined

/** 1 + 30 / 7, rounded up: so many equal bytes in a row. */
const REPEATED_MAX = 1 + Math.ceil(30 / 7)
const WINDOW = 512
/** So often the first byte of a window may come in it: at most 2^-30 for a chance of 2^-7, by the binomial law. */
const WINDOW_SAME_MAX = 23
/** Looked at before anything is drawn. */
export const STARTUP_BYTES = 1_024

export function createHealth(): Health {
  let [last, repeated] = [-1, 0]
  let [first, same, at] = [-1, 0, 0]
  let failed: ReturnType<Health>
  const take = (byte: number) => {
    repeated = byte === last ? repeated + 1 : 1
    last = byte
    if (repeated >= REPEATED_MAX) failed ??= 'repetition count'
    if (at === 0) [first, same] = [byte, 0]
    if (byte === first) same++
    at = (at + 1) % WINDOW
    if (same >= WINDOW_SAME_MAX) failed ??= 'adaptive proportion'
  }
  // A source that failed once stays failed until somebody looked at it and started the process again.
  return (bytes) => {
    for (const byte of bytes) take(byte)
    return failed
  }
}
