import { expect, test } from 'vitest'
import { linesOf, readReceipt } from './read-receipt.ts'

const texts = ['id', 'issued_at', 'issuer', 'version', 'digest', 'public_key', 'signature']
const receipt = {
  type: 'equipoise-receipt/1',
  subject: 'draw',
  settings: {},
  ...Object.fromEntries(texts.map((name) => [name, name])),
}

test('a receipt is found alone and inside a saved response', () => {
  expect(readReceipt(JSON.stringify(receipt)).receipt).toEqual(receipt)
  expect(readReceipt(JSON.stringify({ kind: 'dice', receipt })).receipt).toEqual(receipt)
})

test('text that is not a receipt gets a message, and an empty field does not', () => {
  expect(readReceipt('{').problem).toMatch(/not JSON/)
  expect(readReceipt('null').problem).toBe('This is not a receipt.')
  expect(readReceipt('{"a":1}').problem).toBe('This is not a receipt.')
  expect(readReceipt('  ')).toEqual({})
})

test('entries are lines, whatever ends them', () => {
  expect(linesOf('Ada\r\nGrace\n\n Zoë ')).toEqual(['Ada', 'Grace', ' Zoë '])
})
