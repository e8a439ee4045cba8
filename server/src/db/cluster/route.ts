// Chooses among several servers: the one that worked last and, if it fails or may not write, the next in order.
import type { ClientBase } from 'pg'
import { type Needs, readAddress, type Server } from '../address.ts'

export interface Route {
  readonly size: number
  readonly needs: Needs
  next(): Server
  /** This server could not be used: the next connection goes to the one after it. */
  failed(server: Server): void
  /** This server was reached and is of the wanted kind: from now on all connections go to it. */
  reached(server: Server): void
  /** Whether connections have moved to another server, so that those to this one are closed. */
  isLeft(server: Server): boolean
}

export function createRoute(url: string): Route {
  const { servers, needs } = readAddress(url)
  let next: Server = servers[0]
  let used: Server | undefined
  return {
    size: servers.length,
    needs,
    next: () => next,
    failed(server) {
      // Several connections may fail together: they move on once.
      if (server === next) next = servers[(servers.indexOf(server) + 1) % servers.length] ?? server
    },
    reached(server) {
      next = server
      used = server
    },
    isLeft: (server) => used !== undefined && used !== server,
  }
}

const CHECK = `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only`

/** Rejects if the connection's server is not of the wanted kind. */
export async function checkServer(client: ClientBase, needs: Needs, timeoutMs: number): Promise<void> {
  if (needs === 'any') return
  const asked = { text: CHECK, query_timeout: timeoutMs }
  const { rows } = await client.query<{ standby: boolean; read_only: boolean }>(asked)
  if (rows[0]?.standby) throw new Error('the server is a standby')
  if (needs === 'read-write' && rows[0]?.read_only) throw new Error('the server is read-only')
}
