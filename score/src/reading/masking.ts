import { byteAt } from '../numbers.ts'

// Finds the stretches that are no prose: code, addresses, mark-up. They are skipped, never cut out, so every offset stays
// a position in the caller's text.

interface Span {
  readonly start: number
  readonly end: number
}

// Behind a tag's name there must be something that looks like mark-up, or "a<b and c>d" would hide what stands between.
const TAG =
  /<\/?(?:a|abbr|address|article|aside|audio|b|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|del|details|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|mark|meta|nav|noscript|object|ol|option|p|path|picture|pre|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|time|title|tr|u|ul|var|video|wbr)(?:\s{1,40}[\w:@.-]{1,40}=(?:"[^"<>]{0,300}"|'[^'<>]{0,300}'|[^\s"'<>]{1,100})){0,20}\s{0,40}\/?>/
// Every alternative stops at a character that the next attempt starts behind, or has a bounded length: linear in the text.
const NO_PROSE = new RegExp(
  [
    // Words that stand between back-ticks one by one are read as one stretch.
    /`[^`\n]{1,400}`(?:,? `[^`\n]{1,80}`){0,40}/,
    /https?:\/\/[^\s<>"')\]]+/,
    /www\.[^\s<>"')\]]+/,
    /<!--[\s\S]{0,400}?-->/,
    TAG,
    /&[a-z]{2,8};/,
    /&#x?[0-9a-f]{1,6};/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iy',
)
const CODE = /[{}()=<>;\\/_$#|[\]]/
const WORD_BREAKS = /[ ,.'’!?-]+/u
const LETTERS = /^\p{L}+$/u
const PROSE_WORDS_MIN = 3
// Every alternative holds one of these, and looking for a few plain strings takes half the time of an expression.
const TRIGGERS = ['`', '<', '&', '://', 'www.'] as const
// The units that an alternative begins with, and as a small letter what has to follow.
const ANY = 1
const secondUnits = new Uint8Array(0x80)
for (const unit of '`<&') secondUnits[unit.charCodeAt(0)] = ANY
for (const start of ['ht', 'Ht', 'ww', 'Ww']) secondUnits[start.charCodeAt(0)] = start.charCodeAt(1)
const FENCES = ['```', '~~~'] as const
const ADDRESS_REACH = 64
// Words that hold sentences together: two of them among five words are prose, whatever marks stand around it.
const SMALL_WORDS =
  /\b(?:the|a|an|is|are|was|were|be|to|of|and|they|them|their|we|you|your|he|she|it|in|for|that|this|must|will|should|all|not|with|who|have|has|do|by|as)\b/gi
const PROSE = { words: 5, small: 2, plain: 4 } as const
// A line of words alone that begins as a sentence does.
const SENTENCE = /^\s*\p{Lu}\p{Ll}*(?:[ ,;:’'-]{1,2}\p{L}+){3,}[.!?]?\s*$/u
// What stands on lines of its own and is no prose: examples of a Python session, definitions and lists of links, what a page says of itself.
const NO_PROSE_LINES = [
  /^[ \t]*(?:>>>|\.\.\.)[ \t].*$/gm,
  /^[ \t]{0,40}\[[^\]\r\n]{1,80}\]:[ \t]{1,40}\S[^\r\n]{0,2000}$/gm,
  /^[ \t]{0,40}\.\. _[^\r\n:]{1,80}:[^\r\n]{0,2000}$/gm,
  /^[ \t]{0,40}(?:(?:[-*+]|\d{1,3}\.)[ \t]{0,9})?(?:\[[^\]\r\n]{1,40}\]\((?:#|https?:)[^)\r\n]{0,200}\)[ \t|·,]{0,9}){1,20}$/gm,
  /^(---|\+\+\+)\n[\s\S]{1,4000}?\n\1(?=\n|$)/g,
] as const
const LINE_TRIGGERS = ['>>> ', ']: ', '.. _', '](', '---\n', '+++\n'] as const

export function findMasks(text: string): Span[] {
  const spans: Span[] = []
  if (TRIGGERS.some((trigger) => text.includes(trigger))) findNoProse(text, spans)
  const more = FENCES.some((fence) => text.includes(fence)) ? findFences(text) : []
  if (text.includes('@')) more.push(...findAddresses(text))
  if (LINE_TRIGGERS.some((trigger) => text.includes(trigger))) more.push(...findLines(text))
  return more.length === 0 ? spans : mergeSpans([...spans, ...more])
}

function findLines(text: string): Span[] {
  return NO_PROSE_LINES.flatMap((lines) =>
    [...text.matchAll(lines)]
      .filter(({ 0: line, index }) => (/^(?:---|\+\+\+)\n/.test(line) ? index === 0 : !hasProse(line)))
      .map(({ 0: line, index }) => ({ start: index, end: index + line.length })),
  )
}

function hasProse(stretch: string): boolean {
  const words = stretch.match(/[\p{L}’']+/gu)?.length ?? 0
  if (words >= PROSE.plain && SENTENCE.test(stretch)) return true
  return words >= PROSE.words && (stretch.match(SMALL_WORDS)?.length ?? 0) >= PROSE.small
}

// The expression is tried only at places where one of its alternatives can begin.
function findNoProse(text: string, into: Span[]): void {
  for (let at = 0; at < text.length; at++) {
    const second = byteAt(secondUnits, text.charCodeAt(at))
    if (second === 0 || (second !== ANY && (text.charCodeAt(at + 1) | 32) !== second)) continue
    NO_PROSE.lastIndex = at
    const found = NO_PROSE.exec(text)?.[0]
    if (found === undefined) continue
    if (!isProse(found)) into.push(...aroundTexts(found, at))
    at += found.length - 1
  }
}

// Three words and more between back-ticks, with nothing that only code has, are prose, so that nothing can be hidden there.
function isProse(match: string): boolean {
  if (!match.startsWith('`')) return false
  if (CODE.test(match)) return hasProse(match.slice(1, -1).replace(LEAD, ''))
  if (/`,? `/.test(match)) return hasProse(match.replaceAll('`', ''))
  let words = 0
  for (const word of match.slice(1, -1).split(WORD_BREAKS)) {
    const isOne = LETTERS.test(word) && (words > 0 || word.length > 1)
    words = isOne ? words + 1 : 0
    if (words >= PROSE_WORDS_MIN) return true
  }
  return false
}

const SHOWN = /\b(?:alt|title|aria-label|placeholder)=(?:"([^"]{1,300})"|'([^']{1,300})')/gi

// A page shows what stands for a picture or beside a link, so it is read.
function aroundTexts(match: string, at: number): Span[] {
  const spans: Span[] = []
  let start = at
  for (const shown of match.startsWith('<') ? match.matchAll(SHOWN) : []) {
    const value = shown[1] ?? shown[2] ?? ''
    if (!hasProse(value)) continue
    const from = at + shown.index + shown[0].length - value.length - 1
    spans.push({ start, end: from })
    start = from + value.length
  }
  return [...spans, { start, end: at + match.length }]
}

// From the line that opens a block of code to the next that begins with the same marks. Without one they are stray marks in
// prose.
function findFences(text: string): Span[] {
  const lines = fencedLines(text)
  const spans: Span[] = []
  for (let at = 0; at < lines.length; at++) {
    const open = lines[at]
    let closing = at + 1
    while (closing < lines.length && lines[closing]?.marks !== open?.marks) closing++
    const close = lines[closing]
    if (!open || !close) continue
    const body = text.indexOf('\n', open.start)
    // Prose between the marks is shown as prose: only the marks, and what stands around it, are not read.
    let start = open.start
    for (const prose of proseIn(text, body, close.start)) {
      spans.push({ start, end: prose.start })
      start = prose.end
    }
    spans.push({ start, end: close.start + close.marks.length })
    at = closing
  }
  return spans
}

// What a line of a comment, a quotation or a prompt begins with.
const LEAD = /^(?:\/\/+|\/\*+|#+|\*+|>+|--|\$)\s*/
const SHOWN_SENTENCE = /^\p{Lu}.*[.!?]$/u

// The whole of a block with more prose than code, or the lines in a row that are prose together: comments, or lines broken short.
function proseIn(text: string, from: number, to: number): Span[] {
  const lines: (Span & { readonly words: string })[] = []
  for (let start = from + 1; start > 0 && start < to; start = nextLine(text, start)) {
    const end = Math.min(to, text.indexOf('\n', start))
    const line = text.slice(start, end)
    lines.push({
      start,
      end,
      words: line.trim().replace(LEAD, '').replace(/\*\/$/, '').trimEnd(),
    })
  }
  const filled = lines.filter(({ words }) => words !== '')
  if (filled.filter(({ words }) => hasProse(words)).length * 2 > filled.length) return [{ start: from, end: to }]
  const isPlain = (words: string): boolean => words !== '' && (!CODE.test(words) || SHOWN_SENTENCE.test(words))
  const found: Span[] = []
  for (let at = 0; at < lines.length; at++) {
    let next = at
    // A sentence that ends with its line is not taken together with what follows.
    while (isPlain(lines[next]?.words ?? '')) if (/[.!?]$/.test(lines[next++]?.words ?? '')) break
    const row = lines.slice(at, next)
    const [first, last] = [row[0], row.at(-1)]
    if (first && last && hasProse(row.map(({ words }) => words).join(' ')))
      found.push({ start: first.start, end: last.end })
    at = Math.max(at, next - 1)
  }
  return found
}

function fencedLines(text: string): { start: number; marks: string }[] {
  const lines: { start: number; marks: string }[] = []
  for (let line = 0; line >= 0; line = nextLine(text, line)) {
    let start = line
    while (text.charCodeAt(start) === 0x20 || text.charCodeAt(start) === 0x09) start++
    const marks = FENCES.find((fence) => text.startsWith(fence, start))
    if (marks) lines.push({ start, marks })
  }
  return lines
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? -1 : end + 1
}

function findAddresses(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > 0 && at - start < ADDRESS_REACH && isAddressUnit(text.charCodeAt(start - 1))) start--
    let end = at + 1
    while (end < text.length && end - at < ADDRESS_REACH && isAddressUnit(text.charCodeAt(end))) end++
    if (end > at + 1) spans.push({ start, end })
  }
  return spans
}

function isAddressUnit(unit: number): boolean {
  const isLetter = (unit | 32) >= 97 && (unit | 32) <= 122
  return isLetter || (unit >= 48 && unit <= 57) || unit === 46 || unit === 43 || unit === 45 || unit === 95
}

function mergeSpans(spans: Span[]): Span[] {
  spans.sort((a, b) => a.start - b.start || a.end - b.end)
  const merged: Span[] = []
  for (const span of spans) {
    const last = merged[merged.length - 1]
    if (last && span.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else merged.push(span)
  }
  return merged
}
