import { type Client, failure } from './clients.ts'
import type { TransactionSql } from './connect.ts'

export interface TransactionOptions<T> {
  readonly client: Client
  /** What may stand after `begin`, such as an isolation level. */
  readonly mode: string
  readonly work: Work<T>
}

export type Work<T> = (tx: TransactionSql) => T | Promise<T>

/** Runs the work between `begin` and `commit`, or `rollback` when it throws. The client belongs to it alone meanwhile. */
export async function runTransaction<T>({ client, mode, work }: TransactionOptions<T>): Promise<T> {
  await client.sql.unsafe(`begin ${mode.replace(/[^a-z ]/gi, '')}`).catch((error: unknown) => {
    client.discard()
    throw error
  })
  const scope = openScope(client)
  try {
    const returned = work(scope.tx)
    const value = (await (Array.isArray(returned) ? Promise.all(returned) : returned)) as T
    scope.close()
    const { command } = await client.sql.unsafe('commit')
    if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, so nothing of it was kept')
    return value
  } catch (error) {
    scope.close()
    // Where the connection is lost there is nothing to roll back, and the first error says more than this one would.
    await client.sql.unsafe('rollback').catch(client.discard)
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
