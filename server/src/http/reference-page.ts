// OpenAPI document → one static HTML page. Everything that comes from the document is escaped.
import type { Brand } from '../brand.ts'

/** Whose reference it is, and where the examples call. */
export interface ReferenceParts {
  readonly brand: Brand
  readonly publicUrl: string
}

interface Schema {
  type?: string | string[]
  description?: string
  default?: unknown
  examples?: unknown[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
}

interface Media {
  content?: Record<string, { schema?: Schema }>
  description?: string
}

interface Operation {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: Media
  responses?: Record<string, Media>
  security?: Record<string, string[]>[]
}

interface Listed {
  method: string
  path: string
  operation: Operation
}

export interface Reference {
  info: { title: string; version: string; description?: string | undefined }
  paths?: Record<string, Record<string, unknown> | undefined>
}

export function renderReference(document: Reference, { brand, publicUrl }: ReferenceParts): string {
  const groups = groupByTag(document)
  const { title, version, description = '' } = document.info
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header><a class="home" href="/">${escapeHtml(brand.name)}</a><span>API ${escapeHtml(version)}</span><a href="/openapi.json">openapi.json</a></header>
<main class="columns">
<div class="intro">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(description)}</p>
<p>Send an API key as <code>X-Api-Key: ${escapeHtml(brand.keyPrefix)}…</code> or the token from signing in as <code>Authorization: Bearer …</code>.
Every refusal is JSON with a <code>detail</code>; every answer carries <code>X-Request-Id</code>.</p>
</div>
<nav aria-label="Operations">${groups.map(renderMenu).join('')}</nav>
<div class="operations">${groups.map((group) => renderGroup(group, publicUrl)).join('')}</div>
</main>
</body>
</html>`
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

function renderMenu([tag, listed]: [string, Listed[]]): string {
  const links = listed.map(
    (one) => `<li><a href="#${anchor(one)}">${badge(one.method)}<code>${escapeHtml(one.path)}</code></a></li>`,
  )
  return `<h2>${escapeHtml(tag)}</h2><ul>${links.join('')}</ul>`
}

function renderGroup([tag, listed]: [string, Listed[]], publicUrl: string): string {
  return `<h2 class="tag">${escapeHtml(tag)}</h2>${listed.map((one) => renderOperation(one, publicUrl)).join('')}`
}

function renderOperation(one: Listed, publicUrl: string): string {
  const { summary = '', description, parameters = [], requestBody, responses = {} } = one.operation
  const body = schemaOf(requestBody)
  return `<section id="${anchor(one)}">
<h3>${badge(one.method)} <code>${escapeHtml(one.path)}</code></h3>
<p class="summary">${escapeHtml(summary)}</p>
${description ? `<p>${escapeHtml(description)}</p>` : ''}
<p class="access">${accessWords(one.operation)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${renderParameters(parameters)}` : ''}
${body ? `<h4>Body</h4>${renderFields(body)}` : ''}
<h4>Answers</h4>${Object.entries(responses).map(renderAnswer).join('')}
<h4>Try it</h4><pre><code>${escapeHtml(curlOf(one, publicUrl))}</code></pre>
</section>`
}

function accessWords({ security }: Operation): string {
  if (!security?.length) return 'No credentials needed.'
  const kinds = security
    .flatMap((one) => Object.keys(one))
    .map((kind) => (kind === 'accessToken' ? 'a token (JWT)' : 'an API key'))
  const optional = security.some((one) => Object.keys(one).length === 0)
  return `${optional ? 'Works without credentials within limits, or with' : 'Needs'} ${kinds.join(' or ')}.`
}

function renderParameters(parameters: Parameter[]): string {
  const rows = parameters.map(({ name, required, schema = {}, description }) =>
    row(name, { ...schema, ...(description ? { description } : {}) }, required ?? false),
  )
  return table(rows)
}

function renderFields(schema: Schema): string {
  return table(fieldRows(schema, ''))
}

const DEPTH_MAX = 4

function fieldRows(schema: Schema, prefix: string, depth = 0): string[] {
  const inner = schema.items && !schema.properties ? schema.items : schema
  const required = new Set(inner.required)
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const nested = field.items ?? field
    const below =
      nested.properties && depth < DEPTH_MAX ? fieldRows(nested, `${path}${field.items ? '[].' : '.'}`, depth + 1) : []
    return [row(path, field, required.has(name)), ...below]
  })
}

function row(name: string, schema: Schema, required: boolean): string {
  const words = [schema.description, limitsOf(schema)].filter(Boolean).map((text) => escapeHtml(String(text)))
  return `<tr><td><code>${escapeHtml(name)}</code>${required ? '' : ' <small>optional</small>'}</td><td>${escapeHtml(typeOf(schema))}</td><td>${words.join('<br>')}</td></tr>`
}

function table(rows: string[]): string {
  return rows.length > 0 ? `<table><tbody>${rows.join('')}</tbody></table>` : ''
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

function limitsOf(schema: Schema): string {
  const { enum: values, minimum, maximum, minLength, maxLength, maxItems, default: fallback } = schema
  const limits = [
    values ? `one of ${values.map((value) => JSON.stringify(value)).join(', ')}` : '',
    minimum !== undefined ? `at least ${minimum}` : '',
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `at most ${maximum}` : '',
    minLength ? (minLength === 1 ? 'not empty' : `at least ${minLength} characters`) : '',
    maxLength !== undefined ? `at most ${maxLength} characters` : '',
    maxItems !== undefined ? `at most ${maxItems} items` : '',
    fallback !== undefined ? `default ${JSON.stringify(fallback)}` : '',
  ]
  return limits.filter((text) => text && !text.includes('-9007199254740991')).join(', ')
}

function renderAnswer([status, answer]: [string, Media]): string {
  const schema = schemaOf(answer)
  const summary = `<strong class="s${status.charAt(0)}">${escapeHtml(status)}</strong> ${escapeHtml(wordsOf(answer))}`
  const fields = schema && Number(status) < 300 ? renderFields(schema) : ''
  return fields ? `<details><summary>${summary}</summary>${fields}</details>` : `<p class="answer">${summary}</p>`
}

/** The generator's own words for an answer without a description say nothing. */
function wordsOf({ description = '' }: Media): string {
  return description === 'Default Response' ? 'Done' : description
}

function curlOf({ method, path, operation }: Listed, publicUrl: string): string {
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${publicUrl}${path}`]
  if (operation.security?.length && operation.security.every((one) => Object.keys(one).length > 0)) {
    lines.push(
      operation.security.some((one) => 'apiKey' in one) ? '-H "X-Api-Key: $KEY"' : '-H "Authorization: Bearer $TOKEN"',
    )
  }
  const body = schemaOf(operation.requestBody)
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(exampleOf(body))}'`)
  return lines.join(' \\\n  ')
}

/** The smallest body that the schema asks for. */
function exampleOf(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.properties) {
    const required = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name))
    return Object.fromEntries(required.map(([name, field]) => [name, exampleOf(field)]))
  }
  if (schema.items) return [exampleOf(schema.items)]
  const type = [schema.type ?? 'string'].flat()[0]
  return { number: 0.5, integer: schema.minimum ?? 1, boolean: true }[type ?? ''] ?? '…'
}

function schemaOf(media: Media | undefined): Schema | undefined {
  return media?.content?.['application/json']?.schema
}

function anchor({ method, path }: Listed): string {
  return `${method}${path.replace(/[^a-z0-9]+/gi, '-')}`.toLowerCase()
}

function badge(method: string): string {
  return `<b class="m ${method.toLowerCase()}">${escapeHtml(method)}</b>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
