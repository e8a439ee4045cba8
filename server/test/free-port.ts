import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections (from 32768 on): none of those takes it before its owner does. */
const FIRST = 12_000
const LAST = 32_000

/** A port that nobody listens on now. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
  const server = createServer()
  const free = await new Promise<boolean>((resolve) =>
    server.once('error', () => resolve(false)).listen(port, host, () => resolve(true)),
  )
  if (!free) return freePort(host)
  await new Promise((resolve) => server.close(resolve))
  return port
}
