// Limits on JSON that are checked before it is parsed: how many values, and how deeply nested.

export interface JsonLimits {
  readonly valuesMax: number
}

export const JSON_DEPTH_MAX = 64

/** Which limit the JSON exceeds; undefined if none, or if it is not JSON. */
export function jsonExcess(json: string, limits: JsonLimits): 'values' | 'depth' | undefined {
  const found = countNames(json, limits)
  return typeof found === 'string' ? found : undefined
}

/** How many names its objects have, each counted as often as it is written; or which limit it exceeds. */
export function countNames(json: string, { valuesMax }: JsonLimits): 'values' | 'depth' | number {
  let values = 0
  let depth = 0
  let names = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at)
    else if (code === COMMA) values++
    else if (code === COLON) names++
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++
      depth++
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    if (values > valuesMax) return 'values'
    if (depth > JSON_DEPTH_MAX) return 'depth'
  }
  return names
}

/** How many names the objects of a value have. Parsing keeps the last field of each name. */
export function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + namesIn(one), 0)
  const inner = Object.values(value)
  return inner.reduce<number>((sum, one) => sum + namesIn(one), inner.length)
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The position of the quote that ends a string; the end of the body if none does. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return json.length
}
