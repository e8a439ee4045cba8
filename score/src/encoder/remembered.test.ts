import { expect, test } from 'vitest'
import { rememberReadings } from './remembered.ts'

/** Answers with the pieces themselves, and notes what it was asked. */
function noting(piecesMax: number) {
  const asked: string[] = []
  const read = rememberReadings(
    (texts) => {
      asked.push(...texts.map((text) => text.join(' ')))
      return texts.map((text) => text.join(' '))
    },
    { piecesMax },
  )
  return { asked, read }
}

test('a text that comes again is not read again, wherever it stands', () => {
  const { asked, read } = noting(100)
  expect(read([[1, 2], [3]])).toEqual(['1 2', '3'])
  expect(read([[3], [4], [1, 2]])).toEqual(['3', '4', '1 2'])
  expect(asked).toEqual(['1 2', '3', '4'])
})

test('a text that stands twice in one request is read once', () => {
  const { asked, read } = noting(100)
  expect(read([[7], [8], [7]])).toEqual(['7', '8', '7'])
  expect(asked).toEqual(['7', '8'])
})

test('texts are told apart by all their pieces, up to the largest of a vocabulary', () => {
  const { read } = noting(100)
  expect(read([[1, 2], [12], [0xffff, 1], [0xffff], []])).toEqual(['1 2', '12', '65535 1', '65535', ''])
})

test('the texts asked about last are kept, within the limit', () => {
  const { asked, read } = noting(4)
  read([[1, 1]])
  read([[2, 2]])
  read([[1, 1]])
  read([[3, 3]])
  expect(asked).toEqual(['1 1', '2 2', '3 3'])
  read([[1, 1]])
  expect(asked).toHaveLength(3)
  read([[2, 2]])
  expect(asked.at(-1)).toBe('2 2')
})

test('a text above the limit is answered and not kept', () => {
  const { asked, read } = noting(2)
  expect(read([[1, 2, 3]])).toEqual(['1 2 3'])
  expect(read([[1, 2, 3]])).toEqual(['1 2 3'])
  expect(asked).toHaveLength(2)
})
