// Server-sent events, from the bytes of a provider: pieces of any size in, the data of whole events out.
import { StringDecoder } from 'node:string_decoder'

/** No event of any provider comes near this; a stream that does is broken or hostile. */
export const LINE_CHARS_MAX = 262_144

export interface EventLines {
  /** The data of every event that these bytes complete. Throws a RangeError on a line that is too long. */
  take(bytes: Buffer): string[]
  /** What an end without a blank line leaves. */
  rest(): string[]
}

export function readEventLines(lineCharsMax = LINE_CHARS_MAX): EventLines {
  const decoder = new StringDecoder('utf8')
  let pending = ''
  let data: string | undefined
  const takeLine = (line: string, into: string[]): void => {
    if (line === '') {
      if (data !== undefined) into.push(data)
      data = undefined
    } else if (line.startsWith('data:')) {
      const value = line.slice(line.charCodeAt(5) === SPACE ? 6 : 5)
      data = data === undefined ? value : `${data}\n${value}`
      if (data.length > lineCharsMax) throw new RangeError('an event is too long')
    }
  }
  return {
    take(bytes) {
      const complete: string[] = []
      const lines = (pending + decoder.write(bytes)).split('\n')
      pending = lines.pop() ?? ''
      if (pending.length > lineCharsMax) throw new RangeError('a line is too long')
      for (const line of lines) takeLine(line.endsWith('\r') ? line.slice(0, -1) : line, complete)
      return complete
    },
    rest() {
      const complete: string[] = []
      takeLine(pending, complete)
      takeLine('', complete)
      return complete
    },
  }
}

const SPACE = 32
