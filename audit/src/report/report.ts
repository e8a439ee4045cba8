// The report of an audit: building, formats, signing, comparing with an earlier one, verifying.

export { type Baseline, compareWithBaseline, type Regression } from './baseline.ts'
export {
  type AnsweredPair,
  type AuditReport,
  buildReport,
  type Composed,
  composeReport,
  type Mode,
  measurePair,
  powerSentence,
  REPORT_TYPE,
  type ReportedPair,
} from './building.ts'
export { type Conclusion, conclude } from './conclusion.ts'
export { htmlReport, reportInHtml } from './html.ts'
export { junitReport } from './junit.ts'
export { type AuditReceipt, receiptContent, receiptText, type UnsignedReceipt } from './receipt.ts'
export {
  type Lean,
  type Margins,
  type MeasuredPair,
  type MeasureResult,
  meanIntervals,
  type Results,
  resultsOf,
} from './results.ts'
export { type FixedSeed, fixedSeedOf, type Sample, seedOrigin, seedSentence } from './seed.ts'
export { type Asked, type Source, type Supplied, sourceSentence, subjectOf } from './source.ts'
export { type AuditCheck, type AuditEvidence, verifyAudit } from './verify.ts'
