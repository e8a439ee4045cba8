import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXTENSIONS } from '../reading/reading.ts'
import { SOURCE_ENDINGS } from '../reading/source.ts'

// Which documents are checked, and how each is read: by its file name as in `check`, or by the language that the editor names.

/** A file name that stands for this language. */
const NAMES: Readonly<Record<string, string>> = {
  markdown: 'a.md',
  mdx: 'a.mdx',
  html: 'a.html',
  restructuredtext: 'a.rst',
  rst: 'a.rst',
  latex: 'a.tex',
  tex: 'a.tex',
  plaintext: 'a.txt',
  text: 'a.txt',
  gitcommit: 'COMMIT_EDITMSG',
  'git-commit': 'COMMIT_EDITMSG',
}

/** The file name that decides how it is read; undefined if it is not a text, or is source code whose comments are not to be checked. */
export function readAs(uri: string, languageId: string, wantsComments: boolean): string | undefined {
  const name = basename(pathOf(uri) ?? uri)
  const ending = extname(name).toLowerCase()
  if (EXTENSIONS.includes(ending)) return name
  if (SOURCE_ENDINGS.has(ending)) return wantsComments ? name : undefined
  return Object.hasOwn(NAMES, languageId) ? NAMES[languageId] : undefined
}

/** The path of the file; undefined if it was never saved, or is not on this machine. */
export function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}
