import { FLAG, hashWord, readText, rowOf } from '@equipoise/score/reading'
import { expect, test } from 'vitest'
import { groups } from './groups.ts'
import { buildVocabulary } from './vocabulary.ts'

const glove = { words: ['table', 'Chair', '42', 'rare-word'], vectorOf: () => undefined }
const vocabulary = buildVocabulary({
  all: ['zorbly zorbly zorbly', 'once', 'the council met', 'the council met', 'the council met'],
  cased: ['We saw Quillon there.', 'Then Quillon left.', 'We like table tennis.', 'We saw zorbly things.'],
  loaded: new Set(['kerfuffled', 'two words']),
  glove,
})
const row = (word: string) => rowOf(vocabulary, hashWord(word))
const has = (word: string) => vocabulary.words[row(word)] === word
const flagsOf = (word: string) => vocabulary.flags[row(word)] ?? 0

test('a word is known if it is frequent, marked by readers, or common elsewhere', () => {
  expect(['zorbly', 'council', 'kerfuffled', 'table', 'rare-word'].every(has)).toBe(true)
  expect(['once', 'two words', '42', 'Chair'].some(has)).toBe(false)
})

test('a word that is written with a capital inside sentences is a name', () => {
  const named = buildVocabulary({
    all: ['quillon quillon quillon'],
    cased: ['We saw Quillon there.', 'Then Quillon left.'],
    loaded: new Set(),
    glove,
  })
  expect((named.flags[rowOf(named, hashWord('quillon'))] ?? 0) & FLAG.proper).toBeTruthy()
  expect(flagsOf('table') & FLAG.proper).toBe(0)
})

test('members of a group are read as their class, so that one can stand for another', () => {
  const classes = (text: string) => {
    const { hash, count } = readText(vocabulary, text)
    return [...hash.subarray(0, count)]
  }
  expect(classes('the muslim priest')).toEqual(classes('the christian rabbi'))
  expect(flagsOf('muslim') & FLAG.alias).toBeTruthy()
})

test('no two words share a hash', () => {
  expect(new Set(vocabulary.hashes).size).toBe(vocabulary.words.length)
})

test('a word belongs to one class', () => {
  const members = Object.entries(groups).flatMap(([name, words]) =>
    words.split(' ').map((word) => [word, name] as const),
  )
  const twice = members.filter(([word, name]) => members.some(([other, its]) => other === word && its !== name))
  // Some nationalities name a person and the people alike.
  expect(twice.filter(([, name]) => name !== '<group>' && name !== '<groups>')).toEqual([])
  for (const [word] of members) expect(word).toMatch(/^[a-z-]+$/)
})
