// A text as an editor sends it: plain, or in pieces of text and markup. We score the text without its markup; positions of matches count
// all pieces, as the editor does.
import { ApiError } from '../ground/errors.ts'

export interface AnnotatedText {
  readonly plain: string
  readonly original: string
  /** Converts a range of the plain text into one of the original. */
  locate(start: number, end: number): { readonly start: number; readonly end: number }
}

export function plainText(text: string): AnnotatedText {
  return { plain: text, original: text, locate: (start, end) => ({ start, end }) }
}

type Piece = { readonly text: string } | { readonly markup: string; readonly interpretAs?: string | null }

/** Reads the field `data`; throws an ApiError if it does not follow LanguageTool's API. `readJson` enforces the limits of all bodies. */
export function readAnnotations(json: string, readJson: (text: string) => unknown): AnnotatedText {
  const pieces = (parsed(json, readJson) as { annotation?: unknown } | null | undefined)?.annotation
  // Checked by hand, stopping at the first error: a schema would report each of thousands.
  if (Array.isArray(pieces) && pieces.every(isPiece)) return joined(pieces)
  throw new ApiError(
    'malformed',
    'The field "data" is not valid: it must be {"annotation": [{"text": "…"}, {"markup": "…", "interpretAs": "…"}]}.',
  )
}

function parsed(json: string, readJson: (text: string) => unknown): unknown {
  try {
    return readJson(json)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'too_large') throw error
    return undefined
  }
}

function isPiece(value: unknown): value is Piece {
  if (typeof value !== 'object' || value === null) return false
  const { text, markup, interpretAs = null } = value as Record<string, unknown>
  if (markup === undefined) return typeof text === 'string'
  return text === undefined && typeof markup === 'string' && (interpretAs === null || typeof interpretAs === 'string')
}

/** Where a piece starts in the plain text and in the original. */
interface PiecePlace {
  readonly plain: number
  readonly original: number
  readonly length: number
  readonly isText: boolean
}

function joined(pieces: readonly Piece[]): AnnotatedText {
  const places: PiecePlace[] = []
  let plain = ''
  let original = ''
  for (const one of pieces) {
    const isText = 'text' in one
    const read = isText ? one.text : (one.interpretAs ?? '')
    if (read !== '') places.push({ plain: plain.length, original: original.length, length: read.length, isText })
    plain += read
    original += isText ? one.text : one.markup
  }
  const at = (index: number): number => {
    const place = placeAt(places, index)
    if (!place) return 0
    // Markup is indivisible: a match cannot start in the middle of it.
    return place.original + (place.isText ? index - place.plain : 0)
  }
  return {
    plain,
    original,
    locate(start, end) {
      const from = at(start)
      return { start: from, end: end > start ? Math.max(from, at(end - 1) + 1) : from }
    },
  }
}

function placeAt(places: readonly PiecePlace[], index: number): PiecePlace | undefined {
  let low = 0
  let high = places.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((places[middle]?.plain ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return places[low]
}
