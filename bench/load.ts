// A load generator that costs little itself: raw sockets, one request in flight on each, responses delimited by their length.
import { connect, type Socket } from 'node:net'

interface Load {
  port: number
  /** The whole request, head and body; or a function that makes the next one. */
  request: string | (() => string)
  connections: number
  seconds: number
}

/** Sends as fast as the server responds, and returns requests per second. Throws if a response is not 200. */
export async function requestsPerSecond({ port, request, connections, seconds }: Load): Promise<number> {
  const startMs = performance.now()
  const untilMs = startMs + seconds * 1000
  const counts = await Promise.all(Array.from({ length: connections }, () => ask({ port, request, untilMs })))
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - startMs) / 1000)
}

function ask({ port, request, untilMs }: Pick<Load, 'port' | 'request'> & { untilMs: number }): Promise<number> {
  const next = typeof request === 'string' ? () => request : request
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let count = 0
    let missing = 0
    socket.on('error', reject)
    socket.on('connect', () => socket.write(next()))
    socket.on('data', (chunk) => {
      try {
        missing = missing > 0 ? missing - chunk.length : -bytesBeyond(chunk)
      } catch (error) {
        reject(error)
        socket.destroy()
        return
      }
      if (missing > 0) return
      count++
      proceed(socket)
    })

    function proceed(open: Socket): void {
      if (performance.now() < untilMs) {
        open.write(next())
        return
      }
      open.end()
      resolve(count)
    }
  })
}

/** How many bytes of the chunk are beyond the end of the response; negative if more must arrive. */
function bytesBeyond(chunk: Buffer): number {
  const headEnd = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, headEnd)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`not an answer of 200: ${chunk.toString('latin1', 0, 300)}`)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
  return chunk.length - headEnd - 4 - length
}
