import type { SyntaxNodeRef } from '@lezer/common'
import { GFM, type MarkdownParser, parser } from '@lezer/markdown'
import { blank, linesOf, type Span, spansOf } from './blanks.ts'
import { isInlineTag, readHtml } from './html.ts'
import { spansOfJsx } from './jsx.ts'
import { CELL_WORDS_MIN, isOnlyLinks, spansOfMath, wordsIn } from './no-prose.ts'

// Markdown and MDX as a reader sees them: without front matter, code, addresses, formulas and formatting marks.

/** Without hard breaks: they do not matter here, and finding them takes quadratic time in a run of spaces. */
const MARKDOWN = parser.configure([GFM, { remove: ['HardBreak'] }])
/** MDX has no indented code: four spaces only indent nested tags. */
const MDX = MARKDOWN.configure({ remove: ['IndentedCode'] })

export function readMarkdown(text: string): string {
  return read(MARKDOWN, calmed(text))
}

/** Invalid MDX is read as Markdown. */
export function readMdx(text: string): string {
  const calm = calmed(text)
  const code = spansOfCode(MDX, calm)
  return read(MDX, blank(calm, spansOfJsx(blank(calm, code))))
}

function read(markdown: MarkdownParser, text: string): string {
  const spans: Span[] = []
  const html: Span[] = []
  markdown.parse(text).iterate({
    enter(node) {
      const hidden = hiddenIn(node, text)
      if (hidden === 'html') html.push({ start: node.from, end: node.to })
      else if (hidden) spans.push({ start: node.from, end: node.to, isBorder: hidden === 'border' })
      // Does not look inside hidden elements.
      return hidden === undefined
    },
  })
  const prose = blank(withHtmlRead(text, html), spans)
  return blank(prose, [...spansOfMath(prose), ...spansOf(text, DIRECTIVE)])
}

/** `:::note[Title]{.class}` and `:abbr[HTML]{title="…"}` keep the text in their brackets. */
const DIRECTIVE =
  /^[ \t]{0,20}:{2,10}[ \t]?[\w-]{0,60}(?:\{[^{}\n]{0,200}\})?|(?<![\w:]):[a-z][\w-]{0,40}(?=\[)|(?<=\])\{[^{}\n]{0,200}\}/dgm

const HIDDEN = new Set(
  'FencedCode CodeBlock InlineCode LinkReference URL Autolink LinkTitle LinkLabel LinkMark CommentBlock Comment ProcessingInstructionBlock ProcessingInstruction QuoteMark EmphasisMark StrikethroughMark HorizontalRule TaskMarker'.split(
    ' ',
  ),
)
const HEADING_WORDS_MIN = 3
const BORDERS = new Set(['ListMark', 'HeaderMark', 'TableDelimiter', 'TableHeader'])

function hiddenIn({ name, from, to }: SyntaxNodeRef, text: string): 'blank' | 'border' | 'html' | undefined {
  if (HIDDEN.has(name)) return 'blank'
  if (BORDERS.has(name)) return 'border'
  if (name === 'HTMLBlock') return 'html'
  if (name === 'Paragraph') return isOnlyLinks(text.slice(from, to).split(LINK)) ? 'border' : undefined
  if (name === 'HTMLTag') return isInlineTag(text.slice(from, to)) ? 'blank' : 'border'
  if (name === 'TableCell') return wordsIn(withoutCode(text.slice(from, to))) < CELL_WORDS_MIN ? 'border' : undefined
  // A heading of one or two words only names the section.
  if (/Heading\d$/.test(name))
    return wordsIn(withoutCode(text.slice(from, to))) < HEADING_WORDS_MIN ? 'border' : undefined
  // Footnotes and alert types: [^1], [!NOTE].
  if (name === 'Link' && /^\[[\^!]/.test(text.slice(from, from + 2))) return 'blank'
  if (name === 'Image') return wordsIn(text.slice(from, text.indexOf(']', from))) < CELL_WORDS_MIN ? 'blank' : undefined
  return undefined
}

/** Its text is the part that `split` keeps. */
const LINK = /!?\[([^\]]{0,200})\](?:\([^)\n]{0,500}\)|\[[^\]\n]{0,100}\])/

function withoutCode(cell: string): string {
  return cell.replace(/`[^`]{0,500}`|\]\([^)]{0,500}\)|https?:\S{1,500}/g, ' ')
}

function withHtmlRead(text: string, blocks: readonly Span[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end } of blocks) {
    pieces.push(text.slice(from, start), readHtml(text.slice(start, end)))
    from = end
  }
  return from === 0 ? text : [...pieces, text.slice(from)].join('')
}

const CODE = new Set(['FencedCode', 'CodeBlock', 'InlineCode'])

function spansOfCode(markdown: MarkdownParser, text: string): Span[] {
  const spans: Span[] = []
  markdown.parse(text).iterate({
    enter({ name, from, to }) {
      if (CODE.has(name)) spans.push({ start: from, end: to })
    },
  })
  return spans
}

/** The most marks in one paragraph, and the most characters before the first word of a line: people do not write more. */
const MARKS_MAX = 2_000
const INDENT_MAX = 100

/** The parser takes quadratic time in the marks of a paragraph and in the depth of lists, so both are limited. */
function calmed(text: string): string {
  const spans: Span[] = []
  let paragraph: Span[] = []
  const close = (): void => {
    if (paragraph.length > MARKS_MAX) for (const mark of paragraph) spans.push(mark)
    paragraph = []
  }
  for (const { start, line } of linesOf(text)) {
    if (line.trim() === '') close()
    const indent = /^[\s>*+\-\d.)]*/.exec(line)?.[0] ?? ''
    if (indent.length > INDENT_MAX) spans.push({ start, end: start + indent.length })
    for (const { index } of line.matchAll(/[[\]*_<!~`]/g)) {
      paragraph.push({ start: start + index, end: start + index + 1 })
    }
  }
  close()
  return blank(text, spans)
}
