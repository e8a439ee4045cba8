import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startPostgres, type TestServer } from '../../test/database.ts'
import { WAIT } from '../../test/waiting.ts'
import { type Database, isPassing, openDatabase } from './db.ts'

let server: TestServer
let db: Database

beforeEach(async () => {
  kept.clear()
  server = await startPostgres()
  db = await openDatabase({ url: server.url, dataDir: '/nowhere', log: () => {}, poolMax: 3 })
  await db.sql`create table things (batch int, id int)`
})
afterEach(async () => {
  await db.close()
  await server.close()
})

const LOAD_WORKERS = 12

/** Runs statements and transactions without pause until told to stop; returns the errors. */
function putUnderLoad(): () => Promise<unknown[]> {
  const errors: unknown[] = []
  let isOn = true
  let batch = 0
  const workers = Array.from({ length: LOAD_WORKERS }, async (_, index) => {
    while (isOn) {
      const work = index % 2 === 0 ? db.ping() : addThree(++batch)
      await work.catch((error: unknown) => errors.push(error))
      await new Promise(setImmediate)
    }
  })
  return async () => {
    isOn = false
    await Promise.all(workers)
    return errors
  }
}

/** Batches whose transaction was reported as committed. */
const kept = new Set<number>()

async function addThree(batch: number): Promise<void> {
  await db.sql.begin(async (tx) => {
    for (const id of [1, 2, 3]) await tx`insert into things values (${batch}, ${id})`
  })
  kept.add(batch)
}

it.each(['stopped', 'killed'] as const)(
  'fails statements for a server that was %s, and recovers when it is back',
  async (how) => {
    const stopLoad = putUnderLoad()
    await vi.waitFor(
      async () => expect(await db.sql`select 1 from things where batch > 20 limit 1`).toHaveLength(1),
      WAIT,
    )
    if (how === 'killed') process.kill(await server.pid(), 'SIGKILL')
    await server.stop()
    const errors = await stopLoad()
    expect(errors.length).toBeGreaterThan(0)
    expect(errors.filter((error) => !isPassing(error))).toEqual([])
    const lost = await Promise.allSettled([db.ping(), addThree(-1), db.ping(), db.ping(), db.ping()])
    expect(lost.map((outcome) => outcome.status === 'rejected' && isPassing(outcome.reason))).toEqual(
      Array(5).fill(true),
    )
    await server.start()
    await vi.waitFor(() => db.ping(), WAIT)
    await Promise.all(Array.from({ length: LOAD_WORKERS }, () => addThree(0)))
    const torn = await db.sql`select batch from things group by batch having count(*) % 3 <> 0`
    expect(torn).toEqual([])
  },
)

it('waits at the start for a server that is not running yet', async () => {
  await server.stop()
  const opening = openDatabase({ url: server.url, dataDir: '/nowhere', log: () => {} })
  await server.start()
  const late = await opening
  await late.ping()
  await late.close()
})
