import type { Checked } from '../judging/judging.ts'
import type { Report } from './report.ts'

/** All results, for programs. Positions as in the API; lines and columns count from 1. */
export function jsonReport({ checked, problems, isComparison, version }: Report): string {
  return JSON.stringify(
    {
      version,
      summary: {
        checked: checked.length,
        failed: checked.filter(({ passed }) => !passed).length,
        compared: isComparison,
        problems: problems.length,
      },
      files: checked.map(
        ({
          path,
          score,
          min,
          before,
          passed,
          reason,
          deciding,
          marks,
          marksLeftOut,
          wordCount,
          modelVersion,
          lines,
        }) => ({
          path,
          // A text in an unsupported language has no score.
          ain_score: score ?? null,
          min,
          before,
          passed,
          reason,
          word_count: wordCount,
          model_version: modelVersion,
          withheld_by: sentences(deciding, lines).filter(({ why }) => why !== undefined),
          // If no sentence alone withholds the certificate, the average does, and this one lowers it most.
          least_neutral: sentences(deciding, lines).find(({ why }) => why === undefined),
          evidence: marks.map(
            ({ start, end, line, column, endLine, endColumn, text, kind, weight, suggestion, sentence, isNew }) => ({
              ...{ start, end, line, column, end_line: endLine, end_column: endColumn },
              ...{ text, kind, weight, suggestion, sentence, is_new: isNew },
            }),
          ),
          evidence_truncated: marksLeftOut,
        }),
      ),
      problems: problems.map(({ path, message, isSkipped }) => ({ path, message, skipped: isSkipped })),
    },
    null,
    2,
  )
}

function sentences(deciding: Checked['deciding'], lines: Checked['lines']) {
  return deciding.map(({ start, end, line, column, endLine, endColumn, why, score, message }) => ({
    ...{ start, end, line, column, end_line: endLine, end_column: endColumn },
    ...{ text: lines.slice(start, end), why, ain_score: score ?? null, message },
  }))
}
