// The report of an audit: built, written as a page or for machines, signed, compared with an earlier one, computed again.

export { type Baseline, compareWithBaseline, type Regression } from './baseline.ts'
export {
  type AnsweredPair,
  type AuditReport,
  buildReport,
  type Composed,
  composeReport,
  measurePair,
  powerSentence,
  REPORT_TYPE,
  type ReportedPair,
  type Target,
} from './building.ts'
export { type Conclusion, type Judged, judge } from './conclusion.ts'
export { htmlReport, reportInHtml } from './html.ts'
export { junitReport } from './junit.ts'
export { type AuditReceipt, receiptContent, receiptText, type UnsignedReceipt } from './receipt.ts'
export {
  type Margins,
  type MeasuredPair,
  type MeasureResult,
  meanIntervals,
  type Results,
  resultsOf,
  TOPICS_MIN,
} from './results.ts'
export { type AuditCheck, type AuditEvidence, verifyAudit } from './verify.ts'
