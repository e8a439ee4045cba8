// A body can arrive in chunks, each of which costs Node a call: a byte in its own chunk costs a thousand times as much as among others.
import { IncomingMessage } from 'node:http'

/** This many chunks can have any size; further ones must have this length on average. */
const PIECES_FREE = 2_000
const PIECE_BYTES = 64

export const TOO_MANY_PIECES = 'ERR_TOO_MANY_PIECES'

/** For `http.createServer`: a request body in many tiny chunks is an error of its connection, like a request that is not HTTP. */
export class PiecedMessage extends IncomingMessage {
  #pieces = 0
  #bytes = 0
  #isRejected = false

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    // Node parses everything from one read to its end, whatever happens to the connection.
    if (this.#isRejected) return false
    if (piece !== null) {
      this.#pieces++
      this.#bytes += piece.length
      if (this.#pieces > PIECES_FREE + this.#bytes / PIECE_BYTES) return this.#reject()
    }
    return super.push(piece, encoding)
  }

  /** Node would discard the rest of an unread body without a call, so it could not be counted. */
  _dump(): void {
    this.removeAllListeners('data').resume()
  }

  #reject(): false {
    this.#isRejected = true
    const error = Object.assign(new Error('a body in too many pieces'), { code: TOO_MANY_PIECES })
    const { socket } = this as unknown as { socket: Served }
    socket.server.emit('clientError', error, socket)
    return false
  }
}

interface Served {
  readonly server: { emit(event: 'clientError', error: Error, socket: unknown): void }
}
