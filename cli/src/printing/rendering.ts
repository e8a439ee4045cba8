import type { Format } from '../reading/options.ts'
import { githubReport } from './github.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import type { Report } from './report.ts'
import { sarifReport } from './sarif.ts'
import { summaryTable } from './summary.ts'
import { textReport } from './text.ts'

export interface Rendering {
  readonly report: Report
  /** Lines that can have annotations; all lines of a text that is not listed. */
  readonly changedLines: ReadonlyMap<string, ReadonlySet<number>>
  readonly isColoured: boolean
  readonly isVerbose: boolean
}

export function render(format: Format, { report, changedLines, isColoured, isVerbose }: Rendering): string {
  if (format === 'json') return jsonReport(report)
  if (format === 'sarif') return sarifReport(report)
  if (format === 'github') return githubReport(report, changedLines)
  if (format === 'junit') return junitReport(report)
  if (format === 'summary') return summaryTable(report)
  return textReport(report, { isColoured, isVerbose })
}
