import type { Span } from './blanks.ts'

// What MDX adds to Markdown: modules, expressions in braces and component tags. Text between tags is prose.

/** A longer expression or tag was never closed. */
const REACH_MAX = 20_000

/** Finds the code. Markdown code must be blanked before, because its braces mean nothing. */
export function spansOfJsx(text: string): Span[] {
  const spans: Span[] = []
  let unclosed = spansOfModules(text, spans)
  for (let at = nextMark(text, 0); at >= 0; ) {
    const end = text[at] === '{' ? braceEnd(text, at) : tagEnd(text, at)
    if (end === undefined && text[at] === '{') unclosed++
    if (end !== undefined) spans.push({ start: at, end, isBorder: text[at] === '<' && !isInline(text, at) })
    // A text with this many unclosed brackets is not MDX.
    if (unclosed > UNCLOSED_MAX) return spans
    at = nextMark(text, end ?? at + 1)
  }
  return spans
}

const UNCLOSED_MAX = 20

function nextMark(text: string, from: number): number {
  MARK.lastIndex = from
  return MARK.exec(text)?.index ?? -1
}

const MARK = /\{|<(?=[A-Za-z/>_$])/g

/** Returns how many were never closed. Modules start a line with import or export, and end at an empty line outside all brackets. */
function spansOfModules(text: string, spans: Span[]): number {
  let unclosed = 0
  for (const { index: start } of text.matchAll(
    /^(?:import\b[^\n]{0,500}?(?:from|["'])|export[ \t]{1,20}(?:default|const|let|var|function|async|class|\{|\*))/gm,
  )) {
    if (start < (spans.at(-1)?.end ?? 0)) continue
    const end = moduleEnd(text, start)
    if (end === undefined && ++unclosed > UNCLOSED_MAX) break
    spans.push({ start, end: end ?? lineEnd(text, start) })
  }
  return unclosed
}

/** Undefined if a bracket is never closed. */
function moduleEnd(text: string, start: number): number | undefined {
  const gap = /\r?\n[ \t]*(?:\r?\n|$)|[{[(]/g
  gap.lastIndex = start
  for (let found = gap.exec(text); found; found = gap.exec(text)) {
    const bracketEnd = found[0] in CLOSERS ? braceEnd(text, found.index) : undefined
    if (bracketEnd === undefined) return found[0] in CLOSERS ? undefined : found.index
    gap.lastIndex = bracketEnd
  }
  return text.length
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }

/** The position after the bracket that closes the one at `from`; skips strings and comments. */
function braceEnd(text: string, from: number): number | undefined {
  const limit = Math.min(text.length, from + REACH_MAX)
  const open: string[] = []
  for (let at = from; at < limit; at++) {
    const unit = text[at] ?? ''
    if (unit in CLOSERS) open.push(CLOSERS[unit] ?? '')
    else if (unit === open.at(-1)) {
      open.pop()
      if (open.length === 0) return at + 1
    } else if (unit === '"' || unit === "'" || unit === '`') at = stringEnd(text, at, limit)
    else if (unit === '/' && text[at + 1] === '*') at = Math.max(at, text.indexOf('*/', at))
  }
  return undefined
}

/** The last character of a string. An apostrophe in an element's text starts no string: strings end on their line. */
function stringEnd(text: string, from: number, limit: number): number {
  const quote = text[from]
  for (let at = from + 1; at < limit; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at
    else if (text[at] === '\n' && quote !== '`') return from
  }
  return from
}

/** The position after the `>` of a tag; undefined if it is not a tag, as in "a < b". */
function tagEnd(text: string, from: number): number | undefined {
  const name = /^<\/?(?:[A-Za-z_$][\w.:$-]*)?/.exec(text.slice(from, from + 200))?.[0] ?? ''
  const limit = Math.min(text.length, from + REACH_MAX)
  for (let at = from + name.length; at < limit; at++) {
    const unit = text[at]
    if (unit === '>') return at + 1
    if (unit === '<') return undefined
    if (unit === '{') {
      const end = braceEnd(text, at)
      if (end === undefined) return undefined
      at = end - 1
    } else if (unit === '"' || unit === "'") at = attributeEnd(text, at)
  }
  return undefined
}

function attributeEnd(text: string, from: number): number {
  const end = text.indexOf(text[from] ?? '"', from + 1)
  return end < 0 || end - from > REACH_MAX ? from : end
}

/** Lower-case tags are HTML; some of them are inline. */
function isInline(text: string, at: number): boolean {
  return /^<\/?(?:a|abbr|b|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|u|[A-Z][\w.]*)\b/.test(
    text.slice(at, at + 40),
  )
}
