import { expect, test } from 'vitest'
import { startPhases } from './phases.ts'

test('each moment counts for one phase, the innermost, and what is in none for our own work', async () => {
  let now = 100
  const pass = (ms: number) => {
    now += ms
  }
  const phases = startPhases(90, () => now)
  await phases.during('queue', async () => pass(2))
  await phases.during('ask', async () => {
    pass(30)
    await phases.during('score', async () => pass(5))
    pass(10)
  })
  pass(1.5)
  expect(phases.shown()).toBe('queue;dur=2.00, ask;dur=40.00, score;dur=5.00, own;dur=11.50')
})

test('a phase ends when its work fails', async () => {
  let now = 0
  const phases = startPhases(0, () => now)
  const failing = phases.during('ask', async () => {
    now = 7
    throw new Error('no answer')
  })
  await expect(failing).rejects.toThrow('no answer')
  now = 8
  expect(phases.shown()).toBe('queue;dur=0.00, ask;dur=7.00, score;dur=0.00, own;dur=1.00')
})
