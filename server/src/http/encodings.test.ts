import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodedText } from './encodings.ts'

test('each encoding contains the text and is made once, however many callers need it at the same time', async () => {
  const text = encodedText('the same for everybody, '.repeat(100))
  for (const encoding of ['br', 'gzip', 'identity'] as const) {
    const [first, second] = await Promise.all([text.as(encoding), text.as(encoding)])
    expect(first).toBe(second)
    expect(await text.as(encoding)).toBe(first)
  }
  expect(brotliDecompressSync(await text.as('br'))).toEqual(text.identity)
  expect(gunzipSync(await text.as('gzip'))).toEqual(text.identity)
})
