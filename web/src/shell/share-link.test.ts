import { expect, test } from 'vitest'
import { fragmentOf, textOfFragment } from './share-link.ts'

test.each(['A plain text.', 'Zwölf Boxkämpfer 🥊\n\nund mehr', 'x'.repeat(50_000)])(
  'a text comes back out of the link that carries it',
  async (text) => {
    const fragment = await fragmentOf(text)
    expect(fragment).toMatch(/^#text=[\w-]+$/)
    expect(await textOfFragment(fragment)).toBe(text)
  },
)

test('a broken link carries nothing', async () => {
  expect(await textOfFragment('#text=%%%')).toBeUndefined()
  expect(await textOfFragment('#content')).toBeUndefined()
})
