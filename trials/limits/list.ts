// Every number that the contract, the API document, the guides or the screens state, and the test at its border.
import type { NumberAt } from './mutation.ts'

export interface Limit extends NumberAt {
  /** The smallest change that a caller can notice. */
  readonly step: number
  /** The file whose tests fail if the number changes, or one of its tests as `file > title`. */
  readonly test: string
}

export const LIMITS: readonly Limit[] = [
  { file: 'score/src/certificate.ts', name: 'CERTIFIED_MIN', step: 0.01, test: 'score/src/certificate.test.ts' },
  { file: 'score/src/certificate.ts', name: 'LOADED_MAX.deep', step: 0.01, test: 'score/src/certificate.test.ts' },
  { file: 'server/src/routes/texts/analysis-shape.ts', name: 'TEXT_CHARACTERS_MAX', step: 1, test: 'server/src/routes/texts/texts.test.ts' },
]
