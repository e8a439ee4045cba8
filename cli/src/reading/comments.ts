import { blank, type Span } from './blanks.ts'

// What a file says about itself, in comments that readers do not see.
//
//   <!-- equipoise-ignore -->                the next block (up to an empty line) is not checked
//   <!-- equipoise-ignore regime, hard -->   these words and phrases are right in this file
//   <!-- equipoise-ignore-start --> … <!-- equipoise-ignore-end -->
//   <!-- equipoise-ignore-file -->           nothing is checked
//
// A comment in back-ticks is a sample and has no effect. reStructuredText has the same as `.. equipoise-ignore: regime`, MDX as `{/* equipoise-ignore */}`.

interface Remarks {
  readonly text: string
  readonly ignore: readonly string[]
  readonly isIgnored: boolean
}

const OPENING = /(?<!`)(?:<!--|\{\/\*)\s{0,100}equipoise-ignore|^[ \t]{0,100}\.\.[ \t]{1,100}equipoise-ignore/gm
/** A longer comment was never closed. */
const REMARK_LENGTH_MAX = 2_000

export function readRemarks(text: string): Remarks {
  const ignore: string[] = []
  const hidden: Span[] = []
  let isIgnored = false
  let open: number | undefined
  for (const { index, 0: opening } of text.matchAll(OPENING)) {
    const remark = remarkBehind(text, index + opening.length, opening)
    if (!remark) continue
    const { kind, words, end } = remark
    if (kind === '-file') isIgnored = true
    else if (kind === '-start') open ??= end
    else if (kind === '-end') {
      if (open !== undefined) hidden.push({ start: open, end: index })
      open = undefined
    } else if (words !== '') ignore.push(...wordsIn(words))
    else if (end >= (hidden.at(-1)?.end ?? 0)) hidden.push({ start: end, end: blockEnd(text, end) })
  }
  if (open !== undefined) hidden.push({ start: open, end: text.length })
  return { text: blank(text, hidden), ignore, isIgnored }
}

/** The content of a comment and its end; undefined if it is not one of ours. */
function remarkBehind(text: string, from: number, opening: string): (Said & { readonly end: number }) | undefined {
  const reach = text.slice(from, from + REMARK_LENGTH_MAX)
  const closing = opening.startsWith('<') ? '-->' : opening.startsWith('{') ? '*/}' : undefined
  const lineLength = reach.indexOf('\n') < 0 ? reach.length : reach.indexOf('\n')
  const length = closing === undefined ? lineLength : reach.indexOf(closing)
  const body = reach.slice(0, Math.max(0, length))
  const [said, kind = '', separator = ' ', words = ''] = SAID.exec(body) ?? []
  if (length < 0 || said === undefined || /[<>]/.test(body)) return undefined
  if (closing === undefined && separator !== ':' && words.trim() !== '') return undefined
  return { kind, words: words.trim(), end: from + length + (closing?.length ?? 0) }
}

interface Said {
  readonly kind: string
  readonly words: string
}

const SAID = /^(-start|-end|-file)?(?:([\s:])([\s\S]*))?$/

function wordsIn(list: string): string[] {
  return list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** The end of the next block of non-empty lines. */
function blockEnd(text: string, from: number): number {
  const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)
  const gap = text.slice(start).search(/\r?\n[ \t]*\r?\n/)
  return gap < 0 ? text.length : start + gap
}
