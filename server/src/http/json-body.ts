// JSON in, with a limit on nesting: nothing we read is deeper than a few levels, but what we ignore may be, such as a JSON schema.
import { errorCodes, type FastifyRequest } from 'fastify'
import { ApiError } from '../ground/errors.ts'

const DEPTH_MAX = 64
/** Values in one body, the ones that nobody looks at included: reading so many takes up to 20 ms. */
export const VALUES_MAX = 20_000

export async function parseJson(request: FastifyRequest, text: string | Buffer): Promise<unknown> {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ApiError(
      'unsupported_encoding',
      'Compressed bodies are not supported: send the JSON without Content-Encoding',
    )
  }
  // A byte order mark counts as white space.
  const json = String(text).trim()
  if (json === '') return undefined
  if (hasMoreValues(json, VALUES_MAX)) {
    throw new ApiError('too_large', `The body contains too many values: at most ${VALUES_MAX}`)
  }
  const value = parsed(json)
  if (isDeeper(value, DEPTH_MAX)) throw new ApiError('malformed', `The body is nested deeper than ${DEPTH_MAX} levels`)
  return value
}

/** No body has no type, whatever a client says of it: some name one with every request. */
export async function refuseOtherType({ headers }: FastifyRequest, text: string | Buffer): Promise<undefined> {
  if (text.length > 0) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(headers['content-type'])
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

/** Counts the separators between values, outside of strings. Skips a body that is too short to contain that many. */
function hasMoreValues(json: string, max: number): boolean {
  if (json.length <= max) return false
  let values = 0
  for (let at = 0; at < json.length && values <= max; at++) {
    const code = json.charCodeAt(at)
    if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) values++
    else if (code === QUOTE) at = endOfText(json, at)
  }
  return values > max
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b

/** The place of the quote that ends a text; the end of the body where none does. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return json.length
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
