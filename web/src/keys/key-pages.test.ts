import type { ApiKey } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { PAGE_SIZE, pageOf } from './key-pages.ts'

const keys = Array.from(
  { length: 1000 },
  (_, i): ApiKey => ({
    id: i,
    name: `Key ${i}`,
    key_prefix: `svc_${String(i).padStart(8, 'x')}`,
    scope: i % 2 ? 'full' : 'ai',
    filter_mode: null,
    created_at: new Date(i * 1000).toISOString(),
    last_used_at: i === 3 ? '2026-01-01T00:00:00Z' : null,
    last_used_from: null,
    expires_at: null,
  }),
)

test('a page of a thousand keys, the newest first', () => {
  const shown = pageOf(keys, { search: '', order: 'newest', page: 2 })
  expect([shown.total, shown.pages, shown.keys.length]).toEqual([1000, 1000 / PAGE_SIZE, PAGE_SIZE])
  expect(shown.keys[0]?.name).toBe('Key 974')
})

test('a key is found by its name, and by the whole key', () => {
  expect(pageOf(keys, { search: 'key 777', order: 'name', page: 9 }).keys.map(({ id }) => id)).toEqual([777])
  const whole = pageOf(keys, { search: 'svc_xxxxx123SECRET', order: 'name', page: 1 })
  expect(whole.keys.map(({ id }) => id)).toEqual([123])
})

test('what was used last comes first where that is wanted', () => {
  expect(pageOf(keys, { search: '', order: 'used', page: 1 }).keys[0]?.id).toBe(3)
})
