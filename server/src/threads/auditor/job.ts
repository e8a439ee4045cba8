import { type AuditReport, type Composed, composeReport, htmlReport, receiptContent } from '@equipoise/audit'

/** What a thread is asked. */
export type Job =
  | { readonly kind: 'report'; readonly composed: Composed }
  /** A report as JSON → the page for people. */
  | { readonly kind: 'page'; readonly report: string }

/** What a thread answers: the report as JSON with what its receipt says, or the page. */
export interface JobResult {
  readonly text: string
  readonly about?: About
}

export interface About {
  readonly conclusion: string
  readonly sentence: string
  readonly receipt: ReturnType<typeof receiptContent>
}

export function runJob(job: Job): JobResult {
  if (job.kind === 'page') return { text: htmlReport(JSON.parse(job.report) as AuditReport) }
  const report = composeReport(job.composed)
  const { conclusion, sentence } = report.conclusion
  return { text: JSON.stringify(report), about: { conclusion, sentence, receipt: receiptContent(report) } }
}
