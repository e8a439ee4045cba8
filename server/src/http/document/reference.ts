// The documentation for people: the API reference, made from the OpenAPI document, and our guides. Loads nothing from other hosts.

import { escapeHtml } from '../../ground/escape-html.ts'
import type { App } from '../app.ts'
import type { Previews } from '../previews/previews.ts'
import { type Guide, readGuides } from './guides.ts'
import { TAGS } from './openapi-tags.ts'
import { addPrebuilt, addPrebuiltPages } from './prebuilt.ts'
import { addPrograms } from './programs.ts'
import {
  type Reference,
  type ReferenceParts,
  renderGroupPage,
  renderGuide,
  renderStart,
  START,
  slugOf,
} from './reference-page.ts'
import { REFERENCE_SCRIPT } from './reference-script.ts'
import { REFERENCE_STYLE } from './reference-style.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const MARKDOWN = 'text/markdown; charset=utf-8'

export function addReferencePage(app: App, parts: ReferenceParts, previews: Previews): void {
  const { brand } = parts
  const guides = readGuides(brand, parts.legal)
  const page = { type: 'text/html; charset=utf-8', headers: { 'content-security-policy': POLICY } }
  let known: Reference | undefined
  // All pages use the same document; the routes are complete when the first page is built.
  const document = () => {
    known ??= resolved(app.swagger()) as Reference
    return known
  }
  const stated = () => new Map(app.accessTable.map(({ schema = {} }) => [schema.operationId ?? '', schema]))
  addPrebuilt(app, '/docs', { ...page, build: () => renderStart(document(), parts, guides) })
  const slugs = Object.keys(TAGS).map(slugOf)
  const groups = slugs.map((slug): [string, () => string] => [
    slug,
    () => renderGroupPage(document(), { ...parts, stated: stated() }, { slug, guides }),
  ])
  addPrebuiltPages(app, '/docs/api', { ...page, pages: new Map(groups) })
  const pages = new Map(guides.map((guide) => [guide.name, () => renderGuide(document(), guide, { ...parts, guides })]))
  addPrebuiltPages(app, '/docs/guide', { ...page, pages })
  previews.addPages(app, [
    { ...START, path: '/docs', title: 'Documentation' },
    ...guides.map(({ name, title, about }) => ({ path: `/docs/guide/${name}`, title, about })),
    ...Object.entries(TAGS).map(([title, about]) => ({ path: `/docs/api/${slugOf(title)}`, title, about })),
  ])
  const sources = new Map(guides.map(({ name, markdown }) => [`${name}.md`, markdown]))
  addPrebuiltPages(app, '/docs', { type: MARKDOWN, pages: sources })
  addPrebuilt(app, '/llms.txt', { type: MARKDOWN, build: () => renderIndex(guides, parts) })
  addPrebuilt(app, '/changelog.xml', {
    type: 'application/rss+xml; charset=utf-8',
    build: () => renderFeed(guides, parts),
  })
  addPrograms(app)
  addPrebuilt(app, '/docs/page.js', { type: 'text/javascript; charset=utf-8', build: () => REFERENCE_SCRIPT })
  addPrebuilt(app, '/docs/style.css', { type: 'text/css; charset=utf-8', build: () => REFERENCE_STYLE })
}

/** The index for programs that read documentation (llmstxt.org). */
function renderIndex(guides: readonly Guide[], { brand, publicUrl }: ReferenceParts): string {
  const listed = (folder: Guide['folder']) =>
    guides
      .filter((guide) => guide.folder === folder)
      .map(({ name, title, about }) => `- [${title}](${publicUrl}/docs/${name}.md)${about && `: ${about}`}`)
      .join('\n')
  return `# ${brand.name}

> An API that computes balanced sequences and scores how neutral a text is, from 0 to 1. Chat requests are answered by an AI model, scored, and tried again up to three times if the answer is loaded and the caller wants that.

The whole API is described in [openapi.json](${publicUrl}/openapi.json) (OpenAPI 3.1). Send an API key in \`X-Api-Key\`. \`POST /compute\`, \`GET /sweep\` and \`POST /try/analyze\` work without one.

## Guides

${listed('guide')}

## Optional

${listed('operating')}
`
}

/** The versions of the changelog as RSS. */
function renderFeed(guides: readonly Guide[], { brand, publicUrl }: ReferenceParts): string {
  const changelog = guides.find(({ name }) => name === 'changelog')?.markdown() ?? ''
  const page = `${publicUrl}/docs/guide/changelog`
  const items = [...changelog.matchAll(/^## (\d[\w.-]{0,40})[^\n]{0,200}\n{1,9}([^#\n][^\n]{0,2000})?/gm)].map(
    ([, version = '', about = '']) =>
      `<item><title>${escapeHtml(`${brand.name} ${version}`)}</title><link>${page}#${version.replaceAll('.', '')}</link><guid isPermaLink="false">${escapeHtml(version)}</guid><description>${escapeHtml(about)}</description></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${escapeHtml(brand.name)}: changelog</title><link>${page}</link><description>What changed</description>${items.join('')}</channel></rss>`
}

/** Replaces every reference in the document by what it refers to. */
function resolved(document: object): unknown {
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...rest } = node as { $ref?: string }
    const target = $ref
      ?.split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
    const whole = $ref === undefined ? node : { ...(target as object), ...rest }
    return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, resolve(value)]))
  }
  return resolve(document)
}
