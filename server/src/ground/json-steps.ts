// Large JSON read and written in steps: what `JSON.parse` and `JSON.stringify` would give, without holding up everything else meanwhile.
import { createHash } from 'node:crypto'
import { inTurns, type Steps } from './in-turns.ts'
import { JSON_DEPTH_MAX, type JsonLimits } from './json-limits.ts'

/** So many bytes are read or written in one go: some tenths of a millisecond, however awkward they are. */
export const STEP_BYTES = 32_768

/** JSON that is not read: what is beyond the limits, and `syntax` for what is no JSON, has a name longer than a step, or a number or gap longer than 32. */
export class JsonRejected extends Error {
  readonly excess: 'values' | 'depth' | 'syntax'
  readonly atByte: number

  constructor(excess: JsonRejected['excess'], atByte: number) {
    super(excess)
    this.excess = excess
    this.atByte = atByte
  }
}

interface Limits extends JsonLimits {
  readonly stepBytes?: number
}

/** The value; undefined if there is nothing but white space. */
export function* readJsonSteps(bytes: Buffer, { valuesMax, stepBytes = STEP_BYTES }: Limits): Steps<unknown> {
  const root = yield* findLarge(bytes, { valuesMax, stepBytes })
  const read = (yield* spanValue(bytes, root, stepBytes)) as unknown[]
  if (read.length > 1) throw new JsonRejected('syntax', 0)
  return read[0]
}

/** A text, list or object of more than a step, its brackets included; the whole of the bytes is taken as a list without brackets. */
interface Span {
  readonly start: number
  end: number
  /** Commas at which it is cut into parts that are each no more than about a step, or one span within it. */
  readonly cuts: number[]
  readonly inner: Span[]
  comma: number
  /** A span within it has ended: the next comma is a cut. */
  hasEnded: boolean
}

/** White space, and numbers, of at most a megabyte: they are read in one go, in a millisecond or two. */
const GAP_STEPS_MAX = 32
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const BYTE_ORDER_MARK = Buffer.from('\ufeff')

function spanFrom(start: number): Span {
  return { start, end: start, cuts: [], inner: [], comma: start, hasEnded: false }
}

/** What of it is large, with the limits kept: one look at every byte. */
function* findLarge(bytes: Buffer, { valuesMax, stepBytes }: Required<Limits>): Steps<Span> {
  const first = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 2 : -1
  let top = spanFrom(first)
  const open: Span[] = []
  let values = 0
  let stepEnd = stepBytes
  const close = (span: Span, within: Span, end: number) => {
    span.end = end
    if (end - span.start <= stepBytes) return
    within.inner.push(span)
    within.hasEnded = true
    if (within.comma > (within.cuts.at(-1) ?? within.start)) within.cuts.push(within.comma)
  }
  for (let at = first + 1; at < bytes.length; at++) {
    const code = bytes[at]
    if (code === QUOTE) {
      const end = (yield* endOfText(bytes, at, stepBytes)) + 1
      if (end - at > stepBytes) close(spanFrom(at), top, end)
      at = end - 1
    } else if (code === COMMA) {
      values++
      if (top.hasEnded || at - (top.cuts.at(-1) ?? top.start) > stepBytes) top.cuts.push(at)
      top.hasEnded = false
      top.comma = at
    } else if (code === COLON) {
      if (top.hasEnded) throw new JsonRejected('syntax', at)
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++
      open.push(top)
      top = spanFrom(at)
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      const within = open.pop()
      if (!within || (bytes[top.start] === OPEN_LIST) !== (code === CLOSE_LIST)) throw new JsonRejected('syntax', at)
      close(top, within, at + 1)
      top = within
    }
    if (values > valuesMax) throw new JsonRejected('values', at)
    if (open.length > JSON_DEPTH_MAX) throw new JsonRejected('depth', at)
    if (at < stepEnd) continue
    stepEnd = at + stepBytes
    yield
  }
  if (open.length > 0) throw new JsonRejected('syntax', bytes.length)
  top.end = bytes.length + 1
  return top
}

/** The place of the quote that ends a text. */
function* endOfText(bytes: Buffer, start: number, stepBytes: number): Steps<number> {
  const quote = bytes.indexOf(QUOTE, start + 1)
  if (quote < 0) throw new JsonRejected('syntax', start)
  if (bytes[quote - 1] !== BACKSLASH) return quote
  let at = start + 1
  for (let stepEnd = at + stepBytes; at < bytes.length && bytes[at] !== QUOTE; ) {
    at += bytes[at] === BACKSLASH ? 2 : 1
    if (at < stepEnd) continue
    stepEnd = at + stepBytes
    yield
  }
  if (at >= bytes.length) throw new JsonRejected('syntax', start)
  return at
}

function* spanValue(bytes: Buffer, span: Span, stepBytes: number): Steps<unknown> {
  if (bytes[span.start] === QUOTE) return yield* textOf(bytes, span, stepBytes)
  const isList = bytes[span.start] !== OPEN_OBJECT
  const edges = [span.start, ...span.cuts, span.end - 1]
  const list: unknown[] = []
  const object: Record<string, unknown> = {}
  let inner = 0
  for (let part = 1; part < edges.length; part++) {
    const [from, to] = [(edges[part - 1] ?? 0) + 1, edges[part] ?? 0]
    const within = span.inner[inner]
    const large = within && within.start < to ? within : undefined
    const texts = large ? [[from, large.start] as const, [large.end, to] as const] : [[from, to] as const]
    // What is neither a large value nor cut at a comma is a number or white space.
    if (texts.some(([start, end]) => end - start > GAP_STEPS_MAX * stepBytes)) throw new JsonRejected('syntax', from)
    const between = texts.map(([start, end]) => bytes.toString('utf8', start, end)).join('null')
    const read = parsed(isList ? `[${between}]` : `{${between}}`, from)
    const names = Object.keys(read)
    if (names.length === 0 && edges.length > 2) throw new JsonRejected('syntax', from)
    const whole = large ? yield* spanValue(bytes, large, stepBytes) : undefined
    for (const name of names) {
      const value = large ? whole : (read as Record<string, unknown>)[name]
      if (isList) list.push(value)
      else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
    }
    if (large) inner++
    yield
  }
  return isList ? list : object
}

function parsed(json: string, atByte: number): object {
  try {
    return JSON.parse(json) as object
  } catch {
    throw new JsonRejected('syntax', atByte)
  }
}

function* textOf(bytes: Buffer, { start, end }: Span, stepBytes: number): Steps<string> {
  let text = ''
  for (let from = start + 1; from < end - 1; ) {
    const to = from + stepBytes < end - 1 ? cutBefore(bytes, from, from + stepBytes) : end - 1
    text += parsed(`["${bytes.toString('utf8', from, to)}"]`, from)[0 as never]
    from = to
    yield
  }
  return text
}

const ESCAPE_BYTES_MAX = 6
const CHARACTER_BYTES_MAX = 4

/** The nearest place before this one that is within no character and no escape; `start` is such a place, too. */
function cutBefore(bytes: Buffer, start: number, place: number): number {
  let cut = place
  while (cut > place - CHARACTER_BYTES_MAX && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--
  for (let back = cut - 1; back > cut - ESCAPE_BYTES_MAX; back--) {
    if (bytes[back] !== BACKSLASH) continue
    let first = back
    while (first > start && bytes[first - 1] === BACKSLASH) first--
    return (back - first) % 2 === 0 ? back : cut
  }
  return cut
}

/** Whether JSON of it is more than a step; looks no further than that. */
export function isLargeJson(value: unknown): boolean {
  let left = STEP_BYTES
  const look = (one: unknown): boolean => {
    left -= typeof one === 'string' ? one.length : 1
    if (left < 0 || typeof one !== 'object' || one === null) return left < 0
    return Array.isArray(one) ? one.some(look) : Object.entries(one).some(([name, inner]) => look(name) || look(inner))
  }
  return look(value)
}

/** What `JSON.stringify` would write; if that is large, in turns with other work. */
export async function jsonInTurns(value: unknown, owner: string): Promise<string> {
  if (!isLargeJson(value)) return JSON.stringify(value)
  const pieces: string[] = []
  await inTurns(
    owner,
    writeJsonSteps(value, (piece) => void pieces.push(piece)),
  )
  return pieces.join('')
}

/** The SHA-256 of what `JSON.stringify` would write, in hexadecimal digits; if that is large, in turns with other work. */
export async function jsonHashInTurns(value: unknown, owner: string): Promise<string> {
  const hash = createHash('sha256')
  if (isLargeJson(value))
    await inTurns(
      owner,
      writeJsonSteps(value, (piece) => void hash.update(piece)),
    )
  else hash.update(JSON.stringify(value))
  return hash.digest('hex')
}

/** What `JSON.stringify` would write, handed over in pieces of about a step. */
export function* writeJsonSteps(value: unknown, take: (piece: string) => void, stepChars = STEP_BYTES): Steps<void> {
  let written = ''
  const write = (text: string) => {
    written += text
  }
  function* flush(leastChars: number): Steps<void> {
    if (written.length < leastChars) return
    take(written)
    written = ''
    yield
  }
  function* writeText(text: string): Steps<void> {
    write('"')
    for (let from = 0; from < text.length; ) {
      const splitsPair = isHighSurrogate(text.charCodeAt(from + stepChars - 1))
      const to = from + stepChars - (splitsPair && stepChars > 1 ? 1 : 0)
      write(JSON.stringify(text.slice(from, to)).slice(1, -1))
      from = to
      yield* flush(stepChars)
    }
    write('"')
  }
  function* writeValue(given: unknown): Steps<void> {
    const one = hasOwnJson(given) ? given.toJSON() : given
    if (typeof one === 'string' && one.length > stepChars) return yield* writeText(one)
    if (typeof one !== 'object' || one === null) return write(JSON.stringify(one) ?? 'null')
    const isList = Array.isArray(one)
    let separator = isList ? '[' : '{'
    for (const [name, inner] of isList ? one.entries() : Object.entries(one)) {
      if (inner === undefined && !isList) continue
      write(isList ? separator : `${separator}${JSON.stringify(name)}:`)
      separator = ','
      yield* writeValue(inner)
      yield* flush(stepChars)
    }
    write(separator === ',' ? (isList ? ']' : '}') : isList ? '[]' : '{}')
  }
  yield* writeValue(value)
  yield* flush(1)
}

function isHighSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xd800
}

function hasOwnJson(value: unknown): value is { toJSON(): unknown } {
  return typeof (value as { toJSON?: unknown } | null | undefined)?.toJSON === 'function'
}
