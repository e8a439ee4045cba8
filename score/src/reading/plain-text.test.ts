import { describe, expect, it } from 'vitest'
import { readPlainText } from './plain-text.ts'

const read = (text: string): string => readPlainText(text).text

/** What stands in the text as it was written where `word` is read. */
function writtenFor(text: string, word: string): string {
  const plain = readPlainText(text)
  const at = plain.text.indexOf(word)
  const { start, end } = plain.locate(at, at + word.length)
  return text.slice(start, end)
}

describe('a disguised word', () => {
  it('is read once, also right before a letter with an accent', () => {
    expect(read('They are cr1minal$é today.')).toBe('They are criminalsé today.')
  })

  it('is read wherever it stands, and the rest of the text stays as it is', () => {
    const text =
      'So l**rs and #BuildTheWall, *stars* in a#b, C# and issue #12, /#anchorName, p\u0430thetic \u0431\u0443\u043a\u0432\u0430, pa\u200bthetic, cr00k and l1ars #SaveTheTrees'
    expect(read(text)).toBe(
      'So liars and build the wall, *stars* in a#b, C# and issue #12, /#anchorName, pathetic \u0431\u0443\u043a\u0432\u0430, pathetic, crook and liars save the trees',
    )
    expect(writtenFor(text, 'build the wall')).toBe('#BuildTheWall'.slice(1))
    expect(writtenFor(text, 'crook')).toBe('cr00k')
    expect(writtenFor(text, 'save the trees')).toBe('SaveTheTrees')
  })

  it('is found behind every mark that is never shown', () => {
    for (const mark of [
      '\u00ad',
      '\u17b4',
      '\u180f',
      '\u200b',
      '\ufe0f',
      '\ufff0',
      '\u{1bca0}',
      '\u{1d173}',
      '\u{e0041}',
    ])
      expect(read(`a pa${mark}${mark}thetic plan, ${mark}`)).toBe('a pathetic plan, ')
  })
})
