// Node parses everything that one read returns, up to thousands of requests in 64 kB, and keeps an object with an error for each until
// the connection is closed. That is most of the cost of a flood, so a rejected connection is no longer parsed at all.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** The part of Node's parser that can be told to stop. */
interface Parsed extends Socket {
  parser?: { onIncoming?: (request: IncomingMessage) => number } | null
}

/** The return value that tells the parser that the rest is not HTTP. */
const NOT_HTTP = 2

/** Further data is read, so that the caller can read our last response, and discarded. */
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
