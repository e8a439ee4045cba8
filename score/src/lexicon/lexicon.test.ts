import { describe, expect, it } from 'vitest'
import { hashWord, rowOf } from '../reading/reading.ts'
import { readModel } from '../weights.ts'
import { categories, splitWords } from './categories.ts'
import { codes, findCodes } from './codes.ts'
import { plainUses } from './suggestion-plain-uses.ts'
import { longestSuggestionWords, suggestionEntries, suggestions } from './suggestions.ts'
import { plainTones, tones } from './tones.ts'
import { wordLists } from './word-lists.ts'

// A sample of names of people's groups: none may be treated as a loaded word.
const groupNames = splitWords(`
  men women man woman boys girls gay lesbian transgender black white asian african european american british french german chinese russian
  indian israeli palestinian arab muslim muslims islam christian christians jew jews jewish hindu hindus buddhist atheist catholic protestant
  immigrant immigrants migrant migrants refugee refugees disabled old young poor_people democrat democrats republican republicans
  conservative conservatives liberal liberals labour greens socialist socialists communist communists
`)

const listed = Object.values(wordLists).flatMap((leanings) => Object.values(leanings).flatMap(splitWords))

describe('the category lists', () => {
  it('hold each word once', () => {
    expect(repeated(listed)).toEqual([])
    expect(categories.size).toBe(listed.length)
  })

  it('are written in lower case, with hyphens, apostrophes and single spaces only', () => {
    expect(listed.filter((word) => !/^[a-z]+(?:[-' ][a-z]+)*$/.test(word))).toEqual([])
  })

  it('hold at least fifty words each', () => {
    const sizes = Object.entries(wordLists).map(([name, leanings]) => ({
      name,
      size: Object.values(leanings).flatMap(splitWords).length,
    }))
    expect(sizes.filter(({ size }) => size < 50)).toEqual([])
  })

  it('name no group of people', () => {
    expect(groupNames.filter((name) => categories.has(name))).toEqual([])
  })
})

describe('the tones', () => {
  it('put each word on one side, and repeat no loaded word', () => {
    expect(repeated([...plainTones.positive, ...plainTones.negative, ...categories.keys()])).toEqual([])
  })

  it('include the leaning of loaded words and leave out words without one', () => {
    expect(tones.get('magnificent')).toBe('positive')
    expect(tones.get('thugs')).toBe('negative')
    expect(tones.has('utterly')).toBe(false)
  })

  it('name no group of people', () => {
    expect(groupNames.filter((name) => tones.has(name))).toEqual([])
  })
})

describe('the suggestions', () => {
  const entries = suggestionEntries.map(({ loaded, neutral }) => [loaded, neutral] as const)

  it('cover well over six hundred words and phrases, each once', () => {
    expect(entries.length).toBeGreaterThanOrEqual(600)
    expect(repeated(entries.map(([loaded]) => loaded))).toEqual([])
  })

  it('are keyed by one to four lower-case words', () => {
    const wellFormed = /^[a-z]+(?:[-' ][a-z]+)*$/
    const odd = entries.filter(
      ([loaded]) => !wellFormed.test(loaded) || loaded.split(' ').length > longestSuggestionWords,
    )
    expect(odd).toEqual([])
  })

  it('never suggest a word that would itself be replaced', () => {
    expect(entries.filter(([, neutral]) => suggestions.has(neutral))).toEqual([])
    expect(entries.filter(([, neutral]) => neutral.split(' ').some((word) => suggestions.has(word)))).toEqual([])
  })

  it('never suggest a loaded word', () => {
    const mild = ['report', 'obligation', 'hedge', 'superlative', undefined]
    const kindOf = (word: string) => categories.get(word)?.category
    const loaded = entries.filter(([, neutral]) =>
      [neutral, ...neutral.split(' ')].some((word) => !mild.includes(kindOf(word))),
    )
    expect(loaded).toEqual([])
  })

  it('are hardly ever marked themselves, once they are taken', () => {
    const model = readModel('default')
    const readersMark = (word: string) => model.expert[rowOf(model, hashWord(word))] ?? 0
    const marked = entries.filter(([, neutral]) => neutral.split(' ').some((word) => readersMark(word) >= 0.4))
    expect(marked.length / entries.length).toBeLessThan(0.01)
  })

  it('replace no name of a group of people', () => {
    const names = new Set(groupNames)
    expect(entries.filter(([loaded]) => loaded.split(/[ -]/).some((word) => names.has(word)))).toEqual([])
  })

  it('plain uses are listed only for words that have an entry', () => {
    const idle = plainUses.filter((use) => {
      const words = use.split(' ')
      const parts = words.flatMap((_, from) => words.map((_, to) => words.slice(from, to + 1).join(' ')))
      return (
        words.length > longestSuggestionWords || suggestions.has(use) || !parts.some((part) => suggestions.has(part))
      )
    })
    expect(idle).toEqual([])
    expect(repeated(plainUses)).toEqual([])
  })

  it('keep the inflection, and say when a word is best left out', () => {
    expect(suggestions.get('slammed')).toBe('criticised')
    expect(suggestions.get('slamming')).toBe('criticising')
    expect(suggestions.get('cronies')).toBe('associates')
    expect(suggestions.get('so-called')).toBe('')
  })
})

function repeated(words: readonly string[]): string[] {
  return words.filter((word, at) => words.indexOf(word) !== at)
}

describe('codes for hatred', () => {
  it('are found between other words, in any letters, and not inside a word', () => {
    for (const code of codes) {
      const disguised = code.replaceAll('s', 'ſ').replaceAll('k', '\u212a')
      for (const written of [code, code.toUpperCase(), disguised, code.replaceAll("'", '’')])
        expect(findCodes(`Some ${written}, ${written}`), written).toEqual([5, 7 + written.length])
      if (!code.includes(' ')) expect(findCodes(`a${code}a`), code).toEqual([])
    }
  })
})
