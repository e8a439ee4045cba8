import type { Checked, Mark } from '../judging.ts'
import { type Report, shown, shownMarks, verdictOf } from './report.ts'

// For people: the line, the words in it, what could stand there instead.

const MARKS_SHOWN_MAX = 25
const LINE_CHARACTERS_MAX = 100

type Paint = (text: string) => string
interface Colours {
  readonly bad: Paint
  readonly good: Paint
  readonly word: Paint
  readonly faint: Paint
}

const painted =
  (code: number): Paint =>
  (text) =>
    `\u001b[${code}m${text}\u001b[${code === 1 || code === 2 ? 22 : 39}m`
const plain: Paint = (text) => text
const COLOURED: Colours = { bad: painted(31), good: painted(32), word: painted(33), faint: painted(2) }
const PLAIN: Colours = { bad: plain, good: plain, word: plain, faint: plain }

export interface TextOptions {
  readonly isColoured: boolean
  /** Also those that passed. */
  readonly isVerbose: boolean
}

export function textReport(report: Report, { isColoured, isVerbose }: TextOptions): string {
  const colours = isColoured ? COLOURED : PLAIN
  const blocks = report.checked.flatMap((checked) => {
    const marks = shownMarks({ checked, isComparison: report.isComparison })
    return !checked.passed || marks.length > 0 || isVerbose ? [fileBlock(checked, marks, { colours, isColoured })] : []
  })
  return [...blocks, summaryOf(report, colours)].join('\n\n')
}

interface Style {
  readonly colours: Colours
  readonly isColoured: boolean
}

function fileBlock(checked: Checked, marks: readonly Mark[], style: Style): string {
  const { bad, good, faint } = style.colours
  const paint = checked.passed ? good : bad
  const left = marks.length - MARKS_SHOWN_MAX
  return [
    `${checked.path}  ${paint(verdictOf(checked))}`,
    ...marks.slice(0, MARKS_SHOWN_MAX).map((mark) => markBlock(checked, mark, style)),
    ...(left > 0 ? [faint(`  and ${left} more (--format json lists all)`)] : []),
  ].join('\n')
}

function markBlock({ lines }: Checked, mark: Mark, { colours, isColoured }: Style): string {
  const { word, good, faint } = colours
  const advice =
    mark.suggestion === undefined ? '' : ` → ${good(mark.suggestion === '' ? '(leave it out)' : mark.suggestion)}`
  const head = `  ${`${mark.line}:${mark.column}`.padEnd(8)} ${word(oneLine(mark.text))}${advice}  ${faint(mark.kind.replaceAll('_', ' '))}`
  const { before, found, behind } = excerpt(lines.text(mark.line), mark)
  const line = `           ${faint(before)}${word(found)}${faint(behind)}`
  return isColoured
    ? `${head}\n${line}`
    : `${head}\n${line}\n           ${' '.repeat(before.length)}${'^'.repeat(Math.max(1, found.length))}`
}

/** The part of a line around the words. */
function excerpt(line: string, { line: at, endLine, column, endColumn }: Mark) {
  const [from, to] = [column - 1, endLine === at ? endColumn - 1 : line.length]
  const room = Math.max(0, LINE_CHARACTERS_MAX - (to - from))
  const start = Math.max(0, from - Math.floor(room / 2))
  const end = Math.min(line.length, start + LINE_CHARACTERS_MAX)
  const tidy = (text: string) => text.replaceAll('\t', ' ')
  return {
    before: tidy(line.slice(start, from)).trimStart(),
    found: tidy(line.slice(from, Math.min(to, from + LINE_CHARACTERS_MAX))),
    behind: tidy(line.slice(to, Math.max(to, end))).trimEnd(),
  }
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= LINE_CHARACTERS_MAX ? line : `${line.slice(0, LINE_CHARACTERS_MAX - 1)}…`
}

function summaryOf({ checked, isComparison }: Report, { bad, good }: Colours): string {
  const failed = checked.filter(({ passed }) => !passed).length
  const texts = `${checked.length} ${checked.length === 1 ? 'text' : 'texts'} checked`
  const lowest = Math.min(...checked.map(({ score }) => score), 1)
  if (failed > 0) return bad(`${texts}, ${failed} ${isComparison ? 'less neutral than before' : 'below the minimum'}.`)
  return good(
    `${texts}, ${isComparison ? 'none less neutral than before' : 'none below the minimum'}${checked.length > 1 ? ` (lowest ${shown(lowest)})` : ''}.`,
  )
}
