// Thousands of keys on one screen: found, sorted, and shown a page at a time.
import type { ApiKey } from '@equipoise/sdk'

export const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'used', label: 'Last used first' },
  { value: 'name', label: 'By name' },
  { value: 'expiry', label: 'Expiring first' },
] as const

export type Order = (typeof ORDERS)[number]['value']

export const PAGE_SIZE = 25

const COMPARE: Readonly<Record<Order, (a: ApiKey, b: ApiKey) => number>> = {
  newest: (a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id,
  used: (a, b) => (b.last_used_at ?? '').localeCompare(a.last_used_at ?? '') || b.id - a.id,
  name: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
  expiry: (a, b) => (a.expires_at ?? '~').localeCompare(b.expires_at ?? '~') || a.id - b.id,
}

export interface Wanted {
  readonly search: string
  readonly order: Order
  /** From 1. */
  readonly page: number
}

/** What is shown of all keys. A page that no longer exists becomes the last one. */
export function pageOf(keys: readonly ApiKey[], { search, order, page }: Wanted) {
  const words = search.trim().toLowerCase()
  const found = words === '' ? keys : keys.filter((key) => isFound(key, words))
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const shown = Math.min(Math.max(1, page), pages)
  const sorted = [...found].sort(COMPARE[order])
  return { total: found.length, pages, page: shown, keys: sorted.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE) }
}

/** By name, scope, or the visible part of the key: somebody may have pasted a whole one. */
function isFound({ name, key_prefix, scope }: ApiKey, words: string): boolean {
  return (
    name.toLowerCase().includes(words) ||
    scope === words ||
    key_prefix.toLowerCase().includes(words) ||
    words.startsWith(key_prefix.toLowerCase())
  )
}
