import { extname } from 'node:path'
import { readRemarks } from './comments.ts'
import { readHtml } from './html.ts'
import { readMarkdown } from './markdown.ts'
import { readRestructuredText } from './restructured-text.ts'

// A file → its prose, at its positions in the file.

export interface Prose {
  readonly text: string
  /** Words and phrases that the file itself says are right. */
  readonly ignore: readonly string[]
  /** The file asks not to be checked. */
  readonly isIgnored: boolean
}

const READERS: Readonly<Record<string, (text: string) => string>> = {
  '.md': readMarkdown,
  '.markdown': readMarkdown,
  '.mdx': readMarkdown,
  '.html': readHtml,
  '.htm': readHtml,
  '.xhtml': readHtml,
  '.rst': readRestructuredText,
  '.rest': readRestructuredText,
}

/** What a folder is searched for. */
export const EXTENSIONS = [...Object.keys(READERS), '.txt']

/** By the ending of its name; what has another one is plain text. */
export function readProse(path: string, text: string): Prose {
  const { text: rest, ignore, isIgnored } = readRemarks(text)
  const read = READERS[extname(path).toLowerCase()]
  return { text: read ? read(rest) : rest, ignore, isIgnored }
}
