// What the operator publishes about themselves: terms, contact and imprint, as Markdown files in one folder.
import { join } from 'node:path'

const LEGAL_PAGES = ['terms', 'contact', 'imprint'] as const

/** Files that are not there are left out. */
export function readLegal(
  folder: string,
  readFile: (path: string) => string,
): Partial<Record<(typeof LEGAL_PAGES)[number], string>> {
  const pages = LEGAL_PAGES.flatMap((page) => {
    try {
      return [[page, readFile(join(folder, `${page}.md`))] as const]
    } catch {
      return []
    }
  })
  return Object.fromEntries(pages)
}

/** A folder without any of the files is a mistake. */
export function legalProblems(folder: string | undefined, texts: object): string[] {
  if (!folder || Object.keys(texts).length > 0) return []
  return [`LEGAL_DIR: ${folder} has none of ${LEGAL_PAGES.map((page) => `${page}.md`).join(', ')}`]
}
