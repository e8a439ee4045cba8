import type { Sql } from './connect.ts'

/** One connection, in the hands of one statement or one transaction at a time. */
export interface Client {
  readonly sql: Sql
  isTaken: boolean
  /** Its connection is closed. It never gets another one: whatever is still sent to it fails. */
  isLost: boolean
  idleTimer: NodeJS.Timeout | undefined
  /** Throws it away now, before its connection has closed. */
  discard(): void
}

export interface Clients {
  take(): Promise<Client>
  giveBack(client: Client): void
  end(timeoutS: number): Promise<void>
}

export interface ClientsOptions {
  readonly max: number
  /** Opens a pool of one connection that tells when it is closed. */
  readonly open: (onClose: () => void) => Sql
}

interface Waiter {
  readonly resolve: (client: Client) => void
  readonly reject: (error: Error) => void
}

const WAIT_TIMEOUT_MS = 5_000
const WAITING_MAX = 2_000
const IDLE_TIMEOUT_MS = 10_000

/**
 * Our pool. The driver's own one uses a lost connection again with what was left in its buffers (postgres 3.4.9): transactions write
 * to a connection that is gone, which ends the process, a first statement after the outage gets the last one's error, and a start-up
 * message may be sent behind half a statement. Here a connection that closed is thrown away with its client.
 */
export function openClients({ max, open }: ClientsOptions): Clients {
  const clients = new Set<Client>()
  const waiting = new Set<Waiter>()
  let isEnding = false

  const make = (): Client => {
    const discard = (): void => {
      clearTimeout(client.idleTimer)
      if (client.isLost) return
      client.isLost = true
      clients.delete(client)
      void client.sql.end({ timeout: 0 }).catch(() => {})
    }
    const client: Client = { sql: open(discard), isTaken: true, isLost: false, idleTimer: undefined, discard }
    clients.add(client)
    return client
  }
  const take = async (): Promise<Client> => {
    if (isEnding) throw failure('CONNECTION_ENDED', 'the database is closed')
    for (const client of clients) {
      if (client.isTaken) continue
      clearTimeout(client.idleTimer)
      return Object.assign(client, { isTaken: true })
    }
    return clients.size < max ? make() : wait(waiting)
  }
  const giveBack = (client: Client): void => {
    const [next] = waiting
    if (next !== undefined) {
      next.resolve(client.isLost ? make() : client)
    } else if (!client.isLost) {
      client.isTaken = false
      client.idleTimer = setTimeout(client.discard, IDLE_TIMEOUT_MS).unref()
    }
  }
  const end = async (timeoutS: number): Promise<void> => {
    isEnding = true
    for (const waiter of waiting) waiter.reject(failure('CONNECTION_ENDED', 'the database is closed'))
    for (const client of clients) clearTimeout(client.idleTimer)
    await Promise.all([...clients].map((client) => client.sql.end({ timeout: timeoutS })))
  }
  return { take, giveBack, end }
}

async function wait(waiting: Set<Waiter>): Promise<Client> {
  if (waiting.size >= WAITING_MAX)
    throw failure('CONNECT_TIMEOUT', `${WAITING_MAX} statements already wait for a connection`)
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer)
      waiting.delete(waiter)
    }
    const waiter: Waiter = {
      resolve: (client) => {
        settle()
        resolve(client)
      },
      reject: (error) => {
        settle()
        reject(error)
      },
    }
    const timer = setTimeout(
      () => waiter.reject(failure('CONNECT_TIMEOUT', 'no connection became free')),
      WAIT_TIMEOUT_MS,
    )
    waiting.add(waiter)
  })
}

export function failure(code: 'CONNECT_TIMEOUT' | 'CONNECTION_CLOSED' | 'CONNECTION_ENDED', message: string): Error {
  return Object.assign(new Error(message), { code })
}
