// The working memory of one analysis, in one piece: asking for a dozen small arrays a call would cost more than scoring a
// sentence. Who keeps what was read (the trainer) asks for a room of its own; `analyze` reuses one.

export interface Room {
  readonly capacity: number
  readonly start: Int32Array
  readonly end: Int32Array
  readonly hash: Int32Array
  readonly row: Int32Array
  readonly unitRow: Int32Array
  readonly unitHash: Int32Array
  readonly unitFirst: Int32Array
  readonly unitLast: Int32Array
  readonly weight: Float32Array
  readonly share: Float32Array
  readonly expert: Float32Array
  readonly editor: Float32Array
  readonly tone: Float32Array
  readonly kind: Uint16Array
  readonly unitKind: Uint16Array
  readonly shape: Uint8Array
}

// Arrays of four bytes, of two and of one.
const WIDE = 13
const NARROW = 2
// No power of two: entries of the same number would all compete for one place in the processor's cache.
const SHARED_CAPACITY = (1 << 15) + 104
const SMALL_CAPACITY = 520
let shared: Room | undefined
let small: Room | undefined

// Two code units hold at most one word and its border.
export function wordsMax(text: string): number {
  return (text.length >> 1) + 2
}

export function makeRoom(capacity: number): Room {
  const buffer = new ArrayBuffer(capacity * (WIDE * 4 + NARROW * 2 + 1))
  let at = 0
  const next = (): number => capacity * 4 * at++
  return {
    capacity,
    start: new Int32Array(buffer, next(), capacity),
    end: new Int32Array(buffer, next(), capacity),
    hash: new Int32Array(buffer, next(), capacity),
    row: new Int32Array(buffer, next(), capacity),
    unitRow: new Int32Array(buffer, next(), capacity),
    unitHash: new Int32Array(buffer, next(), capacity),
    unitFirst: new Int32Array(buffer, next(), capacity),
    unitLast: new Int32Array(buffer, next(), capacity),
    weight: new Float32Array(buffer, next(), capacity),
    share: new Float32Array(buffer, next(), capacity),
    expert: new Float32Array(buffer, next(), capacity),
    editor: new Float32Array(buffer, next(), capacity),
    tone: new Float32Array(buffer, next(), capacity),
    kind: new Uint16Array(buffer, capacity * 4 * WIDE, capacity),
    unitKind: new Uint16Array(buffer, capacity * (4 * WIDE + 2), capacity),
    shape: new Uint8Array(buffer, capacity * (4 * WIDE + 2 * NARROW), capacity),
  }
}

// A room that the next call will overwrite; longer texts get their own.
export function borrowRoom(text: string): Room {
  const needed = wordsMax(text)
  if (needed > SHARED_CAPACITY) return makeRoom(needed)
  shared ??= makeRoom(SHARED_CAPACITY)
  return shared
}

// The same for a sentence that is read while its text still lies in the other room.
export function borrowSmallRoom(sentence: string): Room {
  const needed = wordsMax(sentence)
  if (needed > SMALL_CAPACITY) return makeRoom(needed)
  small ??= makeRoom(SMALL_CAPACITY)
  return small
}

// What is needed only while a text is scored, a number a unit; the next call overwrites these too.
interface TermRoom {
  readonly expertAny: Float64Array
  readonly editorAny: Float64Array
  readonly word: Float32Array
  readonly letters: Float64Array
  readonly pair: Float32Array
}

let sharedTerms: TermRoom | undefined

export function borrowTerms(count: number): TermRoom {
  if (count > SHARED_CAPACITY) return makeTerms(count)
  sharedTerms ??= makeTerms(SHARED_CAPACITY)
  return sharedTerms
}

function makeTerms(capacity: number): TermRoom {
  return {
    expertAny: new Float64Array(capacity),
    editorAny: new Float64Array(capacity),
    word: new Float32Array(capacity),
    letters: new Float64Array(capacity),
    pair: new Float32Array(capacity),
  }
}
