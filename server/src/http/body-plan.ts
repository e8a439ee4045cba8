// Prepares a body before its schema validates it: counts list items, so that validation always takes little time, and removes optional
// fields that are `null`.
import { z } from 'zod'
import { ApiError } from '../ground/errors.ts'
import { type JsonSchema, mapSubschemas, overrideSchema } from './document/openapi-schemas.ts'

/**
 * Items of all lists in one body together. Rejecting an item costs up to 20 µs, so rejecting all of them stays below 50 ms. Parts that no
 * schema validates, such as the parameters of a tool, do not count.
 */
export const BODY_ITEMS_MAX = 2_500

/** A field whose schema stops at its first invalid item can be longer. Its items are counted separately. */
interface LongField {
  readonly name: string
  readonly itemsMax: number
}

const longFields = new WeakMap<z.ZodType, LongField>()

export function takesItems<T extends z.ZodType>(schema: T, field: LongField): T {
  longFields.set(schema, field)
  return schema
}

/** The lists and optional fields of one part of a body; parts with neither are skipped. */
interface Plan {
  readonly fields: readonly Field[]
  /** All field names in the schema of an object: only other names count as items. */
  readonly known: ReadonlySet<string>
  /** For a list, or for an object with arbitrary names. */
  readonly items?: Plan | 'counted' | undefined
  readonly itemsMax?: number | undefined
}

interface Field {
  readonly name: string
  readonly plan: Plan | undefined
  readonly nullIsAbsent: boolean
}

/** Compiled once per route; the function throws an ApiError if a body has too many items, and otherwise returns the prepared body. */
export function prepareBody(schema: z.ZodType): (body: unknown) => unknown {
  const plan = planOf([inputSchemaOf(schema)])
  if (!plan) return (body) => body
  const long = longFields.get(schema)
  return (body) => walk(body, plan, { step: '', above: undefined, isLong: false, count: { items: 0, inLong: 0, long } })
}

/** Creating one takes a millisecond, and each is needed more than once. */
const inputSchemas = new WeakMap<z.ZodType, JsonSchema>()

/** The JSON Schema of a body, including parts given by `.meta({ override })` at any depth. */
export function inputSchemaOf(schema: z.ZodType): JsonSchema {
  const known = inputSchemas.get(schema)
  if (known) return known
  const options = { io: 'input', unrepresentable: 'any', override: overrideSchema } as const
  const made = resolveOverrides(z.toJSONSchema(schema, options) as JsonSchema)
  inputSchemas.set(schema, made)
  return made
}

function resolveOverrides(schema: JsonSchema): JsonSchema {
  const { override } = schema
  return mapSubschemas(
    isSchema(override as JsonSchema | undefined) ? (override as JsonSchema) : schema,
    resolveOverrides,
  )
}

function planOf(schemas: readonly JsonSchema[]): Plan | undefined {
  const all = schemas.flatMap(branchesOf)
  const fields: Field[] = []
  const known = new Set(all.flatMap(({ properties = {} }) => Object.keys(properties)))
  for (const name of known) {
    const holders = all.filter(({ properties }) => properties?.[name])
    const own = holders.map(({ properties }) => properties?.[name] ?? {})
    const isOptional = holders.every(({ required }) => !required?.includes(name))
    const field = { name, plan: planOf(own), nullIsAbsent: isOptional && !own.some(takesNull) }
    if (field.plan || field.nullIsAbsent) fields.push(field)
  }
  const inner = all.flatMap(({ items, additionalProperties }) => [items, additionalProperties]).filter(isSchema)
  if (fields.length === 0 && inner.length === 0) return undefined
  const limits = all.map(({ maxItems }) => maxItems).filter((max) => typeof max === 'number')
  return {
    fields,
    known,
    items: inner.length > 0 ? (planOf(inner) ?? 'counted') : undefined,
    itemsMax: limits.length > 0 ? Math.max(...limits) : undefined,
  }
}

/** The alternatives of a schema, each combined with what applies to all of them. */
function branchesOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf = [], oneOf = [], allOf = [], ...own } = schema
  return [own, ...[...anyOf, ...oneOf, ...allOf].flatMap(branchesOf)]
}

function isSchema(schema: JsonSchema | boolean | undefined): schema is JsonSchema {
  return typeof schema === 'object'
}

function takesNull({ type, anyOf, oneOf, allOf, enum: values, const: only, $ref }: JsonSchema): boolean {
  const alternatives = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])]
  if (alternatives.length > 0) return alternatives.some(takesNull)
  if (Array.isArray(values)) return values.includes(null)
  if (only !== undefined) return only === null
  return type === undefined ? $ref === undefined : [type].flat().includes('null')
}

interface FieldPlace {
  readonly step: string | number
  /** Undefined for the body itself. */
  readonly above: FieldPlace | undefined
  /** Whether it is the long field, or inside it. */
  readonly isLong: boolean
  readonly count: { items: number; inLong: number; readonly long: LongField | undefined }
}

/** Copies only what changes. */
function walk(value: unknown, plan: Plan, place: FieldPlace): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return plan.items ? walkList(value, plan, place) : value
  const given = value as Record<string, unknown>
  let changed: Record<string, unknown> | undefined
  const change = (name: string, after: unknown): void => {
    if (after === given[name]) return
    changed ??= { ...given }
    if (after === undefined) delete changed[name]
    else changed[name] = after
  }
  for (const { name, plan: own, nullIsAbsent } of plan.fields) {
    const inner = given[name]
    // Most fields are absent, and of the others most have no parts.
    if (typeof inner !== 'object' || !Object.hasOwn(given, name)) continue
    if (inner === null && nullIsAbsent) change(name, undefined)
    else if (own) change(name, walk(inner, own, within(place, name)))
  }
  if (plan.items) countItems(Object.keys(given).filter((name) => !plan.known.has(name)).length, plan, place)
  return changed ?? given
}

function walkList(list: readonly unknown[], plan: Plan, place: FieldPlace): unknown {
  countItems(list.length, plan, place)
  const { items } = plan
  if (!items || items === 'counted') return list
  const walked = list.map((item, at) => walk(item, items, within(place, at)))
  return walked.some((item, at) => item !== list[at]) ? walked : list
}

function within(above: FieldPlace, step: string | number): FieldPlace {
  const { count, isLong } = above
  return { step, above, count, isLong: isLong || (above.above === undefined && step === count.long?.name) }
}

function pathOf({ step, above }: FieldPlace): (string | number)[] {
  return above ? [...pathOf(above), step] : []
}

function countItems(added: number, { itemsMax }: Plan, place: FieldPlace): void {
  const { count, isLong } = place
  // Such a list is a `longList`, which is validated up to its first invalid item only.
  if (!isLong && itemsMax !== undefined && itemsMax > BODY_ITEMS_MAX) return
  const max = isLong ? (count.long?.itemsMax ?? 0) : BODY_ITEMS_MAX
  if (isLong) count.inLong += added
  else count.items += added
  const items = isLong ? count.inLong : count.items
  const isAlone = itemsMax !== undefined && added > itemsMax
  // A list that is too long by itself is reported with all other errors, unless rejecting its items would take long.
  if (items <= max && !(isAlone && added > BODY_ITEMS_MAX)) return
  const msg = isAlone
    ? `List should have at most ${itemsMax} items`
    : `The lists of a request should have at most ${max} items in total`
  throw new ApiError('invalid', msg, { fields: [{ loc: ['body', ...pathOf(place)], msg, type: 'too_long' }] })
}
