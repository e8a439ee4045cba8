import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

function recorded(options: { batchMax?: number; waitingMax?: number } = {}) {
  const runs: number[][] = []
  const gates: (() => void)[] = []
  const run = async (items: readonly number[]) => {
    runs.push([...items])
    await new Promise<void>((resolve) => gates.push(resolve))
    return items.map((item) => item * 10)
  }
  const add = createBatches({ run, batchMax: 100, waitingMax: 100, ...options })
  const turn = () => new Promise((resolve) => process.nextTick(setImmediate, resolve))
  /** Lets the oldest run finish, and the next one start. */
  const finish = async () => {
    gates.shift()?.()
    await turn()
  }
  return { add, runs, turn, finish }
}

test('a single call is sent in the same turn of the event loop', async () => {
  const { add, runs, turn, finish } = recorded()
  const result = add(1)
  await turn()
  expect(runs).toEqual([[1]])
  await finish()
  expect(await result).toBe(10)
})

test('a call is sent after what its caller starts in the same turn, however many promises later', async () => {
  const { add, runs, turn } = recorded()
  void add(1)
  for (let step = 0; step < 20; step++) await undefined
  const seen = new Promise((resolve) => setImmediate(() => resolve([...runs])))
  await turn()
  expect(await seen).toEqual([])
  expect(runs).toEqual([[1]])
})

test('while one batch is in progress the next one collects calls', async () => {
  const { add, runs, turn, finish } = recorded()
  const results = [add(1), add(2)]
  await turn()
  results.push(add(3), add(4), add(5))
  await turn()
  expect(runs).toEqual([[1, 2]])
  await finish()
  expect(runs).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
  await finish()
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50])
})

test('a batch has a limit, and so does the queue', async () => {
  const { add, runs, turn, finish } = recorded({ batchMax: 2, waitingMax: 3 })
  const results = [add(1), add(2), add(3)]
  await expect(add(4)).rejects.toMatchObject({ kind: 'unavailable' })
  await turn()
  await finish()
  await finish()
  expect(runs).toEqual([[1, 2], [3]])
  expect(await Promise.all(results)).toEqual([10, 20, 30])
})

test('a batch that fails fails its own calls only', async () => {
  let fails = true
  const add = createBatches<number, number>({
    run: async (items) => {
      if (fails) throw new Error('away')
      return items
    },
    batchMax: 10,
    waitingMax: 10,
  })
  await expect(Promise.all([add(1), add(2)])).rejects.toThrow('away')
  fails = false
  expect(await add(3)).toBe(3)
})
