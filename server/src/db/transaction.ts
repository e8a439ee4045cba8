import type { Sql, TransactionSql } from './connect.ts'

export interface Transactions {
  /** Runs the work between `begin` and `commit`, or `rollback` when it throws. */
  begin<T>(mode: string, work: (tx: TransactionSql) => T | Promise<T>): Promise<T>
  end(timeoutS: number): Promise<void>
}

export interface TransactionOptions {
  readonly clientsMax: number
  /** Opens a pool of one connection that tells when it is closed. */
  readonly openClient: (onClose: () => void) => Sql
}

/**
 * Transactions on connections of their own. The driver's `sql.begin` writes to a connection that was lost a moment before, which
 * ends the process (postgres 3.4.9), and what a lost transaction still sends may land on a new connection, outside of any
 * transaction. Here each transaction has a client with one connection to itself, and a client that lost its connection meanwhile
 * is closed for good: nothing more can run on it.
 */
export function openTransactions(options: TransactionOptions): Transactions {
  const clients = openClients(options)
  return {
    begin: async (mode, work) => {
      const client = await clients.take()
      try {
        return await run(client, mode, work)
      } finally {
        clients.giveBack(client)
      }
    },
    end: clients.end,
  }
}

async function run<T>(client: Client, mode: string, work: (tx: TransactionSql) => T | Promise<T>): Promise<T> {
  await client.sql.unsafe(`begin ${mode.replace(/[^a-z ]/gi, '')}`)
  const scope = openScope(client)
  try {
    const result = await work(scope.tx)
    const value = (Array.isArray(result) ? await Promise.all(result) : result) as T
    scope.close()
    const { command } = await client.sql.unsafe('commit')
    if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, so nothing of it was kept')
    return value
  } catch (error) {
    scope.close()
    // Where the connection is lost there is nothing to roll back, and the first error says more than this one would.
    await client.sql.unsafe('rollback').catch(() => {})
    throw error
  }
}

/** The `tx` that the work gets: it refuses statements after the end of the transaction, when the client serves another one. */
function openScope(client: Client): { tx: TransactionSql; close: () => void } {
  const { sql } = client
  let isOpen = true
  let savepoints = 0
  const whileOpen = <A extends unknown[], R>(call: (...args: A) => R) => {
    return (...args: A): R => {
      if (client.isLost) throw failure('CONNECTION_CLOSED', 'the connection of the transaction is lost')
      if (!isOpen) throw new Error('the transaction is over')
      return call(...args)
    }
  }
  const savepoint = async <T>(nameOrWork: string | Work<T>, work?: Work<T>): Promise<T> => {
    const name = `savepoint_${++savepoints}`
    await tx.unsafe(`savepoint ${name}`)
    try {
      return await (typeof nameOrWork === 'string' ? (work as Work<T>) : nameOrWork)(tx)
    } catch (error) {
      await tx.unsafe(`rollback to ${name}`)
      throw error
    }
  }
  const query = whileOpen(sql as unknown as (...args: unknown[]) => unknown)
  const unsafe = whileOpen(sql.unsafe as (...args: unknown[]) => unknown)
  const tx = Object.assign(query, { ...sql, unsafe, savepoint }) as unknown as TransactionSql
  return {
    tx,
    close: () => {
      isOpen = false
    },
  }
}

type Work<T> = (tx: TransactionSql) => T | Promise<T>

interface Client {
  readonly sql: Sql
  isTaken: boolean
  isLost: boolean
}

interface Waiter {
  readonly resolve: (client: Client) => void
  readonly reject: (error: Error) => void
}

const WAIT_TIMEOUT_MS = 5_000
const WAITING_MAX = 1_000

function openClients({ clientsMax, openClient }: TransactionOptions) {
  const clients = new Set<Client>()
  const waiting = new Set<Waiter>()
  let isEnding = false

  const make = (): Client => {
    const client: Client = { sql: openClient(() => lose(client)), isTaken: true, isLost: false }
    clients.add(client)
    return client
  }
  const lose = (client: Client): void => {
    if (!client.isTaken || client.isLost) return
    client.isLost = true
    void client.sql.end({ timeout: 0 }).catch(() => {})
  }
  const take = async (): Promise<Client> => {
    if (isEnding) throw failure('CONNECTION_ENDED', 'the database is closed')
    for (const client of clients) {
      if (!client.isTaken) return Object.assign(client, { isTaken: true })
    }
    return clients.size < clientsMax ? make() : wait(waiting)
  }
  const giveBack = (client: Client): void => {
    if (client.isLost) clients.delete(client)
    const [next] = waiting
    if (next !== undefined) next.resolve(client.isLost ? make() : client)
    else client.isTaken = false
  }
  const end = async (timeoutS: number): Promise<void> => {
    isEnding = true
    for (const waiter of waiting) waiter.reject(failure('CONNECTION_ENDED', 'the database is closed'))
    await Promise.all([...clients].map((client) => client.sql.end({ timeout: timeoutS })))
  }
  return { take, giveBack, end }
}

async function wait(waiting: Set<Waiter>): Promise<Client> {
  if (waiting.size >= WAITING_MAX)
    throw failure('CONNECT_TIMEOUT', `${WAITING_MAX} transactions already wait for a connection`)
  let waiter: Waiter | undefined
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Client>((resolve, reject) => {
      const settled = (): boolean => waiter !== undefined && waiting.delete(waiter)
      waiter = {
        resolve: (client) => settled() && resolve(client),
        reject: (error) => settled() && reject(error),
      }
      waiting.add(waiter)
      timer = setTimeout(
        () => waiter?.reject(failure('CONNECT_TIMEOUT', 'no connection became free for the transaction')),
        WAIT_TIMEOUT_MS,
      )
    })
  } finally {
    clearTimeout(timer)
  }
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
