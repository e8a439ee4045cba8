import { expect, test } from 'vitest'
import { fragmentOf, textOfFragment } from './share-link.ts'

test.each(['A plain text.', 'Zwölf Boxkämpfer 🥊\n\nund mehr', 'x'.repeat(50_000)])(
  'a link and back gives the same text',
  async (text) => {
    const fragment = await fragmentOf(text)
    expect(fragment).toMatch(/^#text=[\w-]+$/)
    expect(await textOfFragment(fragment)).toBe(text)
  },
)

test('a broken link gives no text', async () => {
  expect(await textOfFragment('#text=%%%')).toBeUndefined()
  expect(await textOfFragment('#content')).toBeUndefined()
})
