// What changed between two texts, word by word.

export interface Piece {
  readonly text: string
  readonly kind: 'same' | 'removed' | 'added'
}

/** Above so many words on both sides together the middle is shown as replaced whole: the table would be too large. */
const TABLE_CELLS_MAX = 4_000_000

/** Pieces of both texts in their order; the removed and the added ones make the difference. */
export function diffOf(before: string, after: string): Piece[] {
  const a = tokensOf(before)
  const b = tokensOf(after)
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  const middle = compare(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  return merged([...same(a.slice(0, head)), ...middle, ...same(tail === 0 ? [] : a.slice(-tail))])
}

/** Words with the white space behind them. */
function tokensOf(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? []
}

function same(tokens: readonly string[]): Piece[] {
  return tokens.map((text) => ({ text, kind: 'same' }))
}

/** By the longest common subsequence. */
function compare(a: readonly string[], b: readonly string[]): Piece[] {
  const removed = (text: string): Piece => ({ text, kind: 'removed' })
  const added = (text: string): Piece => ({ text, kind: 'added' })
  if (a.length * b.length > TABLE_CELLS_MAX) return [...a.map(removed), ...b.map(added)]
  const width = b.length + 1
  const longest = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j
      longest[at] =
        a[i] === b[j] ? (longest[at + width + 1] ?? 0) + 1 : Math.max(longest[at + width] ?? 0, longest[at + 1] ?? 0)
    }
  }
  const pieces: Piece[] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const at = i * width + j
    if (a[i] === b[j]) {
      pieces.push({ text: a[i] ?? '', kind: 'same' })
      i++
      j++
    } else if ((longest[at + width] ?? 0) >= (longest[at + 1] ?? 0)) pieces.push(removed(a[i++] ?? ''))
    else pieces.push(added(b[j++] ?? ''))
  }
  return [...pieces, ...a.slice(i).map(removed), ...b.slice(j).map(added)]
}

function merged(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last?.kind === piece.kind) joined[joined.length - 1] = { ...last, text: last.text + piece.text }
    else joined.push(piece)
  }
  return joined
}
