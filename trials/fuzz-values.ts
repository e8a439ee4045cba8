// Values for a JSON schema from a seed: valid ones, ones with a fault in one place, and garbage.

/** From 0 up to but not including 1. */
export type Chance = () => number

export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly example?: unknown
  readonly examples?: readonly unknown[]
  readonly default?: unknown
}

const DEPTH_MAX = 8
const LENGTH_USUAL = 40
const ITEMS_USUAL = 3
const WORDS = 'The new plan is a dreadful disgrace; she said 12 % of people — naïve, 漢字, 😀 — love it'.split(' ')

/** A small seeded random number generator (mulberry32). */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<T>(chance: Chance, from: readonly T[]): T {
  return from[Math.floor(chance() * from.length)] as T
}

/** A valid value as far as the schema tells; a pattern is met only by examples. */
export function validValue(schema: Schema, chance: Chance, depth = 0): unknown {
  const given = [...(schema.examples ?? []), ...(schema.example === undefined ? [] : [schema.example])]
  if (given.length > 0 && chance() < 0.5) return pick(chance, given)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(chance, schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return validValue(pick(chance, choices), chance, depth + 1)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => validValue(part, chance, depth + 1)))
  const type = typeof schema.type === 'object' ? pick(chance, schema.type) : schema.type
  if (type === 'object' || schema.properties) return validObject(schema, chance, depth)
  if (type === 'array') return validArray(schema, chance, depth)
  if (type === 'string') return validText(schema, chance)
  if (type === 'integer' || type === 'number') return validNumber(schema, chance, type)
  if (type === 'boolean') return chance() < 0.5
  return type === 'null' ? null : pick(chance, [null, 1, 'x', {}, []])
}

function validObject({ properties = {}, required = [] }: Schema, chance: Chance, depth: number): object {
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || (depth < DEPTH_MAX && chance() < 0.3),
  )
  return Object.fromEntries(names.map((name) => [name, validValue(properties[name] ?? {}, chance, depth + 1)]))
}

function validArray({ items = {}, minItems = 0, maxItems = 100 }: Schema, chance: Chance, depth: number): unknown[] {
  const most = Math.min(maxItems, Math.max(minItems, depth < DEPTH_MAX ? ITEMS_USUAL : 0))
  const length = minItems + Math.floor(chance() * (most - minItems + 1))
  return Array.from({ length }, () => validValue(items, chance, depth + 1))
}

function validText({ format, pattern, minLength = 0, maxLength = LENGTH_USUAL }: Schema, chance: Chance): string {
  if (format === 'email') return `person-${Math.floor(chance() * 1e6)}@example.org`
  if (format === 'uuid') return `00000000-0000-4000-8000-${String(Math.floor(chance() * 1e12)).padStart(12, '0')}`
  if (format === 'date-time') return new Date(1e12 + Math.floor(chance() * 1e12)).toISOString()
  if (format === 'uri') return 'https://example.org/'
  if (pattern) return String(Math.floor(chance() * 1e6))
  let text = pick(chance, WORDS)
  while (text.length < minLength || (text.length < maxLength && chance() < 0.8)) text += ` ${pick(chance, WORDS)}`
  return text.slice(0, maxLength)
}

function validNumber({ minimum = 0, maximum = 1_000 }: Schema, chance: Chance, type: string): number {
  const edge = chance()
  if (edge < 0.1) return minimum
  const value = minimum + chance() * (Math.min(maximum, minimum + 1_000) - minimum)
  return type === 'integer' ? Math.floor(value) : value
}

const FAULTS: readonly unknown[] = [
  null,
  true,
  '',
  'a\0b',
  'a\ud800b',
  'x'.repeat(5_000),
  "'; drop table accounts; --",
  '__proto__',
  '1e999',
  0,
  -1,
  -0.5,
  1e308,
  2 ** 53,
  2 ** 63,
  [],
  [[]],
  {},
  { $ne: 1 },
  'constructor',
  '\u202e',
  '٣',
]

/** Changes one place of a value: removed, of another type, just outside its limits, or with something added. */
export function withFault(value: unknown, chance: Chance): unknown {
  if (typeof value === 'number' && chance() < 0.4) return pick(chance, [-value, value + 0.5, value * 1e6, `${value}`])
  if (typeof value === 'string' && chance() < 0.4)
    return pick(chance, [value.repeat(300), ` ${value}\n`, value.slice(1)])
  if (Array.isArray(value) && value.length > 0 && chance() < 0.8) {
    const at = Math.floor(chance() * value.length)
    if (chance() < 0.2) return Array(300).fill(value[at])
    return value.map((one, index) => (index === at ? withFault(one, chance) : one))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const names = Object.keys(value)
    if (names.length === 0 || chance() < 0.15) return { ...value, [pick(chance, ['extra', '__proto__', ''])]: 1 }
    const name = pick(chance, names)
    const { [name]: old, ...rest } = value as Record<string, unknown>
    return chance() < 0.2 ? rest : { ...rest, [name]: withFault(old, chance) }
  }
  return pick(chance, FAULTS)
}

/** Bodies that are not JSON, not text, or have unclosed brackets. */
export function garbage(chance: Chance): string {
  const length = Math.floor(chance() * 200)
  const bytes = Array.from({ length }, () => String.fromCharCode(Math.floor(chance() * 256))).join('')
  const deep = Math.floor(chance() * 2_000)
  return pick(chance, [
    bytes,
    '{',
    '[1,',
    '"',
    'null',
    'NaN',
    '{"a":1}{"b":2}',
    '['.repeat(deep),
    '{"a":'.repeat(deep),
    '',
  ])
}
