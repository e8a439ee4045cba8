import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismiss, shownToasts, subscribeToasts, toast } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const messages = () => shownToasts().map(({ message }) => message)

test('at most three messages are shown, and a new one replaces the oldest', () => {
  for (const message of ['one', 'two', 'three', 'four']) toast({ message })
  expect(messages()).toEqual(['two', 'three', 'four'])
})

test('a message disappears after six seconds, or after fifteen if it can be undone', () => {
  toast({ message: 'Saved.' })
  toast({ message: 'Cleared.', action: { label: 'Undo', run: () => {} } })
  vi.advanceTimersByTime(6_000)
  expect(messages()).toEqual(['Cleared.'])
  vi.advanceTimersByTime(9_000)
  expect(messages()).toEqual([])
})

test('listeners are called when a message appears or disappears, and not otherwise', () => {
  const heard = vi.fn()
  const stop = subscribeToasts(heard)
  toast({ message: 'Saved.' })
  const id = shownToasts()[0]?.id ?? 0
  dismiss(id)
  dismiss(id)
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  toast({ message: 'Saved again.' })
  expect(heard).toHaveBeenCalledTimes(2)
})
