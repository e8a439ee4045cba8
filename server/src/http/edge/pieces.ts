// A body may come in pieces, and Node makes a call of each: one byte in a piece of its own costs a thousand times what it costs among others.
import { IncomingMessage } from 'node:http'

/** So many pieces of any size; beyond them they have to be as long as this on average. */
const PIECES_FREE = 2_000
const PIECE_BYTES = 64

export const TOO_MANY_PIECES = 'ERR_TOO_MANY_PIECES'

/** For `http.createServer`: a request whose body comes in many tiny pieces is an error of its connection, as one that is not HTTP. */
export class PiecedMessage extends IncomingMessage {
  #pieces = 0
  #bytes = 0
  #isRejected = false

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    // What one read has brought is parsed to its end, whatever becomes of the connection.
    if (this.#isRejected) return false
    if (piece !== null) {
      this.#pieces++
      this.#bytes += piece.length
      if (this.#pieces > PIECES_FREE + this.#bytes / PIECE_BYTES) return this.#reject()
    }
    return super.push(piece, encoding)
  }

  /** Node would throw away the rest of a body that nobody reads without a call, so that nobody could count it. */
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
