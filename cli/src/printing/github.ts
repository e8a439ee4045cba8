import { printable } from '@equipoise/engine/verify'
import type { Checked } from '../judging/judging.ts'
import { decidingMessage, messageOf, type Report, shownOf, verdictOf } from './report.ts'

/** GitHub shows only ten annotations of a kind per step, so the strongest come first. */
export function githubReport(report: Report, changedLines: ReadonlyMap<string, ReadonlySet<number>>): string {
  const lines = report.checked.flatMap((checked) => [
    ...(checked.passed ? [] : [fileLine(checked, changedLines.get(checked.path))]),
    ...shownOf(checked, report)
      .marks.filter(({ line }) => changedLines.get(checked.path)?.has(line) ?? true)
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

/** Placed on the sentence that decides, if that line can have an annotation. */
function fileLine(checked: Checked, changed: ReadonlySet<number> | undefined): string {
  const [deciding] = checked.deciding
  const first = changed && changed.size > 0 ? Math.min(...changed) : 1
  const isPlaced = deciding !== undefined && (changed === undefined || changed.has(deciding.line))
  const why = deciding ? `. ${decidingMessage(deciding, checked.lines)}` : ''
  const place = isPlaced ? { line: deciding.line, endLine: deciding.endLine } : { line: first }
  return command('error', `${verdictOf(checked)}${why}`, { file: checked.path, ...place, title: 'Neutrality' })
}

function command(level: string, message: string, properties: Record<string, string | number>): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(printable(String(value)))}`)
  return `::${level} ${list.join(',')}::${escapeData(printable(message))}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
