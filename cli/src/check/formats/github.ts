import type { Checked } from '../judging.ts'
import { messageOf, type Report, shownMarks, verdictOf } from './report.ts'

/** GitHub keeps no more than ten annotations of a kind for a step; the words come in the order of the text. */
export function githubReport(report: Report, changedLines: ReadonlyMap<string, ReadonlySet<number>>): string {
  const lines = report.checked.flatMap((checked) => [
    ...(checked.passed ? [] : [fileLine(checked, changedLines.get(checked.path))]),
    ...shownMarks({ checked, isComparison: report.isComparison })
      .filter(({ line }) => changedLines.get(checked.path)?.has(line) ?? true)
      .map((mark) =>
        command('warning', messageOf(mark), {
          file: checked.path,
          line: mark.line,
          endLine: mark.endLine,
          col: mark.column,
          ...(mark.line === mark.endLine ? { endColumn: mark.endColumn - 1 } : {}),
          title: mark.kind.replaceAll('_', ' '),
        }),
      ),
  ])
  const problems = report.problems.map(({ path, message, isSkipped }) =>
    command(isSkipped ? 'notice' : 'error', `${path} ${message}`, { file: path }),
  )
  return [...lines, ...problems].join('\n')
}

function fileLine(checked: Checked, changed: ReadonlySet<number> | undefined): string {
  const line = changed && changed.size > 0 ? Math.min(...changed) : 1
  return command('error', verdictOf(checked), { file: checked.path, line, title: 'Neutrality' })
}

function command(level: string, message: string, properties: Record<string, string | number>): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
  return `::${level} ${list.join(',')}::${escapeData(message)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
