// Parses JSON with limits on values and nesting. What we use has few levels, but what we ignore may have more, such as a JSON schema.
import { ApiError } from '../ground/errors.ts'
import { inTurns, type Steps } from '../ground/in-turns.ts'
import { JSON_DEPTH_MAX, type JsonLimits, jsonExcess } from '../ground/json-limits.ts'
import { JsonRejected, readJsonSteps, STEP_BYTES } from '../ground/json-steps.ts'

/** Values in one body, including ignored ones. */
export const VALUES_MAX = 20_000
const USUAL = { valuesMax: VALUES_MAX }

interface Reading extends Partial<JsonLimits> {
  readonly owner: () => string
  /** Nobody waits for what the body says any longer. */
  readonly isGone: () => boolean
}

/** What the bytes say, or a promise of it; undefined if they say nothing. A large body is read a few milliseconds at a time, in turns with those of others. */
export function readJsonBytes(bytes: Buffer, { valuesMax = VALUES_MAX, owner, isGone }: Reading): unknown {
  const limits = { valuesMax }
  return bytes.length <= STEP_BYTES
    ? readJson(bytes.toString(), limits)
    : readLarge(bytes, limits, { owner: owner(), isGone })
}

async function readLarge(
  bytes: Buffer,
  limits: JsonLimits,
  { owner, isGone }: { owner: string; isGone: () => boolean },
): Promise<unknown> {
  try {
    return await inTurns(owner, whileAwaited(readJsonSteps(bytes, limits), isGone))
  } catch (error) {
    if (!(error instanceof JsonRejected)) throw error
    throw error.excess === 'syntax' ? invalidJson(`at or after byte ${error.atByte}`) : tooMuch(error.excess, limits)
  }
}

function* whileAwaited<T>(steps: Steps<T>, isGone: () => boolean): Steps<T> {
  for (;;) {
    if (isGone()) throw new ApiError('caller_gone', 'The caller hung up.')
    const { done, value } = steps.next()
    if (done) return value
    yield
  }
}

/** Returns undefined for an empty text. */
export function readJson(text: string, limits?: JsonLimits): unknown {
  // trim() also removes a byte order mark.
  const json = text.trim()
  if (json === '') return undefined
  checkJson(json, limits)
  return parsed(json)
}

/** Throws if there are too many values or levels, before parsing. */
export function checkJson(json: string, limits: JsonLimits = USUAL): void {
  const excess = jsonExcess(json, limits)
  if (excess) throw tooMuch(excess, limits)
}

function tooMuch(excess: 'values' | 'depth', { valuesMax }: JsonLimits): ApiError {
  return excess === 'values'
    ? new ApiError('too_large', `The body contains too many values: at most ${valuesMax}`)
    : new ApiError('malformed', `The body is nested deeper than ${JSON_DEPTH_MAX} levels`)
}

/** The parser's message quotes the body, which may contain a key: only the position is passed on. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    throw invalidJson(position && `at position ${position}`)
  }
}

function invalidJson(where: string | undefined): ApiError {
  return new ApiError('malformed', `The body is not valid JSON${where ? ` (${where})` : ''}`)
}
