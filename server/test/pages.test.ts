// The Markdown pages of the repository: valid links, and decisions in one form.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const SKIPPED = /(^|\/)(node_modules|dist|\.[^/]+|data)$/

function filesBelow(folder: string, wanted: RegExp): string[] {
  return readdirSync(new URL(folder || '.', ROOT), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`
    if (entry.isDirectory()) return SKIPPED.test(path) ? [] : filesBelow(`${path}/`, wanted)
    return wanted.test(path) ? [path] : []
  })
}

const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')
const withoutCode = (text: string) => text.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '')
const pages = filesBelow('', /\.md$/)
const decisions = read('docs/decisions.md').split(/^## /m).slice(1)

/** Anchors as GitHub makes them. */
function anchorsOf(path: string): string[] {
  const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title)
  return headings.map((title) =>
    title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]+/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isBroken(page: string, link: string): boolean {
  const [target = '', anchor] = link.split('#')
  const path =
    target === '' ? page : fileURLToPath(new URL(target, new URL(page, ROOT))).slice(fileURLToPath(ROOT).length)
  const file = new URL(path || '.', ROOT)
  if (!existsSync(file)) return true
  return anchor !== undefined && !statSync(file).isDirectory() && !anchorsOf(path).includes(anchor)
}

test('docs/ has at most 30 pages', () => {
  expect(filesBelow('docs/', /\.md$/).length).toBeLessThanOrEqual(30)
})

test('every link of a page to a file, and to a heading in it, is valid', () => {
  const broken = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:|^\//.test(link) && isBroken(page, link))
      .map((link) => `${page} → ${link}`),
  )
  expect(broken).toEqual([])
})

test('decisions are numbered without gaps and have one form', () => {
  expect(decisions.map((text) => Number(text.slice(0, 4)))).toEqual(decisions.map((_, i) => i + 1))
  for (const text of decisions) {
    const names = [...text.matchAll(/^\*\*(Decision|Why|Considered|Consequences)\.\*\*/gm)].map(([, name]) => name)
    expect(names, text.split('\n')[0]).toEqual(['Decision', 'Why', 'Considered', 'Consequences'])
  }
})

test('every decision that a comment or a page names exists', () => {
  const files = ['server/', 'web/', 'score/', 'engine/', 'cli/', 'sdk/', 'scripts/', 'bench/', 'trials/', 'docs/']
  const texts = [...files.flatMap((folder) => filesBelow(folder, /\.(tsx?|mjs|md|sql)$/)), ...pages]
  const missing = texts.flatMap((path) =>
    [...read(path).matchAll(/\b[Dd]ecision (\d{2,4})\b/g)]
      .filter(([, number = '']) => !decisions.some((text) => text.startsWith(`${number}:`)))
      .map(([words]) => `${path}: ${words}`),
  )
  expect(missing).toEqual([])
})

test('lines of prose have at most 120 characters, so that diffs are readable', () => {
  const isLong = (line: string) => line.length > 120 && line.replace(/\]\([^)]*\)|`[^`]*`/g, '').length > 120
  const long = pages
    // These are generated.
    .filter((page) => !/^bench\/|model-card/.test(page))
    .flatMap((page) =>
      read(page)
        .replace(/^ *```[\s\S]*?^ *```/gm, '')
        .split('\n')
        .filter((line) => isLong(line) && !/^\s*\||^#|^\s*</.test(line))
        .map((line) => `${page}: ${line.slice(0, 60)}… (node scripts/wrap-markdown.mjs)`),
    )
  expect(long).toEqual([])
})
