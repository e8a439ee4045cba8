// The SDK call of an operation, for the samples of the API reference. A test runs every sample.
import { type Brand, DEFAULT_BRAND } from '../../ground/brand.ts'
import type { Operation } from './openapi.ts'

export interface Sampled {
  readonly method: string
  /** The path filled with values, and the values alone. */
  readonly path: { readonly filled: string; readonly values: Readonly<Record<string, unknown>> }
  readonly query: Readonly<Record<string, unknown>>
  readonly sdk: Operation['sdk']
  readonly credential: 'apiKey' | 'accessToken' | undefined
  readonly body: unknown
  readonly isForm: boolean
  readonly answersJson: boolean
}

export interface SampleSetting {
  readonly publicUrl: string
  readonly brand: Brand
}

/** Returns undefined if the SDK has no method for the operation. */
export function sdkSampleOf(one: Sampled, { publicUrl, brand }: SampleSetting): string | undefined {
  if (one.sdk === 'none') return undefined
  const [method, ...inputs] = one.sdk
  const options = [
    `baseUrl: '${publicUrl}'`,
    ...(brand.word === DEFAULT_BRAND ? [] : [`brand: '${brand.word}'`]),
    ...(one.credential === 'apiKey' ? ['apiKey: process.env.KEY'] : []),
    ...(one.credential === 'accessToken' ? ['token: process.env.TOKEN'] : []),
  ]
  const args = inputs.map((input) => literalOf(inputOf(one, input), brand.word)).join(', ')
  const made = `client.${method}(${args})`
  const use =
    method === 'sequence' ? `for await (const bits of ${made}) console.log(bits)` : `const result = await ${made}`
  return `import { Equipoise } from '@equipoise/sdk'

const client = new Equipoise({ ${options.join(', ')} })
${use}`
}

function inputOf({ body, path, query }: Sampled, input: string): unknown {
  const [from, field] = input.split('.')
  const whole = { body, query, path: path.values }[from as 'body' | 'query' | 'path']
  return field === undefined ? whole : (whole as Record<string, unknown>)[field]
}

/** A value as TypeScript, with the SDK's field names, quoted only if necessary. */
export function literalOf(value: unknown, brandWord: string = DEFAULT_BRAND, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = Object.entries(value).map(([key, one]) => {
    const name = key.replace(new RegExp(`^${brandWord}_(?=options$|filter$|certified$)`), `${DEFAULT_BRAND}_`)
    return `${isList ? '' : `${/^\w+$/.test(name) ? name : `'${name}'`}: `}${literalOf(one, brandWord, inner)}`
  })
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`
  if (line.length + indent.length <= 60 && !line.includes('\n')) return line
  return `${isList ? '[' : '{'}\n${inner}${parts.join(`,\n${inner}`)},\n${indent}${isList ? ']' : '}'}`
}
