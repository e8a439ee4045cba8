// JSON in, with limits on values and nesting: nothing we read is deeper than a few levels, but what we ignore may be, such as a JSON schema.
import { ApiError } from '../ground/errors.ts'

const DEPTH_MAX = 64
/** Values in one body, the ones that nobody looks at included: reading so many takes up to 20 ms. */
export const VALUES_MAX = 20_000

export interface JsonLimits {
  readonly valuesMax: number
}

/** What the text says; undefined if it says nothing. */
export function readJson(text: string): unknown {
  // A byte order mark counts as white space.
  const json = text.trim()
  if (json === '') return undefined
  checkJson(json)
  return parsed(json)
}

/** Throws if there are too many values or levels, before anything is made of them. */
export function checkJson(json: string, { valuesMax }: JsonLimits = { valuesMax: VALUES_MAX }): void {
  let values = 0
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at)
    else if (code === COMMA) values++
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++
      depth++
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    if (values > valuesMax) throw new ApiError('too_large', `The body contains too many values: at most ${valuesMax}`)
    if (depth > DEPTH_MAX) throw new ApiError('malformed', `The body is nested deeper than ${DEPTH_MAX} levels`)
  }
}

/** The parser's own message quotes the body, which may hold a key: only the position is passed on. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    throw new ApiError('malformed', `The body is not valid JSON${position ? ` (at position ${position})` : ''}`)
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The place of the quote that ends a text; the end of the body if none does. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return json.length
}
