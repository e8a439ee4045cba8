import type { Report } from './report.ts'

/** Everything, for programs. Positions as in the API; lines and columns count from 1. */
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
        ({ path, score, min, before, passed, reason, marks, marksLeftOut, wordCount, modelVersion }) => ({
          path,
          ain_score: score,
          min,
          before,
          passed,
          reason,
          word_count: wordCount,
          model_version: modelVersion,
          evidence: marks.map(
            ({ start, end, line, column, endLine, endColumn, text, kind, weight, suggestion, isNew }) => ({
              ...{ start, end, line, column, end_line: endLine, end_column: endColumn },
              ...{ text, kind, weight, suggestion, is_new: isNew },
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
