import { expect, test } from 'vitest'
import { FOLDS, foldOfArticle } from './folds.ts'

const row = (id: string, link?: string) => ({ id, text: '', label: 0, ...(link === undefined ? {} : { link }) })

test('all sentences of one article fall into one fold', () => {
  for (let article = 0; article < 40; article++) {
    const folds = ['a', 'b', 'c'].map((id) => foldOfArticle(row(`${article}${id}`, `https://news.example/${article}`)))
    expect(new Set(folds).size).toBe(1)
  }
})

test('articles are spread over all folds, none with most of them', () => {
  const counts = new Array<number>(FOLDS).fill(0)
  for (let i = 0; i < 1_000; i++) {
    const fold = foldOfArticle(row('x', `https://news.example/${i}`))
    counts[fold] = (counts[fold] ?? 0) + 1
  }
  expect(Math.min(...counts)).toBeGreaterThan(120)
  expect(Math.max(...counts)).toBeLessThan(280)
})

test('a sentence without an article is placed by itself', () => {
  expect(foldOfArticle(row('one'))).toBe(foldOfArticle(row('one')))
  expect(new Set(Array.from({ length: 50 }, (_, i) => foldOfArticle(row(`id-${i}`)))).size).toBe(FOLDS)
  expect(foldOfArticle(undefined)).toBeGreaterThanOrEqual(0)
})
