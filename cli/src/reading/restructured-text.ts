import { blank, linesOf, type Span, spansOf } from './blanks.ts'
import { CELL_WORDS_MIN, isOnlyLinks, wordsIn } from './no-prose.ts'

// reStructuredText as a reader sees it: without literal blocks, directives that hold code, comments, targets and roles.

/** Directives whose content is prose; that of all others is not. */
const PROSE_DIRECTIVES = new Set(
  'note warning tip hint important caution danger attention error admonition topic sidebar seealso epigraph rubric versionadded versionchanged deprecated container compound'.split(
    ' ',
  ),
)
/** ``literals``, roles, |substitutions|, footnotes [1]_, underlines, fields, table borders, options and addresses. */
const PATTERNS: readonly RegExp[] = [
  /``[^`\n]+``/dg,
  /:[\w:.+-]{1,60}:(?=`)/dg,
  /(?<=:(?:func|class|meth|mod|attr|data|exc|obj|const|envvar|option|program|command|file|kbd|samp|math|code|py|c|cpp|js|rst|pep|rfc)(?::\w{1,40})?:)`[^`\n]{1,500}`/dg,
  /(?<=[^\s`])\s?<[^<>`\n]{1,500}>(?=`_{0,2})/dg,
  /\|[^|\s][^|\n]{0,60}\|_{0,2}/dg,
  /\[(?:\d+|#[\w-]*|\*|[A-Za-z][\w-]*)\]_/dg,
  /^[ \t]{0,40}([=\-`:'"~^_*+#<>.])\1{2,400}[ \t]{0,40}$/dgm,
  /^[ \t]*[+|][-=+| ]*[+|][ \t]*$|^[ \t]*={2,}(?:[ \t]+={2,})+[ \t]*$/dgm,
  /^[ \t]*:[\w -]{1,40}:(?=[ \t]|$).*$/dgm,
  /^[ \t]{0,40}(?:--?|\/)\w[\w-]{0,60}(?:[ =][\w<>]{1,60})?(?:, --?\w[\w-]{0,60}(?:[ =][\w<>]{1,60})?){0,5}(?= {2}|$)/dgm,
  /\bhttps?:\/\/[^\s<>"')\]]+/dg,
]

export function readRestructuredText(text: string): string {
  const read = blank(text, [...blocksOf(text), ...simpleTables(text)])
  return blank(
    read,
    PATTERNS.flatMap((pattern) => spansOf(read, pattern)),
  )
}

/** Simple tables contain values; a line with four words in one column is prose. */
function simpleTables(text: string): Span[] {
  const spans: Span[] = []
  let isTable = false
  for (const { start, end, line } of linesOf(text)) {
    if (/^\s*={2,}(?:\s+={2,})+\s*$/.test(line)) isTable = true
    else if (line.trim() === '') isTable = false
    else if (isTable || /^\s*\|.*\|\s*$/.test(line)) {
      for (const { 0: cell, index } of line.matchAll(/(?:[^\s|]|[ \t](?![ \t|]))+/g))
        if (wordsIn(cell) < CELL_WORDS_MIN)
          spans.push({ start: start + index, end: Math.min(end, start + index + cell.length) })
    }
  }
  return spans
}

/** Its text is the part that `split` keeps. */
const LINK = /`([^`<\n]{1,200})(?:<[^>`\n]{1,500}>)?`__?/

/** Blocks that are no prose: doctests, lines of links, behind `::`, and what belongs to `..` unless it is a directive with prose. */
function blocksOf(text: string): Span[] {
  const spans: Span[] = []
  let hidden: number | undefined
  let isDoctest = false
  for (const { start, end, line } of linesOf(text)) {
    const indent = line.length - line.trimStart().length
    if (line.trim() === '') isDoctest = false
    if (line.trim() === '') continue
    isDoctest ||= /^\s*>>>(?:\s|$)/.test(line)
    if (isDoctest || isOnlyLinks(line.split(LINK))) {
      spans.push({ start, end, isBorder: true })
      continue
    }
    if (hidden !== undefined && indent > hidden) {
      spans.push({ start, end })
      continue
    }
    hidden = undefined
    const [, directive] = /^\s*\.\.\s+([\w-]+)::/.exec(line) ?? []
    if (directive !== undefined) {
      const opening = start + line.indexOf('::') + 2
      spans.push({ start, end: PROSE_DIRECTIVES.has(directive) ? opening : end })
      if (!PROSE_DIRECTIVES.has(directive)) hidden = indent
    } else if (/^\s*\.\.(?:\s|$)/.test(line)) {
      spans.push({ start, end })
      hidden = indent
    } else if (/::\s*$/.test(line)) hidden = indent
  }
  return spans
}
