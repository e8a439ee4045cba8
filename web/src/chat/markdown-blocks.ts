// Markdown as models write it, line by line: what a block is depends on how its lines start.

export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'rule' }
  | { readonly type: 'list'; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | Table

export interface Table {
  readonly type: 'table'
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly aligns: readonly ('left' | 'right' | 'center' | undefined)[]
}

/** Quotes and lists inside each other; what is deeper is read as text. */
const DEPTH_MAX = 8
/** A line that is indented this much belongs to the list item above it. */
const INDENT_MIN = 2
const TAB_COLUMNS = 4

const FENCE = /^\s*(`{3,}|~{3,})([^`]*)$/
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^[ \t]*([-*+]|(\d{1,9})[.)])(?:[ \t]+(.*))?$/
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
/** "in\n1984. Then" is a sentence, "Steps:\n1. Then" is a list. */
const INTERRUPTING_ITEM = /^[ \t]*([-*+]|\d{1,3}[.)])[ \t]+\S/

export function blocksIn(text: string): readonly Block[] {
  return blocksOf(text.replaceAll('\r\n', '\n').split('\n'), 0)
}

interface Read {
  readonly block: Block
  /** The line after the block. */
  readonly next: number
}

type Reader = (lines: readonly string[], at: number, depth: number) => Read | undefined

/** The first that recognises a line reads its block: a rule can look like a list, and anything like a paragraph. */
const READERS: readonly Reader[] = [readCode, readHeading, readRule, readQuote, readList, readTable]

function blocksOf(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at++
      continue
    }
    const { block, next } = readBlock(lines, at, depth)
    blocks.push(block)
    at = next
  }
  return blocks
}

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  for (const read of READERS) {
    const found = read(lines, at, depth)
    if (found) return found
  }
  return readParagraph(lines, at)
}

/** To the closing fence; to the end while the answer is still arriving. */
function readCode(lines: readonly string[], at: number): Read | undefined {
  const line = lineAt(lines, at)
  const [, fence = ''] = FENCE.exec(line) ?? []
  if (!fence) return undefined
  const closes = (one: string) => one.trim().startsWith(fence) && one.trim().replaceAll(fence.charAt(0), '') === ''
  const end = lines.findIndex((one, i) => i > at && closes(one))
  const inside = lines.slice(at + 1, end < 0 ? lines.length : end).map((one) => unindented(one, indentOf(line)))
  return { block: { type: 'code', text: inside.join('\n') }, next: end < 0 ? lines.length : end + 1 }
}

function readHeading(lines: readonly string[], at: number): Read | undefined {
  const [, marks, text = ''] = HEADING.exec(lineAt(lines, at)) ?? []
  return marks ? { block: { type: 'heading', level: marks.length, text: text.trim() }, next: at + 1 } : undefined
}

function readRule(lines: readonly string[], at: number): Read | undefined {
  return RULE.test(lineAt(lines, at)) ? { block: { type: 'rule' }, next: at + 1 } : undefined
}

function readQuote(lines: readonly string[], at: number, depth: number): Read | undefined {
  if (depth >= DEPTH_MAX || !QUOTE.test(lineAt(lines, at))) return undefined
  const next = endOf(lines, at, (line) => QUOTE.test(line))
  const inside = lines.slice(at, next).map((line) => line.replace(QUOTE, ''))
  return { block: { type: 'quote', blocks: blocksOf(inside, depth + 1) }, next }
}

/** Items can stand apart, so that a blank line ends the list only if no item and nothing indented follows. */
function readList(lines: readonly string[], at: number, depth: number): Read | undefined {
  const first = ITEM.exec(lineAt(lines, at))
  if (depth >= DEPTH_MAX || !first) return undefined
  const indent = indentOf(lineAt(lines, at))
  const isOrdered = first[2] !== undefined
  const items: (readonly Block[])[] = []
  let next = at
  while (isItem(lineAt(lines, next), indent, isOrdered)) {
    const end = endOfItem(lines, next, indent)
    items.push(blocksOf(linesOfItem(lines.slice(next, end), indent), depth + 1))
    next = firstFilled(lines, end)
  }
  return { block: { type: 'list', start: isOrdered ? Number(first[2]) : undefined, items }, next }
}

function isItem(line: string, indent: number, isOrdered: boolean): boolean {
  const found = ITEM.exec(line)
  if (!found || RULE.test(line) || (found[2] !== undefined) !== isOrdered) return false
  return Math.abs(indentOf(line) - indent) < INDENT_MIN
}

function endOfItem(lines: readonly string[], at: number, indent: number): number {
  let end = at + 1
  while (end < lines.length) {
    const filled = firstFilled(lines, end)
    const line = lineAt(lines, filled)
    const isInside = indentOf(line) >= indent + INDENT_MIN
    const isSameParagraph = filled === end && !ITEM.test(line) && !startsBlock(lines, filled)
    if (filled === lines.length || !(isInside || isSameParagraph)) return end
    end = filled + 1
  }
  return end
}

/** Without the mark, and without the indent that all lines of the item share. */
function linesOfItem([first = '', ...others]: readonly string[], indent: number): string[] {
  const content = ITEM.exec(first)?.[3] ?? ''
  const inner = others.find((line) => indentOf(line) >= indent + INDENT_MIN)
  const width = Math.min(inner === undefined ? 0 : indentOf(inner), first.length - content.length)
  return [content, ...others.map((line) => unindented(line, width))]
}

function readTable(lines: readonly string[], at: number): Read | undefined {
  if (!startsTable(lines, at)) return undefined
  const head = cellsOf(lineAt(lines, at))
  const next = endOf(lines, at + 2, (line) => line.includes('|'))
  const rows = lines.slice(at + 2, next).map((line) => {
    const cells = cellsOf(line)
    return head.map((_, i) => cells[i] ?? '')
  })
  return { block: { type: 'table', head, rows, aligns: cellsOf(lineAt(lines, at + 1)).map(alignOf) }, next }
}

function startsTable(lines: readonly string[], at: number): boolean {
  const [head, rule] = [lineAt(lines, at), lineAt(lines, at + 1)]
  if (!head.includes('|') || !rule.includes('|') || !TABLE_RULE.test(rule)) return false
  return cellsOf(head).length === cellsOf(rule).length
}

function cellsOf(line: string): string[] {
  const cells = line.trim().split(/(?<!\\)\|/)
  if (cells[0] === '') cells.shift()
  if (cells.at(-1) === '') cells.pop()
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function alignOf(rule: string): Table['aligns'][number] {
  if (rule.endsWith(':')) return rule.startsWith(':') ? 'center' : 'right'
  return rule.startsWith(':') ? 'left' : undefined
}

function readParagraph(lines: readonly string[], at: number): Read {
  const next = endOf(lines, at + 1, (line, i) => !isBlank(line) && !startsBlock(lines, i))
  const text = lines.slice(at, next).map((line) => line.trim())
  return { block: { type: 'paragraph', text: text.join('\n') }, next }
}

/** Whether a block other than a paragraph starts here, in the middle of a paragraph. */
function startsBlock(lines: readonly string[], at: number): boolean {
  const line = lineAt(lines, at)
  return [FENCE, HEADING, RULE, QUOTE, INTERRUPTING_ITEM].some((start) => start.test(line)) || startsTable(lines, at)
}

/** The first line from `at` on that does not belong. */
function endOf(lines: readonly string[], at: number, belongs: (line: string, i: number) => boolean): number {
  let end = at
  while (end < lines.length && belongs(lineAt(lines, end), end)) end++
  return end
}

function firstFilled(lines: readonly string[], at: number): number {
  return endOf(lines, at, isBlank)
}

function lineAt(lines: readonly string[], at: number): string {
  return lines[at] ?? ''
}

function isBlank(line: string | undefined): boolean {
  return (line ?? '').trim() === ''
}

function indentOf(line: string): number {
  let columns = 0
  for (const character of line) {
    if (character !== ' ' && character !== '\t') break
    columns += character === '\t' ? TAB_COLUMNS : 1
  }
  return columns
}

function unindented(line: string, columns: number): string {
  let [at, passed] = [0, 0]
  while (passed < columns && (line[at] === ' ' || line[at] === '\t')) {
    passed += line[at] === '\t' ? TAB_COLUMNS : 1
    at++
  }
  return line.slice(at)
}
