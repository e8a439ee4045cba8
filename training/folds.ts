import { hashWord } from '@equipoise/score/reading'
import type { Row } from './corpora.ts'

export const FOLDS = 5

// All sentences of one article fall into one fold: its topic and its author's habits must not leak.
export function foldOfArticle(row: Row | undefined): number {
  return (hashWord(row?.link || row?.id || '') >>> 0) % FOLDS
}
