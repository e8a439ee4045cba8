// Frames of WebSocket (RFC 6455), without extensions: texts of callers, pings and closes, each within limits.
import { isUtf8 } from 'node:buffer'

const CONTINUED = 0
const TEXT = 1
const BINARY = 2
const CLOSE = 8
const PING = 9
const PONG = 10
const KINDS = [CONTINUED, TEXT, CLOSE, PING, PONG]
const LAST = 0x80
const MASKED = 0x80
const CONTROL_BYTES_MAX = 125
const MASK_BYTES = 4

/** Pings and pongs of a caller between two pings of ours. */
const CONTROLS_MAX = 1_000
/** This many pieces of a message can have any size; further ones must have this length on average. */
const PIECES_FREE = 2_000
const PIECE_BYTES = 64

/** Why a connection is closed, by the numbers of RFC 6455. */
const CLOSE_CODE = {
  done: 1000,
  stopping: 1001,
  broken: 1002,
  notText: 1003,
  notUtf8: 1007,
  notAllowed: 1008,
  tooLarge: 1009,
  busy: 1013,
} as const

export type CloseReason = keyof typeof CLOSE_CODE

interface FrameListener {
  onText(text: Buffer): void
  onPing(payload: Buffer): void
  onPong(): void
  onClose(): void
  /** The caller broke a rule or a limit; nothing more is read. */
  onProblem(reason: CloseReason): void
}

interface Head {
  readonly isLast: boolean
  readonly kind: number
  readonly mask: Buffer
  readonly bytes: number
}

/** Reads what a caller sends, whatever the sizes in which it arrives. */
export function createFrameReader(messageBytesMax: number, listener: FrameListener) {
  const heads = createHeadReader()
  const message = createPieces()
  const control = createPieces()
  let head: Head | undefined
  let taken = 0
  let controls = 0
  let isWithin = false
  let isOver = false

  const fail = (reason: CloseReason): void => {
    isOver = true
    message.whole()
    listener.onProblem(reason)
  }
  const begin = (next: Head): void => {
    const problem = problemOf(next, { isWithin, bytesLeft: messageBytesMax - message.bytes() })
    if (problem) return void fail(problem)
    head = next
    taken = 0
    isWithin ||= next.kind === TEXT
  }
  const add = (piece: Buffer, { kind, mask }: Head): void => {
    const isFine = (kind < CLOSE ? message : control).add(unmasked(piece, mask, taken))
    taken += piece.length
    if (!isFine) fail('notAllowed')
  }
  const endControl = (kind: number): void => {
    const payload = control.whole()
    if (++controls > CONTROLS_MAX) return void fail('notAllowed')
    if (kind === PING) return void listener.onPing(payload)
    if (kind === PONG) return void listener.onPong()
    isOver = true
    listener.onClose()
  }
  const endFrame = ({ kind, isLast }: Head): void => {
    head = undefined
    if (kind >= CLOSE) return void endControl(kind)
    if (!isLast) return
    isWithin = false
    const text = message.whole()
    return void (isUtf8(text) ? listener.onText(text) : fail('notUtf8'))
  }
  const take = (piece: Buffer): void => {
    let rest = piece
    while (rest.length > 0 && !isOver) {
      if (!head) {
        const found = heads.take(rest)
        if (found === 'more') return
        if (found === 'broken') return void fail('broken')
        rest = found.rest
        begin(found.head)
      }
      if (!head || isOver) continue
      const part = rest.subarray(0, head.bytes - taken)
      rest = rest.subarray(part.length)
      // An empty piece counts too.
      add(part, head)
      if (!isOver && head && taken === head.bytes) endFrame(head)
    }
  }
  return {
    take,
    messageBytes: message.bytes,
    countControlsAnew(): void {
      controls = 0
    },
    isWithinMessage: () => isWithin || head !== undefined || heads.isWithin(),
  }
}

interface MessageSoFar {
  /** Whether a message has begun and not ended. */
  readonly isWithin: boolean
  readonly bytesLeft: number
}

function problemOf({ kind, isLast, bytes }: Head, { isWithin, bytesLeft }: MessageSoFar): CloseReason | undefined {
  if (kind === BINARY) return 'notText'
  if (!KINDS.includes(kind)) return 'broken'
  if (kind >= CLOSE) return isLast && bytes <= CONTROL_BYTES_MAX ? undefined : 'broken'
  if ((kind === CONTINUED) !== isWithin) return 'broken'
  return bytes > bytesLeft ? 'tooLarge' : undefined
}

/** A copy, with the mask that starts at this byte of the frame taken off. */
function unmasked(piece: Buffer, mask: Buffer, from: number): Buffer {
  const part = Buffer.from(piece)
  for (let at = 0; at < part.length; at++) part[at] = (part[at] ?? 0) ^ (mask[(from + at) % MASK_BYTES] ?? 0)
  return part
}

function createPieces() {
  let pieces: Buffer[] = []
  let bytes = 0
  return {
    bytes: () => bytes,
    /** Returns false if there are too many for their size. */
    add(piece: Buffer): boolean {
      bytes += piece.length
      pieces.push(piece)
      return pieces.length <= PIECES_FREE + bytes / PIECE_BYTES
    },
    whole(): Buffer {
      const whole = Buffer.concat(pieces)
      pieces = []
      bytes = 0
      return whole
    },
  }
}

/** Reads the head of a frame, which may arrive byte by byte. */
function createHeadReader() {
  let start: Buffer = Buffer.alloc(0)
  return {
    isWithin: () => start.length > 0,
    take(piece: Buffer): { head: Head; rest: Buffer } | 'more' | 'broken' {
      const whole = start.length > 0 ? Buffer.concat([start, piece]) : piece
      const found = headOf(whole)
      start = found === 'more' ? Buffer.from(whole) : Buffer.alloc(0)
      return typeof found === 'string' ? found : { head: found.head, rest: whole.subarray(found.length) }
    },
  }
}

/** The head of a frame from a caller, which must be masked; a length of more than 32 bits is broken. */
function headOf(data: Buffer): { head: Head; length: number } | 'more' | 'broken' {
  const [first, second] = data
  if (first === undefined || second === undefined) return 'more'
  if ((first & 0x70) !== 0 || (second & MASKED) === 0) return 'broken'
  const short = second & 0x7f
  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0
  const length = 2 + lengthBytes + MASK_BYTES
  if (data.length < length) return 'more'
  if (lengthBytes === 8 && data.readUInt32BE(2) !== 0) return 'broken'
  const bytes = lengthBytes === 8 ? data.readUInt32BE(6) : lengthBytes === 2 ? data.readUInt16BE(2) : short
  const mask = Buffer.from(data.subarray(length - MASK_BYTES, length))
  return { head: { isLast: (first & LAST) !== 0, kind: first & 0x0f, mask, bytes }, length }
}

export function textFrame(text: string): Buffer {
  return frame(TEXT, Buffer.from(text))
}

export function pingFrame(): Buffer {
  return frame(PING, Buffer.alloc(0))
}

export function pongFrame(payload: Buffer): Buffer {
  return frame(PONG, payload)
}

export function closeFrame(reason: CloseReason): Buffer {
  const payload = Buffer.alloc(2)
  payload.writeUInt16BE(CLOSE_CODE[reason])
  return frame(CLOSE, payload)
}

function frame(kind: number, payload: Buffer): Buffer {
  const { length } = payload
  const head = length > 65_535 ? Buffer.alloc(10) : Buffer.alloc(length > CONTROL_BYTES_MAX ? 4 : 2)
  head[0] = LAST | kind
  head[1] = head.length === 10 ? 127 : head.length === 4 ? 126 : length
  if (head.length === 10) head.writeUInt32BE(length, 6)
  if (head.length === 4) head.writeUInt16BE(length, 2)
  return Buffer.concat([head, payload])
}
