import { expect, test } from 'vitest'
import { textOfDocx, textOfFile } from './pasted.ts'

test.each(['notes.txt', 'notes.md', 'NOTES.TEXT'])('%s is read as text', async (name) => {
  expect(await textOfFile(new File(['One.\n\nTwo.'], name))).toBe('One.\n\nTwo.')
})

test.each([
  ['Windows-1252', [0x43, 0x61, 0x66, 0xe9], 'Café'],
  ['UTF-16, little end first', [0xff, 0xfe, 0x43, 0, 0xe9, 0], 'Cé'],
  ['UTF-16, big end first', [0xfe, 0xff, 0, 0x43, 0, 0xe9], 'Cé'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x43, 0xc3, 0xa9], 'Cé'],
])('a text in %s loses no character', async (_encoding, bytes, text) => {
  expect(await textOfFile(new File([new Uint8Array(bytes)], 'notes.txt'))).toBe(text)
})

test('a file with a text type is accepted whatever its name', async () => {
  expect(await textOfFile(new File(['a,b'], 'table.csv', { type: 'text/csv' }))).toBe('a,b')
})

test('another kind of file is rejected with a message', async () => {
  await expect(textOfFile(new File(['%PDF'], 'paper.pdf'))).rejects.toThrow('Choose a .docx, .txt or .md file.')
})

test('a file that is too large is rejected before it is read', async () => {
  const file = { name: 'large.txt', size: 10_000_001, type: 'text/plain' } as File
  await expect(textOfFile(file)).rejects.toThrow('larger than 10 MB')
})

test.each([
  ['nothing', new Uint8Array(0)],
  ['something short', new Uint8Array(5)],
  ['text', new TextEncoder().encode('This is no archive, although it is longer than the end of one.')],
  ['an archive without the file', emptyZip()],
  ['an archive whose directory lies outside', emptyZip({ entries: 1, at: 9_999 })],
])('%s is not read as a Word document', async (_what, bytes) => {
  await expect(textOfDocx(bytes.buffer as ArrayBuffer)).rejects.toThrow('could not be read as a Word document')
})

/** Only the end record of a zip archive. */
function emptyZip({ entries = 0, at = 0 } = {}): Uint8Array {
  const view = new DataView(new ArrayBuffer(22))
  view.setUint32(0, 0x06054b50, true)
  view.setUint16(10, entries, true)
  view.setUint32(16, at, true)
  return new Uint8Array(view.buffer)
}
