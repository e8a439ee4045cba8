import { expect, test } from 'vitest'
import { createEnding } from './deadline.ts'

test('a call ends once, for the first reason, and tells whoever listens then or later', () => {
  const ending = createEnding()
  const heard: string[] = []
  ending.onEnd(() => heard.push('replaced'))
  ending.onEnd(() => heard.push(`then: ${ending.reason}`))
  ending.throwIfOver()
  ending.end('first')
  ending.end('second')
  ending.onEnd(() => heard.push(`later: ${ending.reason}`))
  expect(heard).toEqual(['then: first', 'later: first'])
  expect(() => ending.throwIfOver()).toThrow('first')
})

test('a call that ends with nobody listening any more tells nobody', () => {
  const ending = createEnding()
  const heard: string[] = []
  ending.onEnd(() => heard.push('too late'))
  ending.onEnd(undefined)
  ending.end('over')
  expect(heard).toEqual([])
})
