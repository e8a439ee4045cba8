// Our guides from docs/ as pages beside the API reference, and as Markdown for programs, with the names of the deployment.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { marked } from 'marked'
import { type Brand, DEFAULT_BRAND } from '../../ground/brand.ts'

/** In the repository, both for sources and for built files; or inside the published package. */
export const DOCS = ['../../../../docs', '../../../docs']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path))

export interface Guide {
  readonly name: string
  readonly title: string
  readonly folder: 'guide' | 'operating' | 'about'
  /** Who it is for, in a sentence or two. */
  readonly about: string
  readonly html: () => string
  readonly markdown: () => string
}

/** Pages that are not guides, and their paths in the repository; the published package has copies in docs/about. */
const ABOUT = {
  'model-card': 'model-card.md',
  privacy: 'about/privacy.md',
  security: '../SECURITY.md',
  changelog: '../CHANGELOG.md',
  licence: '../LICENSE',
} as const

/** What the operator says about themselves. Without it the page says that there is none. */
const LEGAL = {
  terms: ['Terms', 'any terms'],
  contact: ['Contact', 'a contact address'],
  imprint: ['Imprint', 'an imprint'],
} as const
export type LegalTexts = Readonly<Partial<Record<keyof typeof LEGAL, string>>>

export function readGuides(brand: Brand, legal: LegalTexts = {}): Guide[] {
  const guides = (['guide', 'operating'] as const).flatMap((folder) => {
    const path = join(DOCS ?? '', folder)
    const files = DOCS && existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.md')) : []
    return files.map((file) => guideOf({ folder, name: file.replace('.md', ''), path: join(path, file) }, brand))
  })
  const about = Object.entries(ABOUT).flatMap(([name, source]) => {
    const path = [`about/${name}.md`, source].map((one) => join(DOCS ?? '', one)).find((one) => DOCS && existsSync(one))
    return path ? [guideOf({ folder: 'about', name, path }, brand)] : []
  })
  const own = Object.entries(LEGAL).map(([name, [title, words]]) => {
    const none = `# ${title}\n\nThe operator of this deployment has not published ${words}.\n`
    return guideFrom({ folder: 'about', name, file: legal[name as keyof LegalTexts] ?? none }, brand)
  })
  return [...guides, ...about, ...own]
}

function guideOf({ path, ...one }: Pick<Guide, 'folder' | 'name'> & { path: string }, brand: Brand): Guide {
  return guideFrom({ ...one, file: readFileSync(path, 'utf8') }, brand)
}

function guideFrom({ folder, name, file }: Pick<Guide, 'folder' | 'name'> & { file: string }, brand: Brand): Guide {
  const text = branded(name === 'licence' ? `# Licence\n\n\`\`\`\n${file}\n\`\`\`\n` : file, brand)
    .replace(/^<!--.*?-->\n/gm, '')
    .replace(/^!\[.*$/gm, '')
  const [, title = name, about = ''] = /^# (.+)\n+([^#\n|`][^\n]*)?/.exec(text) ?? []
  return { name, title, about, folder, html: () => htmlOf(text), markdown: () => markdownOf(text) }
}

/** Headings get ids, links between guides lead to their pages, and links to other files of the repository become plain text. */
function htmlOf(text: string): string {
  const html = marked.parse(text, { async: false })
  return html
    .replace(
      /<h([2-4])>(.{0,500}?)<\/h\1>/g,
      (_all, level, title: string) => `<h${level} id="${idOf(title)}">${title}</h${level}>`,
    )
    .replace(/<a href="([^"]{0,500})">(.{0,500}?)<\/a>/g, (all: string, target: string, words: string) => {
      if (/^(https?:|#)/.test(target)) return all
      const guide = linkedGuide(target)
      return guide ? `<a href="/docs/guide/${guide.name}${guide.hash}">${words}</a>` : words
    })
}

/** Links between guides lead to their Markdown. */
function markdownOf(text: string): string {
  return text.replace(/\[([^\]\n]{0,500})\]\(([^)\s]{0,500})\)/g, (all: string, words: string, target: string) => {
    if (/^(https?:|#)/.test(target)) return all
    const guide = linkedGuide(target)
    return guide ? `[${words}](/docs/${guide.name}.md${guide.hash})` : words
  })
}

/** Returns undefined for files that are not served. */
function linkedGuide(target: string): { name: string; hash: string } | undefined {
  const [, name, hash = ''] = /([\w-]{1,100})\.md(#.{0,200})?$/.exec(target) ?? []
  return name && !/decisions|reference|[A-Z]|model-card/.test(target) ? { name, hash } : undefined
}

const CODE_BLOCK = /^```ts\n[\s\S]{0,20000}?^```$/gm

/** Replaces our names by the deployment's. Code that uses our SDK keeps the default names: the SDK translates them. */
function branded(text: string, { word }: Brand): string {
  if (word === DEFAULT_BRAND) return text
  const kept: string[] = []
  const withGaps = text.replace(CODE_BLOCK, (block) => {
    if (!/\bEquipoise\b|client\.ai\./.test(block)) return block
    kept.push(block.replace('new Equipoise({ ', `new Equipoise({ brand: '${word}', `))
    return `\0${kept.length - 1}\0`
  })
  const title = word.charAt(0).toUpperCase() + word.slice(1)
  return withGaps
    .replaceAll(new RegExp(`\\b${DEFAULT_BRAND}_`, 'g'), `${word}_`)
    .replaceAll(new RegExp(`\\bX-${DEFAULT_BRAND}-`, 'gi'), `X-${title}-`)
    .replaceAll(`\`${DEFAULT_BRAND}\``, `\`${word}\``)
    .replaceAll(/\0(\d+)\0/g, (_all, at: string) => kept[Number(at)] ?? '')
}

function idOf(title: string): string {
  return title
    .replace(/<[^>]{0,500}>/g, '')
    .toLowerCase()
    .replace(/[^\w\- ]+/g, '')
    .replaceAll(' ', '-')
}
