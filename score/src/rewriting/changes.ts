// What changed between two texts, word by word.

/** Words `start` to `end` of the text before (UTF-16, exclusive), and what stands there now. */
export interface Change {
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
}

/** The smallest set of changes by words. Applied to `before`, from the last to the first, they give `after`. */
export function changesBetween(before: string, after: string): Change[] {
  const old = piecesOf(before)
  const now = piecesOf(after)
  let head = 0
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head++
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const kept = keptPieces(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
  const anchors = [
    ...kept.map(([a, b]) => [a + head, b + head] as const),
    [old.length - tail, now.length - tail] as const,
  ]
  return joined(collect(old, now, { head, anchors }), before)
}

/** Words, single spaces and single marks. */
export function piecesOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}'’_-]+|[\s\S]/gu) ?? []
}

interface Between {
  readonly head: number
  /** Pieces that both have, in order; what lies between two of them has changed. */
  readonly anchors: readonly (readonly [number, number])[]
}

function collect(old: readonly string[], now: readonly string[], { head, anchors }: Between): Change[] {
  const changes: Change[] = []
  let [a, b] = [head, head]
  let start = lengthOf(old.slice(0, head))
  for (const [nextA, nextB] of anchors) {
    const gone = old.slice(a, nextA).join('')
    const come = now.slice(b, nextB).join('')
    if (gone !== '' || come !== '') changes.push({ start, end: start + gone.length, before: gone, after: come })
    start += gone.length + (old[nextA]?.length ?? 0)
    ;[a, b] = [nextA + 1, nextB + 1]
  }
  return changes
}

/** Changes with nothing but one space between them are one change to a reader. */
function joined(changes: readonly Change[], text: string): Change[] {
  const result: Change[] = []
  for (const change of changes) {
    const last = result.at(-1)
    const gap = last && text.slice(last.end, change.start)
    if (last && gap !== undefined && /^ ?$/.test(gap)) {
      const before = last.before + gap + change.before
      result[result.length - 1] = { start: last.start, end: change.end, before, after: last.after + gap + change.after }
    } else result.push(change)
  }
  return result
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}

/** More work than this, and the middle counts as changed as a whole. */
const WORK_MAX = 4_000_000

/** The longest common subsequence, by the usual table: the texts differ in few places, and their ends are cut off before. */
function keptPieces(old: readonly string[], now: readonly string[]): [number, number][] {
  const width = now.length + 1
  if (old.length * width > WORK_MAX) return []
  const table = new Uint16Array((old.length + 1) * width)
  const at = (a: number, b: number): number => table[a * width + b] ?? 0
  // Numbers are compared several times as fast as words.
  const numbers = new Map([...new Set([...old, ...now])].map((piece, number) => [piece, number]))
  const numbered = (pieces: readonly string[]) => Uint32Array.from(pieces, (piece) => numbers.get(piece) ?? 0)
  const [before, after] = [numbered(old), numbered(now)]
  for (let a = old.length - 1; a >= 0; a--) {
    const row = a * width
    for (let b = now.length - 1, right = 0; b >= 0; b--) {
      const below = row + width + b
      right = before[a] === after[b] ? (table[below + 1] ?? 0) + 1 : Math.max(table[below] ?? 0, right)
      table[row + b] = right
    }
  }
  const kept: [number, number][] = []
  for (let a = 0, b = 0; a < old.length && b < now.length; ) {
    if (old[a] === now[b]) kept.push([a++, b++])
    else if (at(a + 1, b) >= at(a, b + 1)) a++
    else b++
  }
  return kept
}
