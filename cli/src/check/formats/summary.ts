import { type Report, shown, shownMarks } from './report.ts'

const ROWS_MAX = 100
const WORDS_MAX = 5

/** A table in Markdown, for the summary of a CI job: the least neutral first. */
export function summaryTable({ checked, problems, isComparison }: Report): string {
  const failed = checked.filter(({ passed }) => !passed).length
  const rows = [...checked].sort((a, b) => Number(a.passed) - Number(b.passed) || a.score - b.score).slice(0, ROWS_MAX)
  const lines = rows.map((one) => {
    const marks = shownMarks({ checked: one, isComparison })
    const words = marks.slice(0, WORDS_MAX).map(({ text, line }) => `${cell(text)} (line ${line})`)
    const before = isComparison ? ` ${one.before === undefined ? 'new' : shown(one.before)} |` : ''
    return `| ${one.passed ? '✅' : '❌'} | ${cell(one.path)} | ${shown(one.score)} |${before} ${words.join(', ')} |`
  })
  return [
    '## Neutrality',
    '',
    `${checked.length} texts checked, ${failed} ${isComparison ? 'less neutral than before' : 'below the minimum'}.`,
    '',
    isComparison ? '| | text | score | before | words |' : '| | text | score | words |',
    isComparison ? '|---|---|---|---|---|' : '|---|---|---|---|',
    ...lines,
    ...(checked.length > ROWS_MAX ? ['', `And ${checked.length - ROWS_MAX} more.`] : []),
    ...problems.map(({ path, message }) => `\n${cell(path)} ${cell(message)}.`),
    '',
  ].join('\n')
}

function cell(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[|\\`*_[\]<>]/g, '\\$&')
    .slice(0, 200)
}
