import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXTENSIONS } from '../reading/reading.ts'
import { SOURCE_ENDINGS } from '../reading/source.ts'

// Which documents of an editor are texts, and how each is read: by its name as `check` does, or by the language that the editor names.

/** A name that is read like a document of this language. */
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

/** The name to read it by; undefined if it is not a text, or source code whose comments nobody wants checked. */
export function readAs(uri: string, languageId: string, wantsComments: boolean): string | undefined {
  const name = basename(pathOf(uri) ?? uri)
  const ending = extname(name).toLowerCase()
  if (EXTENSIONS.includes(ending)) return name
  if (SOURCE_ENDINGS.has(ending)) return wantsComments ? name : undefined
  return Object.hasOwn(NAMES, languageId) ? NAMES[languageId] : undefined
}

/** Where the file is; undefined if it has not been saved yet, or is not on this machine. */
export function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}
