import { expect, test } from 'vitest'
import { brokenWords, NotLoaded } from './error-boundary.tsx'

test('a screen that could not be loaded is distinguished from one that crashed', () => {
  expect(brokenWords(new NotLoaded()).title).toBe('This screen could not be loaded')
  expect(brokenWords(new TypeError('x is undefined')).title).toBe('Something went wrong on this screen')
})
