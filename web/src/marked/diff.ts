// The difference between two texts, as pieces to render.
import { changesBetween } from '@equipoise/score/rewriting'

export interface Piece {
  readonly text: string
  readonly kind: 'same' | 'removed' | 'added'
}

/** Common, removed and added pieces in order. */
export function diffOf(before: string, after: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const change of changesBetween(before, after)) {
    pieces.push({ text: before.slice(at, change.start), kind: 'same' })
    pieces.push({ text: change.before, kind: 'removed' }, { text: change.after, kind: 'added' })
    at = change.end
  }
  pieces.push({ text: before.slice(at), kind: 'same' })
  return pieces.filter(({ text }) => text !== '')
}
