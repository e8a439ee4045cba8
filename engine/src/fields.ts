// Fields as data: what values are allowed, stated once. Types, the rules of receipts and the limits of docs/verify.py are derived from
// them.

/** A record has exactly these fields, plus any of the optional ones. */
export interface RecordField {
  readonly record: Readonly<Record<string, Field>>
  readonly optional?: Readonly<Record<string, Field>>
}

type Range = readonly [least: number, most: number]

export type Field =
  | { readonly whole: Range; readonly nullable?: true }
  /** Counts code points; control characters and lone surrogates are not allowed. */
  | { readonly text: Range }
  /** The whole text matches the pattern, which means the same in JavaScript and Python. */
  | { readonly like: string; readonly words: string }
  | { readonly is: string | number }
  | { readonly list: Field; readonly size: Range }
  | RecordField
  /** An integer 0..2^53-1, or 1 to 128 characters of `0-9A-Za-z_-`. */
  | { readonly seed: true }

type Value<F> = F extends { readonly whole: Range; readonly nullable: true }
  ? number | null
  : F extends { readonly whole: Range }
    ? number
    : F extends { readonly is: infer I }
      ? I
      : F extends { readonly list: infer I }
        ? readonly Value<I>[]
        : F extends RecordField
          ? ValueOf<F>
          : F extends { readonly seed: true }
            ? number | string
            : string

export type ValueOf<F extends RecordField> = { readonly [Name in keyof F['record']]: Value<F['record'][Name]> } & {
  readonly [Name in keyof F['optional']]?: Value<F['optional'][Name]> | undefined
}

export const ANY = Number.MAX_SAFE_INTEGER
export const NAME_LENGTH_MAX = 256
export const HASH = { like: '[0-9a-f]{64}', words: '64 hexadecimal digits' } as const
export const NAME = { text: [0, NAME_LENGTH_MAX] } as const

/** The pattern of a seed that is text. */
export const SEED_TEXT = /^[0-9A-Za-z_-]{1,128}$/
/** Control characters, and lone surrogates, which have no UTF-8 form. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u

/**
 * The one rule for lengths of texts in requests, receipts and verifiers: counts code points, none of which may be unprintable.
 * @example isText('Ada', [1, 128]) // => true
 */
export function isText(value: unknown, [least, most]: Range): value is string {
  if (typeof value !== 'string' || value.length < least || value.length > 2 * most) return false
  const length = value.length <= most && least <= 1 ? value.length : [...value].length
  return length >= least && length <= most && !UNPRINTABLE.test(value)
}

/**
 * @example isSeed('with a space') // => false
 */
export function isSeed(value: unknown): value is number | string {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0
  return typeof value === 'string' && SEED_TEXT.test(value)
}

/**
 * What is wrong with a value, as the start of a sentence; undefined if nothing is. Every field is checked before anything is computed
 * from it.
 */
export function fieldProblem(field: Field, value: unknown, path: string): string | undefined {
  if ('record' in field) return recordProblem(field, value, path)
  if ('list' in field) return listProblem(field, value, path)
  if ('whole' in field) {
    const [least, most] = field.whole
    const isWhole = Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
    return isWhole || (field.nullable && value === null)
      ? undefined
      : `${path} must be an integer from ${least} to ${most}`
  }
  if ('text' in field) {
    const [least, most] = field.text
    return isText(value, field.text)
      ? undefined
      : `${path} must be a text of ${least} to ${most} characters without control characters`
  }
  if ('is' in field) return value === field.is ? undefined : `${path} must be ${field.is}`
  if ('seed' in field) return isSeed(value) ? undefined : `${path} must be a seed`
  return typeof value === 'string' && new RegExp(`^(?:${field.like})$`).test(value)
    ? undefined
    : `${path} must be ${field.words}`
}

function listProblem(
  { list, size: [least, most] }: { list: Field; size: Range },
  value: unknown,
  path: string,
): string | undefined {
  if (!Array.isArray(value) || value.length < least || value.length > most) {
    return `${path} must be a list of ${least} to ${most}`
  }
  for (let i = 0; i < value.length; i++) {
    const problem = fieldProblem(list, value[i], `${path}[${i}]`)
    if (problem !== undefined) return problem
  }
  return undefined
}

function recordProblem({ record, optional = {} }: RecordField, value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${path} must be an object`
  const fields = { ...optional, ...record }
  const given = value as Readonly<Record<string, unknown>>
  const names = Object.keys(given)
  if (names.some((name) => !Object.hasOwn(fields, name))) return `${path} has a field that is not known`
  const missing = Object.keys(record).find((name) => !Object.hasOwn(given, name))
  if (missing !== undefined) return `${path}.${missing} is missing`
  for (const name of names) {
    const problem = fieldProblem(fields[name] as Field, given[name], `${path}.${name}`)
    if (problem !== undefined) return problem
  }
  return undefined
}
