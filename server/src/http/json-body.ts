// Parses JSON with limits on values and nesting. What we use has few levels, but what we ignore may have more, such as a JSON schema.
import { ApiError } from '../ground/errors.ts'
import { JSON_DEPTH_MAX, type JsonLimits, jsonExcess } from '../ground/json-limits.ts'

/** Values in one body, including ignored ones: parsing this many takes up to 20 ms. */
export const VALUES_MAX = 20_000

/** Returns undefined for an empty text. */
export function readJson(text: string, limits?: JsonLimits): unknown {
  // trim() also removes a byte order mark.
  const json = text.trim()
  if (json === '') return undefined
  checkJson(json, limits)
  return parsed(json)
}

/** Throws if there are too many values or levels, before parsing. */
export function checkJson(json: string, { valuesMax }: JsonLimits = { valuesMax: VALUES_MAX }): void {
  const excess = jsonExcess(json, { valuesMax })
  if (excess === 'values') throw new ApiError('too_large', `The body contains too many values: at most ${valuesMax}`)
  if (excess === 'depth') throw new ApiError('malformed', `The body is nested deeper than ${JSON_DEPTH_MAX} levels`)
}

/** The parser's message quotes the body, which may contain a key: only the position is passed on. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    throw new ApiError('malformed', `The body is not valid JSON${position ? ` (at position ${position})` : ''}`)
  }
}
