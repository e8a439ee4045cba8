import { printable } from '@equipoise/engine/verify'
import { type Report, shown, shownOf, textsChecked } from './report.ts'

const ROWS_MAX = 100
const WORDS_MAX = 5

/** A Markdown table for the summary of a CI job, least neutral first. */
export function summaryTable(report: Report): string {
  const { checked, problems, isComparison } = report
  const failed = checked.filter(({ passed }) => !passed).length
  const rows = [...checked]
    .sort((a, b) => Number(a.passed) - Number(b.passed) || (a.score ?? 1) - (b.score ?? 1))
    .slice(0, ROWS_MAX)
  const lines = rows.map((one) => {
    const { marks, deciding } = shownOf(one, report)
    const lines = deciding.slice(0, 1).map(({ line, message }) => `line ${line}: ${inline(message)}`)
    const words = marks.slice(0, WORDS_MAX).map(({ text, line }) => `${inline(text)} (line ${line})`)
    const before = isComparison ? ` ${one.before === undefined ? 'new' : shown(one.before)} |` : ''
    const mark = one.passed ? (one.reason === undefined ? '✅' : '–') : '❌'
    return `| ${mark} | ${inline(one.path)} | ${shown(one.score)} |${before} ${[...lines, ...words].join(', ')} |`
  })
  return [
    '## Neutrality',
    '',
    `${textsChecked(report)}, ${failed} ${isComparison ? 'less neutral than before' : 'below the minimum'}.`,
    '',
    isComparison ? '| | text | score | before | sentence and words |' : '| | text | score | sentence and words |',
    isComparison ? '|---|---|---|---|---|' : '|---|---|---|---|',
    ...lines,
    ...(checked.length > ROWS_MAX ? ['', `And ${checked.length - ROWS_MAX} more.`] : []),
    ...problems.map(({ path, message }) => `\n${inline(path)} ${inline(message)}.`),
    '',
  ].join('\n')
}

/** Shows text by others literally: no links, no mentions, no mark-up. */
function inline(text: string): string {
  return printable(text.replace(/\s+/g, ' '))
    .replace(/[|\\`*_[\]<>#~]/g, '\\$&')
    .replace(/@(?=\w)/g, '@\u200b')
    .slice(0, 400)
}
