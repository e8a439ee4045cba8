import type { ApiKey } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { countWords, FIRST_PAGE, PAGE_SIZE, pageOf, requestOf } from './key-pages.ts'

const keys = (count: number, from = 1) =>
  Array.from(
    { length: count },
    (_, i): ApiKey => ({
      id: from + i,
      name: `Key ${from + i}`,
      key_prefix: 'svc_xxxxxxxx',
      scope: 'full',
      filter_mode: null,
      limits: null,
      created_at: '2026-01-01T00:00:00Z',
      last_used_at: null,
      last_used_from: null,
      expires_at: null,
    }),
  )

test('a page requests one key more than it shows, to know whether there is a next page', () => {
  expect(requestOf(FIRST_PAGE)).toEqual({ search: undefined, sort: 'newest', after: undefined, limit: PAGE_SIZE + 1 })
  const first = pageOf(keys(PAGE_SIZE + 1), FIRST_PAGE)
  expect([first.keys.length, first.first, first.previous]).toEqual([PAGE_SIZE, 1, undefined])
  expect(first.next && requestOf(first.next).after).toBe(PAGE_SIZE)
  const full = pageOf(keys(PAGE_SIZE), FIRST_PAGE)
  expect([full.keys.length, full.next]).toEqual([PAGE_SIZE, undefined])
})

test('every page except the first has a link back', () => {
  const second = pageOf(keys(PAGE_SIZE + 1, 100), { ...FIRST_PAGE, search: ' ci ', before: [25] })
  expect(second.first).toBe(PAGE_SIZE + 1)
  expect(second.next?.before).toEqual([25, 124])
  expect(second.previous).toEqual({ ...FIRST_PAGE, search: ' ci ', before: [] })
  expect(second.previous && requestOf(second.previous)).toMatchObject({ search: 'ci', after: undefined })
})

test('a page that has become empty links only back', () => {
  const empty = pageOf([], { ...FIRST_PAGE, before: [25, 50] })
  expect([empty.keys.length, empty.next, empty.previous?.before]).toEqual([0, undefined, [25]])
})

test('a complete list shows the number of keys and the plan’s limit, without expired keys', () => {
  const nowMs = Date.parse('2026-06-01T00:00:00Z')
  const words = (list: ApiKey[], search = '', keysMax = 20) =>
    countWords({ page: pageOf(list, FIRST_PAGE), search, keysMax, nowMs })
  const expired = keys(1, 100).map((key) => ({ ...key, expires_at: '2026-05-01T00:00:00Z' }))
  expect(words([...keys(12), ...expired])).toBe('12 of 20 keys')
  expect(words(keys(12), '', 10)).toBe('You have 12 keys. Your plan allows 10 keys.')
  expect(words(keys(12), 'build')).toBe('Your plan allows 20 keys.')
  expect(words(keys(PAGE_SIZE + 1), '', 50)).toBe('Your plan allows 50 keys.')
})
