import { type AuditReport, type Composed, composeReport, htmlReport, receiptContent } from '@equipoise/audit'

export type Job =
  | { readonly kind: 'report'; readonly composed: Composed }
  /** Turns a report (JSON) into the page for people. */
  | { readonly kind: 'page'; readonly report: string }

/** The report as JSON with the content of its receipt, or the page. */
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
