import { blank, type Span } from './blanks.ts'

// What a file says about itself, in comments that readers do not see.
//
//   <!-- equipoise-ignore -->                the next block (up to an empty line) is not checked
//   <!-- equipoise-ignore regime, hard -->   these words and phrases are right in this file
//   <!-- equipoise-ignore-start --> … <!-- equipoise-ignore-end -->
//   <!-- equipoise-ignore-file -->           nothing is checked
//
// A comment in back-ticks is a sample and has no effect. reStructuredText has the same as `.. equipoise-ignore: regime`, MDX as `{/* equipoise-ignore */}`.

export interface Remarks {
  /** The text without what is not to be checked. */
  readonly text: string
  readonly ignore: readonly string[]
  readonly isIgnored: boolean
}

const REMARK =
  /(?<!`)<!--\s*equipoise-ignore(-start|-end|-file)?(?:[\s:]+([^<>]*?))?\s*-->|^\s*\.\.\s+equipoise-ignore(-start|-end|-file)?(?::[ \t]*(.*?))?[ \t]*$|(?<!`)\{\/\*\s*equipoise-ignore(-start|-end|-file)?(?:[\s:]+([^*]*?))?\s*\*\/\}/gm

export function readRemarks(text: string): Remarks {
  const ignore: string[] = []
  const hidden: Span[] = []
  let isIgnored = false
  let open: number | undefined
  for (const match of text.matchAll(REMARK)) {
    const kind = match[1] ?? match[3] ?? match[5] ?? ''
    const words = (match[2] ?? match[4] ?? match[6] ?? '').trim()
    const end = match.index + match[0].length
    if (kind === '-file') isIgnored = true
    else if (kind === '-start') open ??= end
    else if (kind === '-end') {
      if (open !== undefined) hidden.push({ start: open, end: match.index })
      open = undefined
    } else if (words !== '') ignore.push(...wordsIn(words))
    else hidden.push({ start: end, end: blockEnd(text, end) })
  }
  if (open !== undefined) hidden.push({ start: open, end: text.length })
  return { text: blank(text, hidden), ignore, isIgnored }
}

function wordsIn(list: string): string[] {
  return list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** The end of the next stretch of lines with something in them. */
function blockEnd(text: string, from: number): number {
  const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)
  const gap = text.slice(start).search(/\r?\n[ \t]*\r?\n/)
  return gap < 0 ? text.length : start + gap
}
