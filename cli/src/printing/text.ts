import { printable } from '@equipoise/engine/verify'
import { hintOf, kindTitle } from '@equipoise/score/kinds'
import type { Checked, Deciding, Mark } from '../judging/judging.ts'
import {
  cut,
  IGNORE_REMARK,
  type Report,
  SENTENCE_CHARACTERS_MAX,
  type Shown,
  shown,
  shownOf,
  summaryOf,
  verdictOf,
} from './report.ts'

// The output for people: the result, the sentence that decides, then the words in their sentences with suggestions.

const SENTENCE_SHOWN_MAX = 100

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

interface TextOptions {
  readonly isColoured: boolean
  readonly isVerbose: boolean
}

export function textReport(report: Report, { isColoured, isVerbose }: TextOptions): string {
  const colours = isColoured ? COLOURED : PLAIN
  const blocks = report.checked.flatMap((checked) => {
    const found = shownOf(checked, report)
    const isTold = !checked.passed || found.marks.length > 0 || isVerbose
    return isTold ? [fileBlock(checked, found, { colours, isColoured })] : []
  })
  const hasFailed = report.checked.some(({ passed }) => !passed)
  const summary = (hasFailed ? colours.bad : colours.good)(summaryOf(report))
  const canAccept = report.checked.some(({ passed, marks }) => !passed && marks.length > 0)
  return [...blocks, canAccept ? `${summary}\n${colours.faint(IGNORE_REMARK)}` : summary].join('\n\n')
}

interface Style {
  readonly colours: Colours
  readonly isColoured: boolean
}

function fileBlock(checked: Checked, { marks, left, deciding }: Shown, style: Style): string {
  const { bad, good, faint } = style.colours
  return [
    `${printable(checked.path)}  ${(checked.passed ? good : bad)(verdictOf(checked))}`,
    ...deciding.map((one) => decidingBlock(checked, one, style)),
    ...marks.map((mark) => markBlock(checked, mark, style)),
    ...(left > 0 ? [faint(`  and ${left} more (--all shows them)`)] : []),
  ].join('\n')
}

function decidingBlock({ lines }: Checked, one: Deciding, { colours: { bad, faint } }: Style): string {
  const place = `${one.line}:${one.column}`.padEnd(8)
  return [
    `  ${place} ${bad(cut(lines.slice(one.start, one.end), SENTENCE_CHARACTERS_MAX))}`,
    `           ${faint(`${shown(one.score)}  ${one.message}`)}`,
  ].join('\n')
}

function markBlock({ lines }: Checked, mark: Mark, { colours, isColoured }: Style): string {
  const { word, good, faint } = colours
  const advice = mark.suggestion === undefined ? faint(`(${hintOf(mark.kind)})`) : good(suggested(mark.suggestion))
  const name = cut(mark.text, SENTENCE_SHOWN_MAX)
  const head = `  ${`${mark.line}:${mark.column}`.padEnd(8)} ${word(name)} → ${advice}  ${faint(kindTitle(mark.kind))}`
  // The whole sentence has been shown already.
  if (mark.kind === 'generalisation') return head
  const before = tidy(lines.slice(mark.sentence.start, mark.start))
  const behind = tidy(lines.slice(mark.end, mark.sentence.end))
  const found = tidy(mark.text).slice(0, SENTENCE_SHOWN_MAX)
  const room = Math.max(0, SENTENCE_SHOWN_MAX - found.length)
  const left = lastPart(before.trimStart(), Math.max(Math.floor(room / 2), room - behind.length))
  const right = firstPart(behind.trimEnd(), room - left.length)
  const line = `           ${faint(left)}${word(found)}${faint(right)}`
  return isColoured
    ? `${head}\n${line}`
    : `${head}\n${line}\n           ${' '.repeat(left.length)}${'^'.repeat(Math.max(1, found.length))}`
}

function suggested(suggestion: string): string {
  return suggestion === '' ? '(leave it out)' : suggestion
}

function tidy(text: string): string {
  return printable(text.replace(/\s+/g, ' '))
}

function lastPart(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `…${text.slice(text.length - Math.max(0, charactersMax - 1))}`
}

function firstPart(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, Math.max(0, charactersMax - 1))}…`
}
