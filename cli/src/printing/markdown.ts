import { kindTitle } from '@equipoise/score/kinds'
import type { Checked } from '../judging/judging.ts'
import {
  adviceOf,
  cut,
  FAST_REMARK,
  IGNORE_REMARK,
  type Report,
  shown,
  shownOf,
  summaryOf,
  verdictOf,
} from './report.ts'

const TEXTS_MAX = 20
const SENTENCE_CHARACTERS_MAX = 200

/** A comment on a pull request: what failed and why, the least neutral first. */
export function markdownReport(report: Report): string {
  const failed = report.checked.filter(({ passed }) => !passed).sort((a, b) => (a.score ?? 1) - (b.score ?? 1))
  const left = failed.length - TEXTS_MAX
  return [
    `**Neutrality: ${summaryOf(report)}**`,
    ...failed.slice(0, TEXTS_MAX).map((checked) => section(checked, report)),
    ...(left > 0 ? [`And ${left} more.`] : []),
    ...report.problems.map(({ path, message }) => `${inline(path)} ${inline(message)}.`),
    ...(failed.length > 0 ? [`<sub>${inline(IGNORE_REMARK)}</sub>`] : []),
    ...(report.isFast ? [`<sub>${FAST_REMARK}</sub>`] : []),
  ].join('\n\n')
}

function section(checked: Checked, report: Report): string {
  const { marks, left, deciding } = shownOf(checked, report)
  const rows = marks.map(({ line, text, kind, suggestion, sentence }) => {
    const where = cut(checked.lines.slice(sentence.start, sentence.end), SENTENCE_CHARACTERS_MAX)
    return `| ${line} | ${inline(text)} | ${kindTitle(kind)} | ${inline(adviceOf(suggestion))} | ${inline(where)} |`
  })
  return [
    `#### ${inline(checked.path)}: ${verdictOf(checked)}`,
    ...deciding.map(({ line, start, end, score, message }) => {
      const sentence = cut(checked.lines.slice(start, end), SENTENCE_CHARACTERS_MAX)
      return `> ${inline(sentence)}\n\nLine ${line}${score === undefined ? '' : `, ${shown(score)}`}. ${inline(message)}`
    }),
    ...(rows.length > 0
      ? [['| line | word | why | instead | sentence |', '|---|---|---|---|---|', ...rows].join('\n')]
      : []),
    ...(left > 0 ? [`And ${left} more words (\`--all\`).`] : []),
  ].join('\n\n')
}

/** What was written by others shows as it was written: no links, no mentions, no mark-up. */
export function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[|\\`*_[\]<>#~]/g, '\\$&')
    .replace(/@(?=\w)/g, '@\u200b')
    .slice(0, 400)
}
