import { describe, expect, it } from 'vitest'
import { hashPair, hashWord } from './hashing.ts'
import { findMasks } from './masking.ts'
import { readWords } from './words.ts'

function wordsOf(text: string): string[] {
  const words = readWords(text)
  return Array.from({ length: words.count }, (_, i) => text.slice(words.start[i], words.end[i]))
}

function sentencesOf(text: string): string[] {
  return readWords(text).sentences.map(({ start, end }) => text.slice(start, end))
}

describe('hashes', () => {
  it('are FNV-1a', () => {
    expect(hashWord('') >>> 0).toBe(0x811c9dc5)
    expect(hashWord('a') >>> 0).toBe(0xe40c292c)
    expect(hashWord('foobar') >>> 0).toBe(0xbf9cf968)
  })

  it('keep the order of a pair', () => {
    expect(hashPair(hashWord('not'), hashWord('good'))).not.toBe(hashPair(hashWord('good'), hashWord('not')))
  })
})

describe('words', () => {
  it('keep hyphens and apostrophes, and lose the possessive', () => {
    expect(wordsOf("The mayor's so-called plan isn't O'Brien's.")).toEqual([
      'The',
      'mayor',
      'so-called',
      'plan',
      "isn't",
      "O'Brien",
    ])
  })

  it('hash alike in any case and with any apostrophe', () => {
    const words = readWords("DON'T don\u2019t")
    expect(words.hash[0]).toBe(words.hash[1])
  })

  it('see through joiners and combining marks', () => {
    const words = readWords('dis\u200dgrace disgrace')
    expect(words.hash[0]).toBe(words.hash[1])
  })

  it('end before what cannot be seen', () => {
    expect(wordsOf("a dog's\u200b stunning\u200b\u00ad")).toEqual(['a', 'dog', 'stunning'])
  })
})

describe('sentences', () => {
  it('end at stops, not at abbreviations, initials or numbers', () => {
    expect(sentencesOf('Dr. Smith paid 3.50 to J. Doe in the U.S. on Friday. He left! Did he?')).toEqual([
      'Dr. Smith paid 3.50 to J. Doe in the U.S. on Friday.',
      'He left!',
      'Did he?',
    ])
  })

  it('end at an abbreviation, an initial or "no" before a small word with a capital', () => {
    expect(sentencesOf('It was sold by Acme Inc. The firm said no. They chose plan B. Then it rained.')).toEqual([
      'It was sold by Acme Inc.',
      'The firm said no.',
      'They chose plan B.',
      'Then it rained.',
    ])
    expect(sentencesOf('George W. Bush is No. 43 on the list.')).toHaveLength(1)
  })

  it('have words: numbers alone are none', () => {
    expect(sentencesOf('1. Open the lid.\n2. Wait.\n\n2026\n17\n')).toEqual(['Open the lid.', 'Wait.'])
    expect(sentencesOf('17 3 2026')).toEqual([])
  })

  it('go on inside a quotation that the speaker closes', () => {
    expect(sentencesOf('"Is it true?" she asked. He nodded.')).toHaveLength(2)
  })

  it('end with list items and paragraphs, not with wrapped lines', () => {
    expect(
      sentencesOf(
        '- one thing\n- another thing\n\nA long line that was wrapped at the end of its line by an\neditor goes on.',
      ),
    ).toHaveLength(3)
  })
})

describe('masks', () => {
  it('cover code, links, mark-up and addresses', () => {
    const text = 'a `b c` d https://e.org/f HTTP://E.org WWW.e.org wwwww.e <i>g</i> AT&amp;T h@i.org\n```\nj\n```'
    expect(findMasks(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '`b c`',
      'https://e.org/f',
      'HTTP://E.org',
      'WWW.e.org',
      'www.e',
      '<i>',
      '</i>',
      '&amp;',
      'h@i.org',
      '```\nj\n```',
    ])
  })

  it('leave prose alone that only looks like code or mark-up', () => {
    const kept = [
      'a ``` b',
      'a ~~~ b',
      '```\nno end',
      'In C, a<b and the regime c>d holds.',
      'They <the so-called elite> met.',
      'x < y > z',
    ]
    for (const text of kept) expect(findMasks(text), text).toEqual([])
    const masked = ['<a href="/x" class=y>', "<img alt='a b'/>", '</p>', '<h2>', '<!-- a -->', '~~~js\nx\n~~~']
    for (const text of masked) expect(findMasks(text), text).toEqual([{ start: 0, end: text.length }])
  })
})
