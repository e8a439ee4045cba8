import type { Lexis } from './lexis.ts'
import { weighQuotations } from './quotation.ts'
import { readUnits, type Units } from './units.ts'
import { readWords } from './words.ts'

// The one way from a text to what is scored; the trainer reads its corpora through it too.
export function readText(lexis: Lexis, text: string): Units {
  const units = readUnits(lexis, readWords(text))
  weighQuotations(lexis, units)
  return units
}
