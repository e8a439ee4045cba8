// The health tests of a random source that SP 800-90B requires (4.4): every byte is tested before use. The claimed entropy is 7 bits per
// byte, and a good source fails a test at most once in 2^30 bytes.

/** Returns the failed test; undefined while the source is healthy. */
type Health = (bytes: Uint8Array) => 'repetition count' | 'adaptive proportion' | undefined

/** 1 + 30 / 7, rounded up: the maximum of equal bytes in a row. */
const REPEATED_MAX = 1 + Math.ceil(30 / 7)
const WINDOW = 512
/** How often the first byte of a window may occur in it: more has a probability of at most 2^-30 if each byte has 2^-7. */
const WINDOW_SAME_MAX = 23
/** Tested before the first draw. */
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
  // A source that failed once stays failed until the operator restarts the process.
  return (bytes) => {
    for (const byte of bytes) take(byte)
    return failed
  }
}
