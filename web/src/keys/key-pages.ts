// Thousands of keys on one screen: the service searches and sorts, and the screen shows one page at a time.
import type { ApiKey, KeyListOptions } from '@equipoise/sdk'
import { formatCount } from '../format.ts'

export const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'used', label: 'Last used first' },
  { value: 'name', label: 'By name' },
  { value: 'expiry', label: 'Expiring first' },
] as const

type Order = (typeof ORDERS)[number]['value']

export const PAGE_SIZE = 25

export interface Wanted {
  readonly search: string
  readonly order: Order
  /** The last key of each earlier page; empty on the first page. */
  readonly before: readonly number[]
}

export const FIRST_PAGE: Wanted = { search: '', order: 'newest', before: [] }

/** Requests one key more than the page shows, to know whether another page follows. */
export function requestOf({ search, order, before }: Wanted): KeyListOptions {
  return { search: search.trim() || undefined, sort: order, after: before.at(-1), limit: PAGE_SIZE + 1 }
}

export interface KeyPage {
  readonly keys: readonly ApiKey[]
  /** The number of the first key shown, from 1. */
  readonly first: number
  readonly next: Wanted | undefined
  readonly previous: Wanted | undefined
}

export function pageOf(answer: readonly ApiKey[], wanted: Wanted): KeyPage {
  const { before } = wanted
  const keys = answer.slice(0, PAGE_SIZE)
  const last = keys.at(-1)
  return {
    keys,
    first: before.length * PAGE_SIZE + 1,
    next: last && answer.length > PAGE_SIZE ? { ...wanted, before: [...before, last.id] } : undefined,
    previous: before.length > 0 ? { ...wanted, before: before.slice(0, -1) } : undefined,
  }
}

interface Counted {
  readonly page: KeyPage
  readonly search: string
  readonly keysMax: number
  readonly nowMs: number
}

/** How many keys there are, and how many the plan allows. The service does not return a count, so only a complete list is counted. */
export function countWords({ page: { keys, previous, next }, search, keysMax, nowMs }: Counted): string {
  const allowed = `Your plan allows ${formatCount(keysMax)} keys.`
  if (previous || next || search.trim() !== '') return allowed
  const count = keys.filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > nowMs).length
  if (count > keysMax) return `You have ${formatCount(count)} keys. ${allowed}`
  return `${formatCount(count)} of ${formatCount(keysMax)} keys`
}
