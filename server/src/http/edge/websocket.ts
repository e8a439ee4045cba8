// Turns the connection of a request into a WebSocket. Node would stop parsing the body of every request with `Upgrade` if the server
// listened for upgrades, also of those that only offer HTTP/2; so the route decides, and takes the connection from Node's parser itself.
import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CloseReason, closeFrame, createFrameReader, pingFrame, pongFrame, textFrame } from './frames.ts'

export interface WebSocket {
  /** Returns a promise if the connection is full: it resolves when it can take more, or when the caller is gone. */
  send(text: string): Promise<void> | undefined
  close(reason: CloseReason): void
}

interface WebSocketOptions {
  readonly messageBytesMax: number
  /** How often the caller must show that it is there. A message must arrive within two such times. */
  readonly pingMs: number
  readonly onText: (text: Buffer) => void
  /** Gets the bytes of the message that is arriving; returns false if there is no room for them. */
  readonly onBytes: (bytes: number) => boolean
  /** Called with each ping that is due, so that a connection without work can be closed. */
  readonly onTick: () => void
  /** Called once, however it ends. */
  readonly onEnd: () => void
}

/** From the protocol's definition. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const KEY = /^[A-Za-z0-9+/]{22}==$/

/** Whether a request asks for a WebSocket in the version that everybody uses. */
export function asksForWebSocket({ headers, raw }: FastifyRequest): boolean {
  const { upgrade, connection, 'sec-websocket-key': key, 'sec-websocket-version': version } = headers
  const isUpgrade = upgrade?.toLowerCase() === 'websocket' && /\bupgrade\b/i.test(connection ?? '')
  return isUpgrade && version === '13' && KEY.test(key ?? '') && raw.socket instanceof Socket
}

/** The response stays open as long as the connection, so that limits and a stop count it as a request in progress. */
export function acceptWebSocket(request: FastifyRequest, reply: FastifyReply, options: WebSocketOptions): WebSocket {
  const { socket } = request.raw
  reply.hijack()
  const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${GUID}`).digest('base64')
  const upgraded = { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-accept': accept }
  reply.raw.writeHead(101, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...upgraded })
  reply.raw.flushHeaders()
  socket.setTimeout(0)
  socket.setNoDelay(true)
  return talk(socket, options)
}

function talk(socket: Socket, options: WebSocketOptions): WebSocket {
  const { messageBytesMax, pingMs, onText, onBytes, onTick, onEnd } = options
  let isClosing = false
  let pinged: Buffer | undefined
  let draining: Promise<void> | undefined
  let isHeard = true
  let texts = 0
  /** How many messages had arrived when one was unfinished at the last ping. */
  let unfinishedAfter: number | undefined
  const close = (reason: CloseReason): void => {
    if (isClosing) return
    isClosing = true
    socket.end(closeFrame(reason))
    socket.destroySoon()
  }
  const reader = createFrameReader(messageBytesMax, {
    onText(text) {
      if (isClosing) return
      texts++
      onText(text)
    },
    onPing(payload) {
      pinged = payload
    },
    onPong() {},
    onClose: () => close('done'),
    onProblem: close,
  })
  // Adding a listener for data makes Node's parser let go of the connection.
  socket.removeAllListeners('data')
  socket.on('data', (piece: Buffer) => {
    if (isClosing) return
    isHeard = true
    reader.take(piece)
    if (!isClosing && !onBytes(reader.messageBytes())) close('busy')
    // Of pings that arrive together only the last is answered, and none while the caller does not read.
    if (pinged && !isClosing && !socket.writableNeedDrain) socket.write(pongFrame(pinged))
    pinged = undefined
  })
  const timer = setInterval(() => {
    if (!isHeard) return void socket.destroy()
    isHeard = false
    reader.countControlsAnew()
    const isUnfinished = reader.isWithinMessage()
    if (isUnfinished && unfinishedAfter === texts) return close('notAllowed')
    unfinishedAfter = isUnfinished ? texts : undefined
    socket.write(pingFrame())
    onTick()
  }, pingMs)
  socket.once('close', () => {
    clearInterval(timer)
    isClosing = true
    onEnd()
  })
  return {
    close,
    send(text) {
      if (isClosing || socket.write(textFrame(text))) return undefined
      draining ??= drained(socket).finally(() => {
        draining = undefined
      })
      return draining
    },
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.once('drain', done).once('close', done)
  })
}
