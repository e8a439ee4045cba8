// Turns Zod's issues into Pydantic's format, which callers of this API already know.
import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { ApiError, type FieldError, type FieldErrorType } from '../ground/errors.ts'
import { inputSchemaOf, prepareBody } from './body-plan.ts'

type Issue = z.core.$ZodIssue
type Words = Pick<FieldError, 'msg' | 'type'>
type Part = 'body' | 'query' | 'path'

const PARTS: Record<string, Part> = { body: 'body', querystring: 'query', params: 'path' }

/** How many invalid fields one response names. Nobody reads more, and rejecting a body of thousands would take as long as reading it. */
export const FIELD_ERRORS_MAX = 100

const OPTIONS_END = 'options'
const EXTRA = 'extra_forbidden' satisfies FieldErrorType

/** Validates a part of the request and reports all invalid fields at once. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => compile(schema, httpPart)

/** The same for a deployment with its own name for the field of filter options. */
export function validatorFor(optionsField: string): FastifySchemaCompiler<z.ZodType> {
  return ({ schema, httpPart }) => compile(schema, httpPart, optionsField)
}

function compile(schema: z.ZodType, httpPart: string | undefined, optionsField?: string) {
  const part = PARTS[httpPart ?? ''] ?? 'body'
  const findMisnamed = part === 'body' ? misnamedOptions(schema, optionsField) : () => []
  const validate = (data: unknown) => {
    const parsed = schema.safeParse(data)
    const unknown = findMisnamed(data)
    if (parsed.success && unknown.length === 0) return { value: parsed.data }
    const issues = withoutEchoes(parsed.error?.issues ?? []).slice(0, FIELD_ERRORS_MAX)
    const found = issues.flatMap((issue) => fieldErrors(issue, part, data))
    // One error per field: the schema's for a known name, ours for an unknown one.
    const placeOf = ({ loc }: FieldError) => loc.join('\0')
    const explained = new Set(found.filter(({ type }) => type !== EXTRA).map(placeOf))
    const unexplained = unknown.filter((error) => !explained.has(placeOf(error)))
    const places = new Set(unexplained.map(placeOf))
    const others = found.filter((error) => !places.has(placeOf(error)))
    return {
      error: new ApiError('invalid', 'Validation failed', {
        fields: [...unexplained, ...others].slice(0, FIELD_ERRORS_MAX),
      }),
    }
  }
  if (part !== 'body') return validate
  const prepare = prepareBody(schema)
  return (given: unknown) => {
    try {
      // A missing body (Fastify passes null) counts as an empty object, so that each missing field is named.
      return validate(prepare(given ?? {}))
    } catch (error) {
      return { error: errorIn(error) }
    }
  }
}

/**
 * Unknown fields are ignored, because clients of other services send theirs. But a caller who misspells the options would get an answer
 * that was not filtered as requested: names that resemble them, and unknown ones inside them, are rejected with the right name.
 */
function misnamedOptions(schema: z.ZodType, optionsField: string | undefined): (data: unknown) => FieldError[] {
  const { properties = {} } = inputSchemaOf(schema)
  const known = new Set(Object.keys(properties))
  if (optionsField === undefined || !known.has(optionsField)) return () => []
  const inside = namesIn(properties[optionsField])
  const own = lettersOf(optionsField)
  const mode = `${optionsField}.filter_mode`
  // What responses call the report of the filter.
  const report = own.replace(/options$/, 'filter')
  const alike = new Set([own, own.replace(/s$/, ''), own.replace(/options$/, '')])
  const rightName = (name: string, value: unknown): string | undefined => {
    if (known.has(name)) return undefined
    const letters = lettersOf(name)
    const isNamedSo = alike.has(letters) || MEANS_OPTIONS.has(letters)
    if (isNamedSo || (letters.endsWith(OPTIONS_END) && holdsAny(value, inside))) return optionsField
    return isFilterMode(name) || letters === report ? mode : undefined
  }
  return (data) => {
    const errors = Object.entries(data as object).flatMap(([name, value]) => {
      const right = rightName(name, value)
      return right === undefined ? [] : [misnamed(['body', name], right)]
    })
    // As clients nest what they do not know: `extra_body`, `metadata`.
    const misplaced = Object.entries(data as object).flatMap(([name, value]) => {
      if (name === optionsField || typeof value !== 'object' || value === null || Array.isArray(value)) return []
      const inner = Object.keys(value).find((one) => one === optionsField || namesFilterMode(one))
      const right = inner === optionsField ? `${optionsField} at the top` : mode
      return inner === undefined || rightName(name, value) !== undefined ? [] : [misnamed(['body', name, inner], right)]
    })
    const options = (data as Record<string, unknown>)[optionsField]
    const isGiven = typeof options === 'object' && options !== null && !Array.isArray(options)
    const unknown = Object.keys(isGiven ? options : {}).filter((name) => !inside.includes(name))
    const nested = unknown.map((name) => misnamed(['body', optionsField, name], nearestOf(name, inside)))
    return [...errors, ...misplaced, ...nested].slice(0, FIELD_ERRORS_MAX)
  }
}

/** What people write for the options; the names of other deployments are recognised by what is inside. */
const MEANS_OPTIONS = new Set(['options', 'svcoptions', 'svcopts', 'filteroptions', 'equipoiseoptions', 'biasoptions'])

function holdsAny(value: unknown, names: readonly string[]): boolean {
  const inside = typeof value === 'object' && value !== null ? Object.keys(value) : []
  return inside.some((name) => names.includes(name) || isFilterMode(name))
}

/** Whether a field, a header or a parameter is called filter mode, in any case, with any separators, and whatever stands before it. */
export function namesFilterMode(name: string): boolean {
  return lettersOf(name).endsWith('filtermode')
}

function isFilterMode(name: string): boolean {
  return namesFilterMode(name) || MEANS_FILTER_MODE.has(lettersOf(name))
}

/** What else people write for the filter mode without looking it up. */
const MEANS_FILTER_MODE = new Set([
  'filtermodus',
  'svcmode',
  'filter',
  'biasfilter',
  'neutrality',
  'neutralitymode',
  'mode',
])

function lettersOf(name: string): string {
  return name.replace(/[^A-Za-z]/g, '').toLowerCase()
}

/** The field names of an object schema that may allow null. */
function namesIn(schema: unknown): string[] {
  const { properties = {}, anyOf = [] } = (schema ?? {}) as { properties?: object; anyOf?: unknown[] }
  return [...Object.keys(properties), ...anyOf.flatMap(namesIn)]
}

function nearestOf(name: string, names: readonly string[]): string {
  const letters = lettersOf(name)
  const near = names.find((one) => lettersOf(one) === letters || one.split('_').includes(letters))
  return near ?? names.join(', ')
}

function misnamed(loc: FieldError['loc'], right: string): FieldError {
  return { loc, msg: `Unknown field: use ${right}`, type: EXTRA }
}

/** Fastify expects a validator's errors as values; anything else that is thrown is a bug. */
function errorIn(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** Keeps one error per field: Zod also checks the length of a value of the wrong type, and exact integers before our own limit. */
function withoutEchoes(issues: readonly Issue[]): Issue[] {
  const placeOf = ({ path }: Issue) => path.join('\0')
  const wrongTypes = new Set(issues.filter(({ code }) => code === 'invalid_type').map(placeOf))
  const limits = new Map(issues.filter(({ code }) => code === 'too_big').map((issue) => [placeOf(issue), issue]))
  return issues.filter((issue) => {
    if (issue.code === 'invalid_type') return true
    if (wrongTypes.has(placeOf(issue))) return false
    return issue.code !== 'too_big' || limits.get(placeOf(issue)) === issue
  })
}

const INTEGER_WORDS = 'Input should be a valid integer'

/** A whole number. Zod reports a wrong type as "number" here, so the message names the expected type. */
export function integer() {
  return z.int({ error: ({ code }) => (code === 'invalid_type' ? INTEGER_WORDS : undefined) })
}

/** A text for the database, which cannot store NUL characters, nor half a surrogate pair in JSON. */
export function plainText({ min = 0, max, trimmed = false }: { min?: number; max: number; trimmed?: boolean }) {
  const text = trimmed ? z.string().trim() : z.string()
  return text
    .min(min)
    .max(max)
    .refine((text) => !text.includes('\0'), { error: 'NUL characters are not allowed' })
    .refine((text) => !/\p{Cs}/u.test(text), { error: 'Unpaired surrogates are not allowed' })
}

export interface Contradiction {
  readonly path: readonly string[]
  readonly message: string
}

/** Rules for several fields together, checked only once each field is valid by itself. */
export function consistent<T extends z.ZodType>(schema: T, contradictions: (value: z.output<T>) => Contradiction[]) {
  return schema.superRefine((value, context) => {
    if (context.issues.length > 0) return
    for (const { path, message } of contradictions(value)) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
  })
}

/** An integer in a query string, where 9.0 counts as one, as in JSON; then the given limits. */
export function queryInt(inner: z.ZodType<number>, openapi: Record<string, unknown>) {
  const digits = (value: unknown) =>
    typeof value === 'string' && /^-?\d{1,16}(\.0{1,16})?$/.test(value) ? Number(value) : value
  return z.preprocess(digits, inner).meta({ override: { type: 'integer', ...openapi } })
}

/** An integer from a fixed set, rejected with Pydantic's `literal_error`. */
export function intOneOf<const T extends readonly number[]>(values: T) {
  const words = values.slice(0, -1).join(', ')
  return integer()
    .refine((value): value is T[number] => values.includes(value), {
      error: `Input should be ${words} or ${values.at(-1)}`,
      params: { type: 'literal_error' },
    })
    .meta({ enum: [...values] })
}

function fieldErrors(issue: Issue, part: Part, data: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, FIELD_ERRORS_MAX).map((key) => ({
      loc: locOf(part, [...issue.path, key]),
      msg: 'Extra inputs are not permitted',
      type: EXTRA,
    }))
  }
  return [{ loc: locOf(part, issue.path), ...issueText(issue, part, data) }]
}

function locOf(part: Part, path: readonly PropertyKey[]): (string | number)[] {
  return [part, ...path.map((step) => (typeof step === 'number' ? step : String(step)))]
}

function issueText(issue: Issue, part: Part, data: unknown): Words {
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(data, issue.path) === undefined && issue.path.length > 0
        ? { msg: 'Field required', type: 'missing' }
        : wordsOfType(issue.message === INTEGER_WORDS ? 'int' : issue.expected, part)
    case 'invalid_union':
      return valueAt(data, issue.path) === undefined
        ? { msg: 'Field required', type: 'missing' }
        : { msg: issue.message, type: 'value_error' }
    case 'invalid_value':
      return valueAt(data, issue.path) === undefined
        ? { msg: 'Field required', type: 'missing' }
        : { msg: `Input should be ${quotedList(issue.values)}`, type: 'literal_error' }
    case 'too_small':
      return limitWords(issue.origin, 'least', Number(issue.minimum))
    case 'too_big':
      return limitWords(issue.origin, 'most', Number(issue.maximum))
    case 'custom':
      // Our own rules give their type in `params`.
      return { msg: issue.message, type: (issue.params?.type as FieldErrorType | undefined) ?? 'value_error' }
    default:
      return { msg: issue.message, type: 'value_error' }
  }
}

const TYPE_WORDS: Record<string, { noun: string; type: FieldErrorType; parsing?: FieldErrorType }> = {
  number: { noun: 'number', type: 'float_type', parsing: 'float_parsing' },
  int: { noun: 'integer', type: 'int_type', parsing: 'int_parsing' },
  string: { noun: 'string', type: 'string_type' },
  array: { noun: 'list', type: 'list_type' },
  object: { noun: 'object', type: 'model_attributes_type' },
  boolean: { noun: 'boolean', type: 'value_error' },
}

function wordsOfType(expected: string, part: Part): Words {
  const words = TYPE_WORDS[expected] ?? { noun: expected, type: 'value_error' as const }
  if (part !== 'body' && words.parsing) {
    return { msg: `Input should be a valid ${words.noun}, unable to parse string`, type: words.parsing }
  }
  return { msg: `Input should be a valid ${words.noun}`, type: words.type }
}

function limitWords(origin: string, side: 'least' | 'most', limit: number): Words {
  if (origin === 'string') {
    return {
      msg: `String should have at ${side} ${limit} ${limit === 1 ? 'character' : 'characters'}`,
      type: side === 'least' ? 'string_too_short' : 'string_too_long',
    }
  }
  if (origin === 'array') {
    return {
      msg: `List should have at ${side} ${limit} ${limit === 1 ? 'item' : 'items'}`,
      type: side === 'least' ? 'too_short' : 'too_long',
    }
  }
  return side === 'least'
    ? { msg: `Input should be greater than or equal to ${limit}`, type: 'greater_than_equal' }
    : { msg: `Input should be less than or equal to ${limit}`, type: 'less_than_equal' }
}

function quotedList(values: readonly unknown[]): string {
  const words = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | null | undefined)?.[step], data)
}
