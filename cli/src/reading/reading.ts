import { basename, extname } from 'node:path'
import { blank, linesOf, type Span } from './blanks.ts'
import { readRemarks } from './comments.ts'
import { readHtml } from './html.ts'
import { readLatex } from './latex.ts'
import { readMarkdown, readMdx } from './markdown.ts'
import { spansOfNoProse } from './no-prose.ts'
import { readNotebook } from './notebook.ts'
import { readRestructuredText } from './restructured-text.ts'
import { readSource, SOURCE_ENDINGS } from './source.ts'

// The prose of a file, at its positions in the file.

interface Prose {
  readonly text: string
  /** Words and phrases that the file itself accepts. */
  readonly ignore: readonly string[]
  readonly isIgnored: boolean
  /** Whether it contains code, or names from code. */
  readonly isManual: boolean
}

/** This many pieces of code make a text a manual. */
const CODE_MIN = 5
const CODE =
  /`[^`\n]+`|^[ \t]*(?:```|~~~|\.\. (?:code|highlight|literalinclude|function|class|option))|<(?:code|pre)\b/gm

type Read = (text: string) => string

const DOCUMENTS: Readonly<Record<string, Read>> = {
  '.md': readMarkdown,
  '.markdown': readMarkdown,
  '.mdx': readMdx,
  '.html': readHtml,
  '.htm': readHtml,
  '.xhtml': readHtml,
  '.rst': readRestructuredText,
  '.rest': readRestructuredText,
  '.tex': readLatex,
  '.ipynb': readNotebook,
}

/** The endings that a folder is searched for. Source files are read only if they are named or match a pattern. */
export const EXTENSIONS = [...Object.keys(DOCUMENTS), '.txt']

/** Chooses the reader by the ending of the name; other endings are plain text. */
export function readProse(path: string, text: string): Prose {
  const { text: rest, ignore, isIgnored } = readRemarks(text)
  const prose = readerFor(path)(blank(rest, frontMatterOf(rest)))
  const names = spansOfNoProse(prose)
  const isManual = names.length + (text.match(CODE)?.length ?? 0) >= CODE_MIN
  return { text: blank(prose, names), ignore, isIgnored, isManual }
}

/** Between two lines of the same marks at the top of the file: names with values. */
function frontMatterOf(text: string): Span[] {
  const [opening, mark] =
    /^\uFEFF?(---|\+\+\+)[ \t]{0,100}\r?\n(?=\s*(?:[\w"-]{1,60}[ \t]*[:=]|#|\[|---|\+\+\+))/.exec(text) ?? []
  if (opening === undefined) return []
  const closing = mark === '---' ? /^(?:---|\.\.\.)[ \t]{0,100}$/gm : /^\+\+\+[ \t]{0,100}$/gm
  closing.lastIndex = opening.length
  return closing.exec(text) ? [{ start: 0, end: closing.lastIndex }] : []
}

function readerFor(path: string): Read {
  const ending = extname(path).toLowerCase()
  if (COMMIT_MESSAGES.has(basename(path))) return readCommitMessage
  const style = SOURCE_ENDINGS.get(ending)
  return DOCUMENTS[ending] ?? (style ? (text) => readSource(text, style) : (text) => text)
}

const COMMIT_MESSAGES = new Set(['COMMIT_EDITMSG', 'MERGE_MSG', 'TAG_EDITMSG', 'SQUASH_MSG'])

/** Without the lines that git removes, and without trailers. */
function readCommitMessage(text: string): string {
  const scissors = text.search(/^# -+ >8 -+/m)
  const spans = [...linesOf(text)].filter(({ line }) => line.startsWith('#') || isTrailer(line))
  return blank(text, scissors < 0 ? spans : [...spans, { start: scissors, end: text.length }])
}

/** A name with an address, or an issue number. */
function isTrailer(line: string): boolean {
  const [name] = /^[A-Z][\w-]{0,60}: (?=\S)/.exec(line) ?? []
  return name !== undefined && (line.includes('@') || /^#\d/.test(line.slice(name.length)))
}
