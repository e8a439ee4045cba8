import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Sql } from '../db/db.ts'
import { createHealth } from './health.ts'
import { createCertifiedRandomness } from './randomness.ts'

/** Pseudorandom bytes, the same in every run. */
function pinned(count: number, salt: string): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(count / 32) }, (_, i) => {
    return createHash('sha256').update(`${salt} ${i}`).digest()
  })
  return Buffer.concat(blocks).subarray(0, count)
}

function randomnessWith(source: (bytes: number) => Uint8Array) {
  const alarms: string[] = []
  let boots = 0
  const sql = (async () => [{ boot: ++boots }]) as unknown as Sql
  const randomness = createCertifiedRandomness({
    sql,
    nowMs: () => 0,
    report: () => {},
    onAlarm: async (name) => {
      alarms.push(name)
    },
    source,
  })
  return { randomness, alarms }
}

test('a good source passes a million bytes', () => {
  expect(createHealth()(pinned(1_000_000, 'good'))).toBeUndefined()
})

test('six equal bytes in a row, and one byte that is far too frequent, are detected', () => {
  const stuck = pinned(2_000, 'stuck')
  stuck.fill(7, 1_000, 1_006)
  expect(createHealth()(stuck)).toBe('repetition count')
  const often = pinned(512, 'often').map((byte, i) => (i % 20 === 0 ? 9 : byte))
  expect(createHealth()(often)).toBe('adaptive proportion')
})

test('a source that fails stops every draw from then on, and is reported once', async () => {
  let isStuck = false
  let calls = 0
  const { randomness, alarms } = randomnessWith((bytes) =>
    isStuck ? new Uint8Array(bytes) : pinned(bytes, `${calls++}`),
  )
  expect(await randomness.seed(32)).toMatch(/^[0-9a-f]{64}$/)
  isStuck = true
  await expect(randomness.seed(32)).rejects.toThrow(/Draws are stopped.*repetition count/)
  isStuck = false
  await expect(randomness.seed(32)).rejects.toThrow(/Draws are stopped/)
  expect(alarms).toEqual(['repetition count'])
})

test('two processes with the same source bytes get different seeds, and so do two draws', async () => {
  const same = (bytes: number) => pinned(bytes, 'the same')
  const [one, other] = [randomnessWith(same).randomness, randomnessWith(same).randomness]
  const seeds = [await one.seed(32), await one.seed(32), await other.seed(32)]
  expect(new Set(seeds).size).toBe(3)
  expect(await one.seed(16)).toHaveLength(32)
})
