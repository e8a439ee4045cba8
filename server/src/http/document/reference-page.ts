// Turns the OpenAPI document into static HTML: a start page, and one for each group. Everything from the document is escaped.
import type { Brand } from '../../ground/brand.ts'
import { escapeHtml } from '../../ground/escape-html.ts'
import { headOf } from '../head.ts'
import type { Guide, LegalTexts } from './guides.ts'
import {
  anchor,
  badge,
  type Listed,
  type Operation,
  prose,
  renderOperation,
  type StatedForSamples,
} from './reference-operation.ts'

export interface ReferenceParts {
  readonly brand: Brand
  readonly publicUrl: string
  readonly legal?: LegalTexts
}

export const START = { about: 'How to use the API, from the first request on, and every operation.' }

export interface Reference {
  info: { title: string; version: string; description?: string | undefined }
  tags?: { name: string; description: string }[]
  paths?: Record<string, Record<string, unknown> | undefined>
}

type Rendered = ReferenceParts & { readonly stated: StatedForSamples }

/** The first page: what to do in the first five minutes, and links to everything else. */
export function renderStart(
  document: Reference,
  { brand, publicUrl }: ReferenceParts,
  guides: readonly Guide[],
): string {
  const { title, version, description = '' } = document.info
  const groups = groupByTag(document)
  const about = aboutTags(document)
  const paragraphs = description.split('\n\n').map((text) => `<p>${prose(text)}</p>`)
  const cards = groups.map(
    ([tag, listed]) =>
      `<li><a href="/docs/api/${slugOf(tag)}"><strong>${escapeHtml(tag)}</strong></a> <small>${listed.length} ${listed.length === 1 ? 'operation' : 'operations'}</small><br>${prose(about.get(tag) ?? '')}</li>`,
  )
  const main = `<div class="intro guide">
<h1>${escapeHtml(title)}</h1>
${quickStart({ brand, publicUrl })}
<h2 id="groups">The API, group by group</h2>
<ul class="cards">${cards.join('')}</ul>
<h2 id="about">How the API works</h2>
${paragraphs.join('')}
</div>`
  return renderPage({
    ...START,
    path: '/docs',
    title,
    brand,
    publicUrl,
    version,
    menu: renderMenus(groups, guides),
    main,
  })
}

function quickStart({ brand, publicUrl }: ReferenceParts): string {
  const code = (text: string) => `<pre><code>${escapeHtml(text)}</code></pre>`
  const json = `-H 'Content-Type: application/json'`
  return `<h2 id="quick-start">Start in five minutes</h2>
<h3>1. Score a text, without an account</h3>
${code(`curl -s ${publicUrl}/try/analyze ${json} \\\n  -d '{"text": "The reckless council rammed the plan through."}'`)}
<h3>2. Get a key</h3>
<p><a href="/app/sign-up?next=%2Fapp%2Fkeys">Create a free account</a>, then create a key. It starts with <code>${escapeHtml(brand.keyPrefix)}</code>. Keep it out of web pages and repositories.</p>
${code(`export KEY=${brand.keyPrefix}…\ncurl -s ${publicUrl}/ai/analyze -H "X-Api-Key: $KEY" ${json} \\\n  -d '{"text": "The reckless council rammed the plan through."}'`)}
<h3>3. Make a model answer neutrally</h3>
<p>Give your OpenAI client another address and choose a filter mode. <a href="/docs/guide/openai-compatible">All clients and modes</a>.</p>
${code(`client = OpenAI(base_url="${publicUrl}/v1", api_key=os.environ["KEY"])`)}
<h3>4. Draw something that anybody can verify</h3>
${code(`curl -s ${publicUrl}/compute ${json} -d '{"bias": 0.9, "N": 9, "samples": 1000, "seed": 42}'`)}
<h3>5. Handle errors</h3>
<p>Every error is JSON with a <code>detail</code> that says what went wrong and what to do. Retry 429 and 503 after <code>Retry-After</code> seconds, and 500, 502 and 504 once or twice. <a href="/docs/guide/errors">All errors, with what to do about each</a>.</p>`
}

export function renderGroupPage(
  document: Reference,
  { brand, publicUrl, stated }: Rendered,
  group: { readonly slug: string; readonly guides: readonly Guide[] },
): string {
  const groups = groupByTag(document)
  const about = aboutTags(document)
  const shown = groups.filter(([tag]) => slugOf(tag) === group.slug)
  const [tag = ''] = shown[0] ?? []
  const main = `<div class="intro">
<h1>${escapeHtml(tag)}</h1>
<p>${prose(about.get(tag) ?? '')}</p>
<label class="credential">Your API key or access token, for “Try it”. It stays on this page.
<input id="credential" type="password" autocomplete="off" spellcheck="false" placeholder="${escapeHtml(brand.keyPrefix)}…"></label>
</div>
<div class="operations">${shown.map(([, listed]) => listed.map((one) => renderOperation(one, { publicUrl, brand, stated })).join('')).join('')}</div>`
  return renderPage({
    title: tag,
    path: `/docs/api/${group.slug}`,
    about: about.get(tag) ?? '',
    brand,
    publicUrl,
    version: document.info.version,
    menu: renderMenus(groups, group.guides),
    main,
  })
}

export function renderGuide(
  document: Reference,
  guide: Guide,
  { guides, ...parts }: ReferenceParts & { readonly guides: readonly Guide[] },
): string {
  const { title, about } = guide
  const main = `<div class="intro guide">${guide.html()}</div>`
  const menu = renderMenus(groupByTag(document), guides)
  return renderPage({ ...parts, title, path: `/docs/guide/${guide.name}`, about, version: '', menu, main })
}

export function slugOf(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

function aboutTags({ tags = [] }: Reference): ReadonlyMap<string, string> {
  return new Map(tags.map(({ name, description }) => [name, description]))
}

interface Page extends ReferenceParts {
  readonly title: string
  readonly path: string
  readonly about: string
  readonly version: string
  readonly menu: string
  readonly main: string
}

/** The same links as in the header of the web application. */
const SCREENS = [
  ['/app/text', 'Text editor'],
  ['/app/chat', 'Chat'],
  ['/app/draws', 'Draws'],
  ['/app/audits', 'Audits'],
  ['/app/playground', 'Playground'],
  ['/app/pricing', 'Pricing'],
]
  .map(([href, words]) => `<a href="${href}">${words}</a>`)
  .join('')

function renderPage({ title, path, about, brand, publicUrl, version, menu, main }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headOf({ title, about: about.replaceAll('`', ''), path }, { name: brand.name, publicUrl })}
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="alternate" type="application/rss+xml" title="Changelog" href="/changelog.xml">
<link rel="preload" href="/public-sans.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/docs/style.css">
<script src="/docs/page.js" defer></script>
</head>
<body>
<header><a class="home" href="/">${escapeHtml(brand.name)}</a><span class="screens">${SCREENS}</span><a href="/docs" aria-current="page">Docs</a><a class="contents" href="#contents">Contents</a><span class="end">${version ? `<span>API ${escapeHtml(version)}</span>` : ''}<a href="/openapi.json">openapi.json</a><a id="person" href="/app/sign-in">Sign in</a></span></header>
<main class="columns">
<nav id="contents" aria-label="Documentation">${menu}</nav>
${main}
</main>
</body>
</html>`
}

function renderMenus(groups: [string, Listed[]][], guides: readonly Guide[]): string {
  const search = '<input id="search" type="search" placeholder="Search the docs" aria-label="Search the docs">'
  const listed = (folder: Guide['folder'], heading: string) => {
    const links = guides
      .filter((guide) => guide.folder === folder)
      .map(({ name, title, about }) => {
        const words = escapeHtml(`${name} ${title} ${about}`.toLowerCase())
        return `<li data-search="${words}"><a href="/docs/guide/${name}">${escapeHtml(title)}</a></li>`
      })
    return links.length > 0 ? `<h2>${heading}</h2><ul>${links.join('')}</ul>` : ''
  }
  return `${search}<p id="nothing" hidden>Nothing matches your search.</p>
<ul><li><a href="/docs">Start here</a></li><li><a href="/docs/guide/errors">Errors</a></li></ul>
${groups.map(renderMenu).join('')}${listed('guide', 'Guides')}${listed('operating', 'Running a deployment')}${listed('about', 'About')}`
}

function groupByTag(document: Reference): [string, Listed[]][] {
  const groups = new Map<string, Listed[]>()
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods ?? {}) as [string, Operation][]) {
      const tag = operation.tags?.[0] ?? 'Other'
      groups.set(tag, [...(groups.get(tag) ?? []), { method: method.toUpperCase(), path, operation }])
    }
  }
  return [...groups]
}

/** Closed except during a search: a page shows one group, the menu all of them. */
function renderMenu([tag, listed]: [string, Listed[]]): string {
  const page = `/docs/api/${slugOf(tag)}`
  const links = listed.map(
    (one) =>
      `<li data-for="${anchor(one)}" data-search="${escapeHtml(searchWords(one))}"><a href="${page}#${anchor(one)}">${badge(one.method)}<span>${escapeHtml(one.operation.summary ?? one.path)}</span></a></li>`,
  )
  return `<details class="group" data-page="${page}"><summary>${escapeHtml(tag)}</summary><ul>${links.join('')}</ul></details>`
}

function searchWords({
  method,
  path,
  operation: { operationId = '', summary = '', description = '' },
}: Listed): string {
  return `${method} ${path} ${operationId} ${summary} ${description}`.toLowerCase()
}
