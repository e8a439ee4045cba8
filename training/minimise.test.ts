import { expect, test } from 'vitest'
import { minimise } from './minimise.ts'

const options = { iterationsMax: 200, tolerance: 1e-14 }

test('finds the lowest point of a bowl, however stretched', () => {
  const scales = [1, 10, 1_000]
  const found = minimise(
    (point, gradient) => {
      let value = 0
      for (const [i, scale] of scales.entries()) {
        const off = (point[i] ?? 0) - i
        value += 0.5 * scale * off * off
        gradient[i] = scale * off
      }
      return value
    },
    new Float64Array([5, -5, 5]),
    options,
  )
  for (const [i, x] of found.entries()) expect(x).toBeCloseTo(i, 5)
})

test('follows a curved valley to its end', () => {
  const found = minimise(
    (point, gradient) => {
      const [a = 0, b = 0] = point
      gradient[0] = -2 * (1 - a) - 400 * a * (b - a * a)
      gradient[1] = 200 * (b - a * a)
      return (1 - a) ** 2 + 100 * (b - a * a) ** 2
    },
    new Float64Array([-1.2, 1]),
    options,
  )
  expect(found[0]).toBeCloseTo(1, 3)
  expect(found[1]).toBeCloseTo(1, 3)
})

test('stays where there is nothing to gain, and leaves the start as it was', () => {
  const start = new Float64Array([3])
  const found = minimise(
    (_point, gradient) => {
      gradient[0] = 0
      return 7
    },
    start,
    options,
  )
  expect([...found]).toEqual([3])
  expect(found).not.toBe(start)
})

test('stops after the number of steps it is given', () => {
  let calls = 0
  minimise(
    (point, gradient) => {
      calls++
      gradient[0] = Math.sign(point[0] ?? 0) * 0.5 + (point[0] ?? 0)
      return (point[0] ?? 0) ** 2 / 2 + Math.abs(point[0] ?? 0) / 2
    },
    new Float64Array([100]),
    { iterationsMax: 1, tolerance: 0 },
  )
  expect(calls).toBeLessThan(25)
})
