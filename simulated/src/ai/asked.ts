// What a request to the simulated provider asks for, in either wire format: text, JSON for a schema, or a tool call.
import type { SimulatedCall } from './wire.ts'

type Content = string | readonly { readonly type?: string; readonly text?: string }[] | null

interface Tool {
  readonly name?: string
  readonly input_schema?: Schema
  readonly function?: { readonly name: string; readonly parameters?: Schema }
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
}

interface Format {
  readonly type?: string
  readonly schema?: Schema
  readonly json_schema?: { readonly schema?: Schema }
}

export interface Asked {
  readonly model?: string
  readonly stream?: boolean
  readonly system?: Content
  readonly messages?: readonly { readonly role: string; readonly content: Content }[]
  readonly tools?: readonly Tool[] | null
  readonly tool_choice?: unknown
  readonly response_format?: Format
  readonly output_config?: { readonly format?: Format }
  /** In a request for embeddings. */
  readonly input?: unknown
}

/** The text of a message, without its other parts. */
export function saidIn(content: Content | undefined): string {
  if (typeof content === 'string') return content
  return (content ?? []).map(({ text = '' }) => text).join('')
}

/** Tools are called once: a request with their results is answered with text. */
export function callsOf({ tools, tool_choice, messages = [] }: Asked, id: string): SimulatedCall[] {
  const last = messages.at(-1)
  const hasResult = last?.role === 'tool' || JSON.stringify(last?.content ?? '').includes('"tool_result"')
  const [tool] = tools ?? []
  if (!tool || hasResult || JSON.stringify(tool_choice ?? '').includes('none')) return []
  const schema = tool.function?.parameters ?? tool.input_schema ?? {}
  return [{ id: `call_${id}`, name: tool.function?.name ?? tool.name ?? '', input: sampleOf(schema, 'Paris') }]
}

export function formatOf({ response_format, output_config }: Asked): Format {
  return response_format ?? output_config?.format ?? {}
}

export function isPlainText(asked: Asked): boolean {
  const { type = 'text' } = formatOf(asked)
  return type === 'text'
}

/** JSON that fits the schema, with the text in every text field. */
export function jsonOf({ schema, json_schema }: Format, text: string): string {
  return JSON.stringify(sampleOf(json_schema?.schema ?? schema ?? { properties: { answer: {} } }, text))
}

function sampleOf(schema: Schema, text: string): unknown {
  const { properties, items, anyOf, enum: values, const: constant } = schema
  if (constant !== undefined) return constant
  if (values) return values[0]
  if (anyOf?.[0]) return sampleOf(anyOf[0], text)
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, sampleOf(inner, text)]))
  }
  const type = [schema.type].flat()[0]
  if (type === 'object') return {}
  if (type === 'array') return [sampleOf(items ?? {}, text)]
  if (type === 'number' || type === 'integer') return 1
  return type === 'boolean' ? true : text
}
