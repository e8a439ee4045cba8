import pg from 'pg'
import { clientSettings, connectTimeoutMs } from './client.ts'
import { checkServer, createRoute } from './cluster/route.ts'

export interface ListenOptions {
  readonly channel: string
  readonly onMessage: (payload: string) => void
  /** From now on every message arrives. */
  readonly onUp: () => void
  /** Messages may be missed from now on, until the next onUp. */
  readonly onDown: () => void
  /** For tests. */
  readonly heartbeatTimeoutMs?: number
}

export interface Listening {
  close(): Promise<void>
}

const RETRY_MS = 200
/** A connection can be lost silently: we query it this often, and it counts as lost if it does not answer in time. */
const HEARTBEAT_MS = 500
const HEARTBEAT_TIMEOUT_MS = 500

/** Listens on its own connection, reports when it is lost, and reconnects until closed. */
export function openListener(url: string, options: ListenOptions): Listening {
  const { channel, onMessage, onUp, onDown, heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS } = options
  const route = createRoute(url)
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let client: pg.Client | undefined

  const start = (): void => {
    let isLost = false
    let isUp = false
    const server = route.next()
    const own = new pg.Client(clientSettings(route, server, 0))
    const isStillRight = () => checkServer(own, route.needs, connectTimeoutMs(route))
    let heartbeat: NodeJS.Timeout | undefined
    const lost = (): void => {
      clearTimeout(heartbeat)
      if (isLost || isClosed) return
      isLost = true
      if (!isUp) route.failed(server)
      onDown()
      // Not `end`, which would wait for an answer.
      own.connection.stream.destroy()
      retry = setTimeout(start, RETRY_MS)
      retry.unref()
    }
    const beat = (): void => {
      if (isLost || isClosed) return
      const silence = setTimeout(lost, heartbeatTimeoutMs).unref()
      // A server can become read-only while it still answers; notifications then come from another one.
      const asked = route.needs === 'any' ? own.query('select 1') : isStillRight()
      asked.then(
        () => {
          clearTimeout(silence)
          heartbeat = setTimeout(beat, HEARTBEAT_MS).unref()
        },
        () => {
          clearTimeout(silence)
          lost()
        },
      )
    }
    client = own
    own.on('notification', ({ payload = '' }) => onMessage(payload))
    own.on('error', lost)
    own.on('end', lost)
    own
      .connect()
      .then(isStillRight)
      .then(() => own.query(`listen ${own.escapeIdentifier(channel)}`))
      .then(() => {
        if (isLost || isClosed) return
        isUp = true
        route.reached(server)
        onUp()
        beat()
      }, lost)
  }

  start()
  return {
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
