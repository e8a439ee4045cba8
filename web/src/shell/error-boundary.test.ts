import { expect, test } from 'vitest'
import { brokenWords, NotLoaded } from './error-boundary.tsx'

test('a screen that did not arrive is told apart from one that broke', () => {
  expect(brokenWords(new NotLoaded()).title).toBe('This screen could not be loaded')
  expect(brokenWords(new TypeError('x is undefined')).title).toBe('Something went wrong on this screen')
})
