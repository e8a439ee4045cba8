import {
  ABOUT,
  type AuditReport,
  meanIntervals,
  type Regression,
  seedSentence,
  sourceSentence,
  type Verdict,
} from '@equipoise/audit'

const STATUS: Readonly<Record<Verdict, string>> = {
  even: 'even',
  too_small_to_matter: 'too small to matter',
  uneven: 'UNEVEN',
  even_on_average: 'even on average',
  undecided: 'undecided',
}

/** The report for a terminal: the conclusion, one line per measure, and notes. */
export function textReport(report: AuditReport, regressions: readonly Regression[]): string {
  const { conclusion, results, pairs, sample } = report
  const intervals = meanIntervals(pairs, sample.seed)
  const lines = results.measures.map(({ measure, topics, mean, margin, p_holm, status }) => {
    const title = ABOUT[measure].title.padEnd(28)
    if (topics === 0) return `${title} not measured`
    const { low, high } = intervals[measure]
    const interval = Number.isFinite(low) ? `${signed(low)} to ${signed(high)}` : 'too few topics'
    return `${title} ${signed(mean).padStart(8)}  (${interval})  margin ${margin}  p ${p_holm.toFixed(3)}  ${status === null ? 'no conclusion' : STATUS[status]}`
  })
  return [
    conclusion.sentence,
    '',
    sourceSentence(report),
    seedSentence(sample),
    '',
    `${results.pairs} pairs, ${results.topics} topics; side a minus side b, 90 % interval of the mean, p after correction:`,
    ...lines,
    ...(conclusion.remarks.length > 0 ? ['', ...conclusion.remarks] : []),
    ...(regressions.length > 0 ? ['', 'Worse than the baseline:', ...regressions.map(({ sentence }) => sentence)] : []),
  ].join('\n')
}

function signed(value: number): string {
  return `${value >= 0 ? '+' : ''}${value.toFixed(3)}`
}
