import pg from 'pg'
import { clientSettings } from './connect.ts'

export interface ListenOptions {
  readonly channel: string
  readonly onMessage: (payload: string) => void
  /** From now on every message arrives. */
  readonly onUp: () => void
  /** From now on messages may be missed, until the next onUp. */
  readonly onDown: () => void
}

export interface Listening {
  close(): Promise<void>
}

const RETRY_MS = 200

/** Listens on a connection of its own, says when it is lost, and dials again until it is closed. */
export function openListener(url: string, options: ListenOptions): Listening {
  const { channel, onMessage, onUp, onDown } = options
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let client: pg.Client | undefined

  const start = (): void => {
    let isLost = false
    const own = new pg.Client(clientSettings({ url, statementTimeoutMs: 0 }))
    const lost = (): void => {
      if (isLost || isClosed) return
      isLost = true
      onDown()
      void own.end().catch(() => {})
      retry = setTimeout(start, RETRY_MS)
      retry.unref()
    }
    client = own
    own.on('notification', ({ payload = '' }) => onMessage(payload))
    own.on('error', lost)
    own.on('end', lost)
    own
      .connect()
      .then(() => own.query(`listen ${own.escapeIdentifier(channel)}`))
      .then(() => {
        if (!isLost && !isClosed) onUp()
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
