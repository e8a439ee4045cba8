// Rules for what a file claims to be: every field is looked at before anything is computed from it.

/** What is wrong with a value, as the start of a sentence; undefined if nothing is. */
export type Rule = (value: unknown, path: string) => string | undefined

const HASH = /^[0-9a-f]{64}$/
/** Control characters, and halves of characters that have no form in UTF-8. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u

export const hash = like(HASH, '64 hexadecimal digits')

export function whole(least: number, most: number): Rule {
  return (value, path) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `${path} must be an integer from ${least} to ${most}`
}

export function text(least: number, most: number): Rule {
  return (value, path) =>
    typeof value === 'string' && value.length >= least && value.length <= most && !UNPRINTABLE.test(value)
      ? undefined
      : `${path} must be a text of ${least} to ${most} characters without control characters`
}

export function like(pattern: RegExp, words: string): Rule {
  return (value, path) => (typeof value === 'string' && pattern.test(value) ? undefined : `${path} must be ${words}`)
}

export function oneOf(...values: readonly unknown[]): Rule {
  return (value, path) => (values.includes(value) ? undefined : `${path} must be ${values.join(' or ')}`)
}

export function list(rule: Rule, [least, most]: readonly [number, number]): Rule {
  return (value, path) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) {
      return `${path} must be a list of ${least} to ${most}`
    }
    return firstOf(value.map((item, i) => () => rule(item, `${path}[${i}]`)))
  }
}

/** An object with these fields and no others. */
export function record(fields: Readonly<Record<string, Rule>>, optional: Readonly<Record<string, Rule>> = {}): Rule {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${path} must be an object`
    const given = value as Readonly<Record<string, unknown>>
    const names = Object.keys(given)
    const unknown = names.find((name) => !Object.hasOwn(fields, name) && !Object.hasOwn(optional, name))
    if (unknown !== undefined) return `${path} has a field that is not known`
    const missing = Object.keys(fields).find((name) => !Object.hasOwn(given, name))
    if (missing !== undefined) return `${path}.${missing} is missing`
    return firstOf(names.map((name) => () => (fields[name] ?? optional[name])?.(given[name], `${path}.${name}`)))
  }
}

/** The first that finds something; the others are not asked. */
export function firstOf(finders: readonly (() => string | undefined)[]): string | undefined {
  for (const find of finders) {
    const found = find()
    if (found !== undefined) return found
  }
  return undefined
}
