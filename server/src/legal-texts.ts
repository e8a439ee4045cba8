// What the operator publishes about themselves: terms, contact and imprint, as Markdown files in one folder.
import { join } from 'node:path'

const LEGAL_PAGES = ['terms', 'contact', 'imprint'] as const
export const LEGAL_FILES = LEGAL_PAGES.map((page) => `${page}.md`).join(', ')

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
