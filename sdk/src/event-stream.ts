// Server-sent events: takes bytes in pieces of any size and returns complete events. The client reads our own streams with it, and the
// service those of AI providers.
import { ConnectionError } from './errors.ts'

export interface ServerEvent {
  readonly event: string
  readonly data: string
}

export interface EventReader {
  /** Returns the events that these bytes complete. Throws a RangeError if a line or an event is too long. */
  take(bytes: Uint8Array): ServerEvent[]
  /** The event that the end of the stream leaves incomplete; the format drops it. */
  rest(): ServerEvent[]
}

/** Longer lines are not events of ours. */
const EVENT_CHARS_MAX = 8_388_608
const SPACE = 32

export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = createEventReader(EVENT_CHARS_MAX)
  try {
    for await (const chunk of chunks) yield* reader.take(chunk)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ConnectionError(`An event is longer than ${EVENT_CHARS_MAX} characters`)
  }
}

export function createEventReader(eventCharsMax: number): EventReader {
  // Drops a byte order mark at the start, as the format requires.
  const decoder = new TextDecoder()
  let pending = ''
  let event = ''
  let data: string | undefined
  const takeLine = (line: string, into: ServerEvent[]): void => {
    if (line === '') {
      // An event without data is dropped.
      if (data) into.push({ event: event || 'message', data })
      event = ''
      data = undefined
    } else if (line.startsWith('data:')) {
      const value = line.slice(line.charCodeAt(5) === SPACE ? 6 : 5)
      data = data === undefined ? value : `${data}\n${value}`
      if (data.length > eventCharsMax) throw new RangeError('an event is too long')
    } else if (line.startsWith('event:')) {
      event = line.slice(line.charCodeAt(6) === SPACE ? 7 : 6)
    }
  }
  return {
    take(bytes) {
      const complete: ServerEvent[] = []
      const lines = splitLines(pending + decoder.decode(bytes, { stream: true }))
      pending = lines.pop() ?? ''
      if (pending.length > eventCharsMax) throw new RangeError('a line is too long')
      for (const line of lines) takeLine(line, complete)
      return complete
    },
    rest() {
      const complete: ServerEvent[] = []
      takeLine(pending.endsWith('\r') ? pending.slice(0, -1) : pending, complete)
      takeLine('', complete)
      return complete
    },
  }
}

/** The last line is incomplete; a carriage return at its end may be the first half of a line break. */
function splitLines(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n|\n|\r(?!$)/) : text.split('\n')
}
