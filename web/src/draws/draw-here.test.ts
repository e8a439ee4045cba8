import { expect, test } from 'vitest'
import { drawBody } from '../../../server/src/routes/draws/draw-request.ts'
import { drawHere, problemIn, type WishHere } from './draw-here.ts'

test('a draw that is not possible gets a message that says why', () => {
  const told: readonly [WishHere, string][] = [
    [{ kind: 'dice', dice: 'two dice' }, 'Write dice such as 3d6 or 1d20+4.'],
    [{ kind: 'dice', dice: '1d1' }, 'A die has 2 to 4,294,967,296 sides.'],
    [{ kind: 'dice', dice: '1001d6' }, 'Throw at most 1,000 dice at once.'],
    [{ kind: 'dice', dice: '2d6', count: 1.5 }, 'The number of throws is a whole number, 1 to 100,000.'],
    [{ kind: 'dice', dice: '1000d6', count: 101 }, 'Throw at most 100,000 dice in all'],
    [{ kind: 'winners', entries: ['Ada', 'Ada'] }, '“Ada” appears twice.'],
    [{ kind: 'winners', entries: ['Ada'], count: 2 }, 'There are fewer names than winners.'],
    [{ kind: 'winners', entries: ['Ada'], count: 0.5 }, 'The number of winners is a whole number, at least 1.'],
    [{ kind: 'winners', entries: ['a'.repeat(257)] }, 'is too long: at most 256 characters.'],
    [{ kind: 'winners', entries: ['Ada\tGrace'] }, 'contains a tab or an invisible character.'],
  ]
  for (const [wish, words] of told) expect(() => drawHere(wish, 's')).toThrow(words)
})

test('the browser accepts the same draws as the service, and gives the same results', () => {
  const numbered = (length: number) => Array.from({ length }, (_, i) => `Ticket ${i}`)
  const dice = [
    '3d6',
    'd6',
    'D20',
    '1d20+4',
    '2d6-1',
    '1d1',
    '1d2',
    '0d6',
    '01d6',
    '1000d6',
    '1001d6',
    '10000d6',
  ].concat([
    '1d4294967296',
    '1d4294967297',
    '1d6+1000000000',
    '1d6+',
    ' 1d6',
    '1d6 ',
    '',
    '1.5d6',
    '1d6.5',
    '-1d6',
    '١d6',
  ])
  const counts = [
    -1,
    0,
    0.5,
    1,
    1.5,
    100,
    101,
    100_000,
    100_001,
    1_000_001,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
  ]
  const lists = [
    [],
    [''],
    [' '],
    ['Ada'],
    ['Ada', 'ada'],
    ['Ada\tGrace'],
    ['Ada\u200b'],
    ['\ud800'],
    ['😀'.repeat(128)],
    ['😀'.repeat(256)],
    ['😀'.repeat(257)],
    ['😀'.repeat(256), 'Ada\tGrace'],
    ['a'.repeat(256)],
    ['a'.repeat(257)],
    numbered(100_000),
    numbered(100_001),
  ]
  const wishes: WishHere[] = [
    ...dice.map((one) => ({ kind: 'dice' as const, dice: one })),
    ...['1d6', '1000d6'].flatMap((one) => counts.map((count) => ({ kind: 'dice' as const, dice: one, count }))),
    ...lists.map((entries) => ({ kind: 'winners' as const, entries })),
    ...counts.map((count) => ({ kind: 'winners' as const, entries: numbered(100), count })),
    { kind: 'winners', entries: numbered(100_000), count: 100_000 },
  ]
  const shortened = (wish: WishHere) => JSON.stringify(wish).slice(0, 100)
  const takenBy = (isTaken: (wish: WishHere) => boolean) => wishes.filter(isTaken).map(shortened)
  expect(takenBy((wish) => problemIn(wish) === undefined)).toEqual(takenBy((wish) => drawBody.safeParse(wish).success))
})

test('a throw lists its faces and its total', () => {
  const { values, totals } = drawHere({ kind: 'dice', dice: '2d6-1', count: 3 }, 'seed')
  expect(values).toHaveLength(3)
  expect(totals).toEqual((values as number[][]).map(([one = 0, other = 0]) => one + other - 1))
})
