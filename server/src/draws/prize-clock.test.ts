import { expect, test } from 'vitest'
import { createPrizeClock } from './prize-clock.ts'

function clockOf(due: readonly string[]) {
  let nowMs = 0
  const drawn: string[] = []
  const reported: string[] = []
  const waiting = new Set(due)
  let isSilent = false
  let broken = ''
  const { look } = createPrizeClock({
    listDue: async (rowsMax) => [...waiting].slice(0, rowsMax).map((id) => ({ id, accountId: 1, round: 1 })),
    async draw({ id }) {
      if (isSilent || id === broken) throw new Error('no beacon host answered')
      drawn.push(id)
      waiting.delete(id)
    },
    nowMs: () => nowMs,
    report: (_error, message) => void reported.push(message),
  })
  return {
    look,
    drawn,
    reported,
    silence: (silent: boolean) => {
      isSilent = silent
    },
    break: (id: string) => {
      broken = id
    },
    add: (id: string) => void waiting.add(id),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('what is due is drawn once, twenty at a time', async () => {
  const clock = clockOf(Array.from({ length: 21 }, (_, i) => `draw ${i}`))
  await Promise.all([clock.look(), clock.look()])
  expect(clock.drawn).toHaveLength(20)
  await clock.look()
  expect(new Set(clock.drawn).size).toBe(21)
})

test('a round that is seconds late is asked for again soon; a silent beacon once a minute', async () => {
  const clock = clockOf(['draw'])
  clock.silence(true)
  const asked: number[] = []
  for (let second = 0; second < 240; second += 3) {
    const before = clock.reported.length
    await clock.look()
    if (clock.reported.length > before) asked.push(second)
    clock.pass(3_000)
  }
  expect(asked).toEqual([0, 3, 9, 21, 45, 93, 153, 213])
  expect(new Set(clock.reported)).toEqual(new Set(['a prize draw that is due could not be drawn; we will try again']))
  clock.silence(false)
  clock.pass(60_000)
  await clock.look()
  expect(clock.drawn).toEqual(['draw'])
})

test('a draw that fails keeps no other back', async () => {
  const clock = clockOf(['one', 'two', 'three'])
  clock.break('one')
  await clock.look()
  expect(clock.drawn).toEqual(['two', 'three'])
  clock.add('later')
  await clock.look()
  expect(clock.drawn.at(-1)).toBe('later')
})
