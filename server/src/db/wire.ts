import { connect as connectTcp, Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

/** Where the server is and how to speak to it. */
export interface WireTarget {
  readonly address: { readonly path: string } | { readonly host: string; readonly port: number }
  /** Undefined: in the clear. */
  readonly tls: TlsMode | undefined
}

export interface TlsMode {
  /** Go on in the clear when the server does not speak TLS. */
  readonly isOptional: boolean
  readonly options: ConnectionOptions
}

export interface WireOptions {
  readonly target: WireTarget
  readonly connectTimeoutMs: number
  /** A connection without a byte in either direction for so long is given up; 0 for never. */
  readonly silenceTimeoutMs: number
}

const BLOCKED_MS = 1_000

/**
 * Makes the connections that the driver speaks over, with three guarantees that it lacks. A server that vanished without a word does
 * not hold a statement for ever. A server that hangs up before its first byte fails the statement that waits for it, where the
 * driver would try again without end. And after a connection that timed out, the next second's attempts fail at once, so that a
 * queue of statements fails together and not one timeout after the other.
 */
export function makeDialer(options: WireOptions): () => Promise<Socket> {
  let blockedUntilMs = 0
  return async () => {
    if (Date.now() < blockedUntilMs) return makeFailed(failure(TIMED_OUT))
    const block = (): void => {
      blockedUntilMs = Date.now() + BLOCKED_MS
    }
    const socket = openSocket(options)
    try {
      const secured = options.target.tls === undefined ? socket : await secure(socket, options, options.target.tls)
      return watch(secured, options, block)
    } catch (error) {
      socket.destroy()
      if ((error as { code?: string }).code === TIMED_OUT) block()
      return makeFailed(error as Error)
    }
  }
}

function openSocket({ target: { address } }: WireOptions): Socket {
  return 'path' in address ? connectTcp(address.path) : connectTcp(address.port, address.host)
}

function watch(socket: Socket, options: WireOptions, block: () => void): Socket {
  let hasSpoken = false
  socket.setTimeout(options.silenceTimeoutMs, () => socket.destroy(failure(TIMED_OUT)))
  socket.once('data', () => {
    hasSpoken = true
  })
  socket.once('close', (hadError) => {
    if (hasSpoken || hadError) return
    block()
    socket.emit('error', failure(HUNG_UP))
  })
  return socket
}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const YES = 'S'

/** Asks for TLS the way PostgreSQL wants it: eight bytes there, one letter back, then the handshake. */
async function secure(socket: Socket, options: WireOptions, mode: TlsMode): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(failure(TIMED_OUT)), options.connectTimeoutMs)
    const settle = (result: Socket | Error): void => {
      clearTimeout(timer)
      if (result instanceof Error) reject(result)
      else resolve(result)
    }
    socket.once('error', settle)
    socket.once('close', () => settle(failure(HUNG_UP)))
    socket.once('data', (answer) => {
      if (answer.toString('latin1') === YES) {
        const secured = connectTls({ ...mode.options, socket })
        secured.once('secureConnect', () => settle(secured)).once('error', settle)
      } else if (mode.isOptional) settle(socket)
      else settle(new Error('the database server does not speak TLS, which DATABASE_URL asks for'))
    })
    socket.write(SSL_REQUEST)
  })
}

/** The driver only lets go of a connection whose socket closes, so an attempt that failed early is a socket that closes soon. */
function makeFailed(error: Error): Socket {
  const socket = new Socket()
  socket.write = () => true
  setImmediate(() => socket.destroy(error))
  return socket
}

const TIMED_OUT = 'CONNECT_TIMEOUT'
const HUNG_UP = 'CONNECTION_CLOSED'

function failure(code: typeof TIMED_OUT | typeof HUNG_UP): Error {
  return Object.assign(new Error(`the database server ${code === TIMED_OUT ? 'does not answer' : 'hung up'}`), { code })
}
