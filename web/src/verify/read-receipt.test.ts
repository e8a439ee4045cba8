import { expect, test } from 'vitest'
import { readReceipt, readReceipts } from './read-receipt.ts'

const receipt = {
  type: 'equipoise-receipt/2',
  subject: 'draw',
  id: 'id',
  issued_at: '2026-03-01T09:31:00.000Z',
  issuer: 'https://equipoise.example',
  version: 'outcomes/1',
  settings: { kind: 'integers', min: 1, max: 6, count: 1, seed: 1 },
  digest: '0'.repeat(64),
  public_key: 'A'.repeat(43),
  signature: 'A'.repeat(86),
}

test('a receipt is found by itself and inside a saved response', () => {
  expect(readReceipt(JSON.stringify(receipt)).receipt).toEqual(receipt)
  expect(readReceipt(JSON.stringify({ kind: 'dice', receipt })).receipt).toEqual(receipt)
})

test('text that is not a receipt gets a message, and an empty field does not', () => {
  expect(readReceipt('{').problem).toMatch(/not JSON/)
  expect(readReceipt('null').problem).toBe('This is not a receipt.')
  expect(readReceipt('{"a":1}').problem).toBe('This is not a receipt.')
  const many = { ...receipt, settings: { ...receipt.settings, count: 1e9 } }
  expect(readReceipt(JSON.stringify(many)).problem).toMatch(/settings\.count must be an integer from 1 to 100000/)
  expect(readReceipt('  ')).toEqual({})
})

test('a receipt with a duplicate field name is invalid', () => {
  const twice = JSON.stringify(receipt).replace('"id"', '"id":"other","id"')
  expect(readReceipt(twice).problem).toMatch(/^This is not a valid receipt\. The name "id" stands twice/)
  expect(readReceipts([twice]).problem).toMatch(/stands twice/)
})

test('several receipts are read from lines, a list, several files, or a published result with its names', () => {
  const line = JSON.stringify(receipt)
  expect(readReceipts([`${line}\n${line}\n`]).receipts).toHaveLength(2)
  expect(readReceipts([`[${line},${line}]`, line]).receipts).toHaveLength(3)
  const published = { receipts: [receipt], commitment_receipts: [receipt], entries: ['Ada'] }
  expect(readReceipts([JSON.stringify(published)])).toEqual({ receipts: [receipt, receipt], entries: ['Ada'] })
  expect(readReceipts([`${line}\nno`]).problem).toMatch(/not JSON/)
  expect(readReceipts(['null']).receipts).toEqual([null])
})
