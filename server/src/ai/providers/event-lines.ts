// Server-sent events, from the bytes of a provider: pieces of any size in, the data of whole events out.
/** No event of any provider comes near this; a stream that does is broken or hostile. */
export const LINE_CHARS_MAX = 262_144

export interface EventLines {
  /** The data of every event that these bytes complete. Throws a RangeError on a line that is too long. */
  take(bytes: Buffer): string[]
  /** What an end without a blank line leaves. */
  rest(): string[]
}

export function readEventLines(lineCharsMax = LINE_CHARS_MAX): EventLines {
  // Drops a byte order mark at the beginning, as the format wants it.
  const decoder = new TextDecoder()
  let pending = ''
  let data: string | undefined
  const takeLine = (ended: string, into: string[]): void => {
    const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended
    if (line === '') {
      // One without data is none.
      if (data) into.push(data)
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
      const lines = (pending + decoder.decode(bytes, { stream: true })).split('\n')
      pending = lines.pop() ?? ''
      if (pending.length > lineCharsMax) throw new RangeError('a line is too long')
      for (const line of lines) takeLine(line, complete)
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
