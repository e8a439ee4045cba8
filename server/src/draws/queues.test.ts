import { expect, test } from 'vitest'
import { createQueues } from './queues.ts'

test('a queue runs one piece of work at a time, and one that is full leaves room for other names', async () => {
  const inTurn = createQueues()
  const order: number[] = []
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const work = Array.from({ length: 250 }, (_, i) =>
    inTurn('busy', async () => {
      await gate
      order.push(i)
      if (i === 0) throw new Error('the first fails')
    }).catch(() => {}),
  )
  await expect(inTurn('busy', async () => {})).rejects.toThrow('Too many requests are waiting.')
  expect(await inTurn('other', async () => 'served')).toBe('served')
  open()
  await Promise.all(work)
  expect(order).toEqual(work.map((_, i) => i))
  expect(await inTurn('busy', async () => 'served')).toBe('served')
})
