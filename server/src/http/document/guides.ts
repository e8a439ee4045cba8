// Our guides as pages of the same site as the API reference, made from the Markdown files in docs/.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { marked } from 'marked'

/** In the repository, for the sources as well as for what is built from them; or inside the packed package. */
const DOCS = ['../../../../docs', '../../../docs']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path))

export interface Guide {
  readonly name: string
  readonly title: string
  readonly folder: 'guide' | 'operating'
  /** The page without its frame. */
  readonly html: () => string
}

export function readGuides(): Guide[] {
  return (['guide', 'operating'] as const).flatMap((folder) => {
    const path = join(DOCS ?? '', folder)
    const files = DOCS && existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.md')) : []
    return files.map((file) => {
      const text = readFileSync(join(path, file), 'utf8')
      const title = /^# (.+)$/m.exec(text)?.[1] ?? file
      return { name: file.replace('.md', ''), title, folder, html: () => htmlOf(text) }
    })
  })
}

/** Headings get ids, links between guides lead to their pages, and other files of the repository are named without a link. */
function htmlOf(text: string): string {
  const html = marked.parse(text.replace(/^!\[.*$/gm, ''), { async: false })
  return html
    .replace(
      /<h([2-4])>(.*?)<\/h\1>/g,
      (_all, level, title: string) => `<h${level} id="${idOf(title)}">${title}</h${level}>`,
    )
    .replace(/<a href="([^"]*)">(.*?)<\/a>/g, (all: string, target: string, words: string) => {
      if (/^(https?:|#)/.test(target)) return all
      const [, name, hash = ''] = /([\w-]+)\.md(#.*)?$/.exec(target) ?? []
      const isGuide = name && !/decisions|reference|[A-Z]|model-card/.test(target)
      return isGuide ? `<a href="/docs/guide/${name}${hash}">${words}</a>` : words
    })
}

function idOf(title: string): string {
  return title
    .replace(/<[^>]*>/g, '')
    .toLowerCase()
    .replace(/[^\w\- ]+/g, '')
    .replaceAll(' ', '-')
}
