import { expect, test } from 'vitest'
import { othersSentence, publishedWords } from './result.tsx'

test('a page says whose words its title is', () => {
  const created_at = '2026-03-01T09:31:00.000Z'
  expect(publishedWords({ title: 'The only draw', created_at })).toMatch(/^Title by the organiser\. Published on /)
  expect(publishedWords({ title: '', created_at })).toMatch(/^Published on /)
})

test('without a count, a page says that other commitments may have been made', () => {
  expect(othersSentence(null)).toMatch(/does not have every commitment in it: others may have been made\.$/)
  const from = '2026-02-01T00:00:00.000Z'
  expect(othersSentence({ from, made: 1, deleted: 0 })).toMatch(/the organiser’s account made no other commitment\.$/)
  expect(othersSentence({ from, made: 3, deleted: 2 })).toMatch(/made 3 commitments and deleted 2 of them\./)
})
