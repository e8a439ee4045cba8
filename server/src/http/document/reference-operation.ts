// One operation of the API as HTML: its fields, responses, samples and the form to try it. Everything from the document is escaped.
import type { FastifySchema } from 'fastify'
import { escapeHtml } from '../../ground/escape-html.ts'
import { type Sampled, type SampleSetting, samplesOf } from './reference-samples.ts'

const FORM = 'application/x-www-form-urlencoded'

/** What the routes state for the samples, by `operationId`; the document does not contain it. */
export type StatedForSamples = ReadonlyMap<string, FastifySchema>

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
  content?: Record<string, { schema?: Schema; example?: unknown }>
  description?: string
}

export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: Media
  responses?: Record<string, Media>
  security?: Record<string, string[]>[]
}

export interface Listed {
  method: string
  path: string
  operation: Operation
}

interface Setting extends SampleSetting {
  readonly stated: StatedForSamples
}

export function renderOperation(one: Listed, setting: Setting): string {
  const { summary = '', description, parameters = [], requestBody, responses = {} } = one.operation
  const body = schemaOf(requestBody)
  return `<section id="${anchor(one)}">
<h3>${escapeHtml(summary)}</h3>
<p class="path">${badge(one.method)} <code>${escapeHtml(one.path)}</code></p>
${description ? `<p>${prose(description)}</p>` : ''}
<p class="access">${accessWords(one.operation)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${renderParameters(parameters)}` : ''}
${body ? `<h4>Body</h4>${renderFields(body)}` : ''}
<h4>Responses</h4>${Object.entries(responses).map(renderAnswer).join('')}
${renderExample(responses)}
<h4>Sample</h4>${renderSamples(one, setting)}
<details class="try"><summary>Try it</summary>${renderForm(one)}</details>
</section>`
}

function renderExample(responses: Record<string, Media>): string {
  const media = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']
  if (media?.example === undefined) return ''
  return `<details><summary>Example of a response</summary><pre><code>${escapeHtml(JSON.stringify(media.example, null, 2))}</code></pre></details>`
}

function renderSamples(one: Listed, setting: Setting): string {
  const samples = samplesOf(sampledOf(one, setting.stated), setting)
  const buttons = samples.map(([name]) => `<button type="button" data-language="${name}">${name}</button>`)
  const codes = samples.map(
    ([name, code], at) =>
      `<pre data-language="${name}"${at > 0 ? ' hidden' : ''}><code>${escapeHtml(code)}</code></pre>`,
  )
  return `<div class="languages">${buttons.join('')}</div>${codes.join('')}`
}

function sampledOf({ method, path, operation }: Listed, stated: StatedForSamples): Sampled {
  const { operationId = '', parameters = [], requestBody, responses = {} } = operation
  const { sdk = 'none', sample = {} } = stated.get(operationId) ?? {}
  const needed = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && one.required)
        // The ellipsis fails a test, which says where to add the value.
        .map(({ name }) => [name, sample[name] ?? '…']),
    )
  const values = needed('path')
  const filled = Object.entries(values).reduce((at, [name, value]) => at.replace(`{${name}}`, String(value)), path)
  const content = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content
  return {
    ...{ method, sdk, path: { filled, values }, query: needed('query') },
    credential: credentialOf(operation),
    body: bodyExample(operation) ?? requestBody?.content?.[FORM]?.example,
    isForm: requestBody?.content?.[FORM] !== undefined,
    answersJson: content === undefined || 'application/json' in content,
  }
}

/** The form for "Try it"; the script of the page sends the request. */
function renderForm({ method, path, operation }: Listed): string {
  const fields = (operation.parameters ?? [])
    .filter((one) => one.in === 'path' || one.in === 'query')
    .map((one) => `<label>${escapeHtml(one.name)}<input name="${one.in}:${escapeHtml(one.name)}"></label>`)
  const body = bodyExample(operation)
  const text = body === undefined ? '' : escapeHtml(JSON.stringify(body, null, 2))
  const area =
    body === undefined ? '' : `<label>Body<textarea name="body" rows="8" spellcheck="false">${text}</textarea></label>`
  return `<form data-path="${escapeHtml(path)}" data-method="${method}">${fields.join('')}${area}<button type="submit">Send request</button><output></output></form>`
}

function bodyExample({ requestBody }: Operation): unknown {
  const media = requestBody?.content?.['application/json']
  if (!media?.schema) return undefined
  return media.example ?? exampleOf(media.schema)
}

function credentialOf({ security = [] }: Operation): 'apiKey' | 'accessToken' | undefined {
  if (security.length === 0 || security.some((one) => Object.keys(one).length === 0)) return undefined
  return security.some((one) => 'apiKey' in one) ? 'apiKey' : 'accessToken'
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
  const words = [schema.description, limitsOf(schema)].filter(Boolean).map((text) => prose(String(text)))
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
  const summary = `<strong class="s${status.charAt(0)}">${escapeHtml(status)}</strong> ${prose(answer.description ?? '')}`
  const fields = schema && Number(status) < 300 ? renderFields(schema) : ''
  return fields ? `<details><summary>${summary}</summary>${fields}</details>` : `<p class="answer">${summary}</p>`
}

/** The smallest body that satisfies the schema. */
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

export function anchor({ method, path }: Listed): string {
  return `${method}${path.replace(/[^a-z0-9]+/gi, '-')}`.toLowerCase()
}

export function badge(method: string): string {
  return `<b class="m ${method.toLowerCase()}">${escapeHtml(method)}</b>`
}

/** Plain text with code between backticks. */
export function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>')
}
