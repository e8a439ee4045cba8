import { expect, test } from 'vitest'
import { imageUrl } from './media.ts'

test.each([
  'http://10.0.0.5/a.png',
  'http://printer/a.png',
  'http://example.org\\@10.0.0.5/a.png',
  'http://example.org\n@10.0.0.5/a.png',
  'http://exa\tmple.org/a.png',
  'file:///etc/passwd',
  'http://',
])('a provider is not sent to fetch an image from %j', (url) => {
  expect(imageUrl.safeParse(url).success).toBe(false)
})

test.each(['https://example.org/a.png', 'https://example.org/a b.png?c=d#e', 'https://[2606:4700::1]:8443/a.png'])(
  'an image can be at %s',
  (url) => {
    expect(imageUrl.safeParse(url).success).toBe(true)
  },
)
