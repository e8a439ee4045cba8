// Node parses all that one read brings, up to thousands of requests in 64 kB, and keeps an object with an error of its own for each of them
// until the connection is closed. That is most of the work of a flood, so a connection that is rejected is no longer parsed at all.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Node's own parser of a connection, as far as it can be told to stop. */
interface Parsed extends Socket {
  parser?: { onIncoming?: (request: IncomingMessage) => number } | null
}

/** What the parser takes as "the rest is not HTTP". */
const NOT_HTTP = 2

/** What else comes on the connection is read, so that the caller can go on to read our last response, and thrown away. */
export function stopParsing(socket: Parsed): void {
  if (socket.parser?.onIncoming) {
    socket.parser.onIncoming = (request) => {
      request.upgrade = false
      return NOT_HTTP
    }
  }
  socket.removeAllListeners('data')
  socket.on('data', () => {})
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Set by Node's parser. */
    upgrade?: boolean
  }
}
