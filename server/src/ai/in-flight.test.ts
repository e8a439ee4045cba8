import { expect, test } from 'vitest'
import { createInFlight } from './in-flight.ts'

test('an account cannot run more than its share, others can, and places come back however the work ends', async () => {
  const inFlight = createInFlight(3)
  let finish = () => {}
  const gate = new Promise<void>((resolve) => {
    finish = resolve
  })
  const running = [inFlight.run(1, 2, () => gate), inFlight.run(1, 2, () => gate)]
  await expect(inFlight.run(1, 2, () => gate)).rejects.toMatchObject({
    kind: 'too_fast',
    headers: { 'retry-after': '1' },
  })
  running.push(inFlight.run(2, 2, () => gate))
  await expect(inFlight.run(3, 2, () => gate)).rejects.toMatchObject({ kind: 'unavailable' })
  finish()
  await Promise.all(running)
  await expect(inFlight.run(1, 1, async () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(inFlight.count()).toBe(0)
  expect(await inFlight.run(1, 1, async () => 'again')).toBe('again')
})
