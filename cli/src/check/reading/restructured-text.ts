import { blank, blankAll, type Span } from './blanks.ts'
import { linesOf } from './markdown.ts'

// reStructuredText as a reader sees it: without literal blocks, directives that hold code, comments, targets and roles.

/** Directives whose content is prose; the content of all others is none. */
const PROSE_DIRECTIVES = new Set(
  'note warning tip hint important caution danger attention error admonition topic sidebar seealso epigraph rubric versionadded versionchanged deprecated container compound'.split(
    ' ',
  ),
)
const LITERAL = /``[^`\n]+``/g
const ROLE = /:[\w:.+-]+:(?=`)/g
const TARGET_IN_LINK = /(<[^<>`\n]+>)`_{0,2}/g
const UNDERLINE = /^([=\-`:'"~^_*+#<>.])\1{2,}[ \t]*$/gm
const FIELD = /^[ \t]*:[\w -]{1,40}:(?=[ \t]|$).*$/gm
const ADDRESS = /\bhttps?:\/\/[^\s<>"')\]]+/g

export function readRestructuredText(text: string): string {
  let read = blank(text, blocksOf(text))
  for (const pattern of [LITERAL, ROLE, UNDERLINE, FIELD, ADDRESS]) read = blankAll(read, pattern)
  return blankAll(read, TARGET_IN_LINK, 1)
}

/** Blocks that are no prose: behind `::`, and what belongs to `..` unless it is a directive with prose. */
function blocksOf(text: string): Span[] {
  const spans: Span[] = []
  let hidden: number | undefined
  for (const { start, end, line } of linesOf(text)) {
    const indent = line.length - line.trimStart().length
    if (line.trim() === '') continue
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
