import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { together } from './together.ts'

it('goes on with all of one turn of the event loop step by step, and with later ones later', async () => {
  const steps: string[] = []
  const walk = async (who: string) => {
    await new Promise<void>((resolve) => together(resolve))
    steps.push(`${who}1`)
    await null
    steps.push(`${who}2`)
  }
  const both = [walk('a'), walk('b')]
  expect(steps).toEqual([])
  await nextTurn()
  await Promise.all(both)
  await walk('c')
  expect(steps).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'c2'])
})
