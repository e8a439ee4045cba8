// JSON in, with a limit on nesting: nothing we read is deeper than a few levels, but what we ignore may be, such as a JSON schema.
import { errorCodes, type FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

const DEPTH_MAX = 64

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

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
