import type { Sql } from './connect.ts'

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

interface ClientExtra {
  readonly max: 1
  readonly idle_timeout: 0
  readonly max_lifetime: null
  readonly onclose: () => void
  readonly onnotify: (channel: string, payload: string) => void
}

const RETRY_MS = 200

/**
 * Listens on a connection of its own and says when it is lost. The driver's own `listen` subscribes again silently, so that
 * nobody knows that messages were missed meanwhile.
 */
export function openListener(openClient: (extra: ClientExtra) => Sql, options: ListenOptions): Listening {
  const { channel, onMessage, onUp, onDown } = options
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let client: Sql | undefined

  const start = (): void => {
    let isLost = false
    const lost = (): void => {
      if (isLost || isClosed) return
      isLost = true
      onDown()
      void own.end({ timeout: 0 }).catch(() => {})
      retry = setTimeout(start, RETRY_MS)
      retry.unref()
    }
    const own = openClient({
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      onclose: lost,
      onnotify: (_channel, payload) => onMessage(payload),
    })
    client = own
    own.unsafe(`listen "${channel}"`).then(() => {
      if (!isLost && !isClosed) onUp()
    }, lost)
  }

  start()
  return {
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await client?.end({ timeout: 1 })
    },
  }
}
