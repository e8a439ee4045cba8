import type { Balance } from './balance/balance.ts'
import type { Band, Direction, Reason, Withholding } from './certificate.ts'
import type { Evidence } from './evidence/evidence.ts'

// What is said of a text.

export {
  BANDS,
  type Band,
  bandOf,
  CERTIFIED_MIN,
  type Direction,
  MODERATE_MIN,
  OBJECTIONS,
  type Objection,
  type Reason,
  UNCERTIFIED_MAX,
  type Withholding,
} from './certificate.ts'

/** Positions count UTF-16 code units, as JavaScript strings do; `end` is exclusive. */
export interface Analysis {
  /** The neutrality score, from 0 (loaded wording) to 1 (neutral wording). */
  readonly ainScore: number
  /** Which way the wording leans; `neutral` for certified texts. */
  readonly biasDirection: Direction
  /** The score is at least 0.7, the text could be judged, and no sentence withholds it. */
  readonly certified: boolean
  readonly wordRatios: WordRatios
  readonly wordCount: number
  readonly band: Band
  readonly sentences: readonly { readonly start: number; readonly end: number; readonly ainScore: number }[]
  /** The sentences that withhold the certificate, each with the reason and what would lift it. */
  readonly withheldBy: readonly Withholding[]
  /** Sentences that would withhold it if the caller had not accepted the reason. */
  readonly accepted: readonly Withholding[]
  /** The words the score rests on: your flagged words first, then the most noticeable. */
  readonly evidence: readonly Evidence[]
  /** How many pieces of evidence the list leaves out. */
  readonly evidenceTruncated: number
  /** How many sides are heard: experimental. Null for texts of fewer than three sentences, and if nothing is disputed. It never changes the score. */
  readonly balance: Balance | null
  /** ISO 639-1, or `und` if it is unknown. */
  readonly language: string
  /** From 0 to 1. Low for short texts and unknown words. */
  readonly confidence: number
  /** Why the text cannot be certified whatever its wording: it is in another language, or too short. */
  readonly reason?: Reason
  /** The same version gives the same score. */
  readonly modelVersion: string
}

/** Shares of all words. A loaded word may also be positive or negative; `neutral` are those that are none of the three. */
export interface WordRatios {
  readonly positive: number
  readonly negative: number
  readonly loaded: number
  readonly neutral: number
}
