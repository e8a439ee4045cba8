import { blank, blankAll, part, type Span, spansOf } from './blanks.ts'

// Markdown as a reader sees it: without front matter, code, addresses and the marks of the format.

const FRONT_MATTER = /^\uFEFF?(?:---\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)|\+\+\+\r?\n[\s\S]*?\r?\n\+\+\+)[ \t]*(?=\r?\n|$)/g
const LINK_TARGET = /\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?)\)/g
const LINK_REFERENCE = /\](\[[^\]\n]{0,200}\])/g
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*\S+.*$/gm
const CODE_SPAN = /(?<!`)(`{1,3})(?!`)[^\n]*?(?<!`)\1(?!`)/g
const MDX_LINE = /^(?:import|export)\s.*$/gm
const BARE_ADDRESS = /<?\bhttps?:\/\/[^\s<>"')\]]+>?/g
const CELL_BORDER = /[ \t]?\|[ \t]?/g
const RULE = /^[ \t|:+-]*-{2,}[ \t|:+-]*$/gm
const MARKS = /^[ \t]*(#{1,6}|>(?:[ \t]?>)*)(?=[ \t])/gm

export function readMarkdown(text: string): string {
  let read = blankAll(text, FRONT_MATTER)
  read = blank(read, fencesOf(read))
  read = blank(read, indentedCode(read))
  for (const pattern of [CODE_SPAN, DEFINITION, MDX_LINE, RULE]) read = blankAll(read, pattern)
  read = blankAll(blankAll(read, LINK_TARGET, 1), LINK_REFERENCE, 1)
  read = blankAll(read, BARE_ADDRESS)
  read = blankAll(read, MARKS, 1)
  return part(read, tableBorders(read))
}

/** From the line that opens a block of code to the one that closes it, or to the end of the text. */
function fencesOf(text: string): Span[] {
  const spans: Span[] = []
  let open: { start: number; fence: string } | undefined
  for (const { start, end, line } of linesOf(text)) {
    const [, fence = ''] = /^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === '') continue
    if (!open) open = { start, fence }
    else if (fence.startsWith(open.fence) && line.trim().endsWith(fence)) {
      spans.push({ start: open.start, end })
      open = undefined
    }
  }
  return open ? [...spans, { start: open.start, end: text.length }] : spans
}

// Four blanks after an empty line are code, unless a list goes on there.
function indentedCode(text: string): Span[] {
  const spans: Span[] = []
  let isAfterGap = true
  let isInList = false
  let isCode = false
  for (const { start, end, line } of linesOf(text)) {
    if (line.trim() === '') {
      isAfterGap = true
      continue
    }
    const isIndented = /^(?: {4}|\t)/.test(line)
    if (!isIndented) isInList = /^ {0,3}(?:[-*+]|\d+[.)])[ \t]/.test(line) || (isInList && !isAfterGap)
    isCode = isIndented && !isInList && (isAfterGap || isCode)
    if (isCode) spans.push({ start, end })
    isAfterGap = false
  }
  return spans
}

function tableBorders(text: string): Span[] {
  return [...linesOf(text)].flatMap(({ start, line }) =>
    /\|.*\||^\s*\|/.test(line)
      ? spansOf(line, CELL_BORDER).map((span) => ({ start: start + span.start, end: start + span.end }))
      : [],
  )
}

export function* linesOf(text: string): Generator<{ start: number; end: number; line: string }> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    yield { start, end, line: text.slice(start, end) }
    start = end + 1
  }
}
