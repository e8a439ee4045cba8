// Converts Zod to the JSON Schema of the API document. `named()` gives a shape its name: the document contains it once, under
// `components`, and refers to it elsewhere.
import { z } from 'zod'

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  [keyword: string]: unknown
}

const NAME = 'x-component'
const DESCRIPTION = 'x-component-description'

/** Gives a shape its name in the document. Two different shapes must not share one. */
export function named<T extends z.ZodType>(name: string, description: string, shape: T): T {
  return shape.meta({ [NAME]: name, [DESCRIPTION]: description, description })
}

/** A time in a response, as `2026-03-01T09:30:00.000Z`. */
export function timestamp(description: string) {
  return z.iso.datetime().describe(description)
}

/** A time in a request. What is none is not read any further, however long it is. */
export const timeInput = z.iso.datetime({
  offset: true,
  abort: true,
  error: 'Input should be a valid ISO 8601 date and time',
})

interface Conversion {
  readonly zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}

/** For `zodToJsonConfig`: `.meta({ override })` gives the schema for the document if Zod cannot know it. */
export function overrideSchema({ zodSchema, jsonSchema }: Conversion): void {
  const schema = jsonSchema as JsonSchema
  const { def } = zodSchema._zod
  // Responses can gain fields at any time, so only shapes that reject unknown fields have `additionalProperties`.
  if (def.type === 'object' && def.catchall === undefined) delete schema.additionalProperties
  const { override } = schema
  if (!override) return
  for (const key of Object.keys(schema)) {
    if (key !== 'description' && key !== NAME && key !== DESCRIPTION) delete schema[key]
  }
  Object.assign(schema, override)
}

/** Moves every named schema into `components` and leaves a reference in its place. */
export function extractNamed(given: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  // A schema in an `override` is Zod's plain output, and can contain further named schemas.
  const { override, description: about, ...before } = given
  const schema = override ? { ...(override as JsonSchema), ...before, ...(about ? { description: about } : {}) } : given
  const whole = simplify(mapSubschemas(schema, (inner) => extractNamed(inner, components)))
  const { [NAME]: name, [DESCRIPTION]: own, description, default: fallback, ...rest } = whole
  if (typeof name !== 'string') return whole
  const component = { description: String(own), ...rest }
  const known = components[name]
  if (known && JSON.stringify(known) !== JSON.stringify(component)) {
    throw new Error(`Two different shapes are called ${name} in the API document`)
  }
  components[name] = component
  return {
    $ref: `#/components/schemas/${name}`,
    ...(description === own ? {} : { description: String(description) }),
    ...(fallback === undefined ? {} : { default: fallback }),
  }
}

/** Applies the change to every schema directly inside this one. */
export function mapSubschemas(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const changed = { ...schema }
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const) {
    const list = changed[key]
    if (list) changed[key] = list.map(change)
  }
  if (changed.items) changed.items = change(changed.items)
  if (typeof changed.additionalProperties === 'object') {
    changed.additionalProperties = change(changed.additionalProperties)
  }
  if (changed.properties) {
    changed.properties = Object.fromEntries(
      Object.entries(changed.properties).map(([name, inner]) => [name, change(inner)]),
    )
  }
  return changed
}

/** Leaves out what adds nothing: the limits of exact integers, and the pattern beside a format. */
function simplify(schema: JsonSchema): JsonSchema {
  const { minimum, maximum, pattern, ...rest } = schema
  return withNull({
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(pattern === undefined || rest.format !== undefined ? {} : { pattern }),
  })
}

/** `anyOf: [{ type: 'string', … }, { type: 'null' }]` is written as `type: ['string', 'null'], …`. */
function withNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  const [value, nothing, ...others] = anyOf ?? []
  const isNullable = value && nothing?.type === 'null' && Object.keys(nothing).length === 1 && others.length === 0
  if (!isNullable || typeof value.type !== 'string' || value.const !== undefined) return schema
  const values = Array.isArray(value.enum) ? { enum: [...value.enum, null] } : {}
  return { ...value, ...rest, ...values, type: [value.type, 'null'] }
}
