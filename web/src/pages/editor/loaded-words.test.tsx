// What the list, the strip and the gauge say to people who see no colours.
import type { Evidence } from '@equipoise/sdk'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SentenceStrip, targetOf } from '../../marked/sentence-strip.tsx'
import { Gauge } from './gauge.tsx'
import { LoadedWords } from './loaded-words.tsx'

const nothing = () => {}
const COMMANDS = {
  replace: nothing,
  ignore: nothing,
  show: nothing,
  step: nothing,
  applyAll: nothing,
  rewriting: undefined,
}
const word = (text: string, start: number, more: Partial<Evidence> = {}): Evidence => ({
  start,
  end: start + text.length,
  text,
  kind: 'loaded',
  direction: 'negative',
  weight: 1,
  ...more,
})
const labels = (html: string) => [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label)

test('each word is listed with its direction and its actions, strongest first', () => {
  const evidence = [word('bold', 0, { direction: 'positive', suggestion: 'new' }), word('reckless', 9, { weight: 2 })]
  const html = renderToStaticMarkup(<LoadedWords evidence={evidence} missing={0} {...COMMANDS} />)
  const said = labels(html)
  expect(said.find((label) => label?.startsWith('reckless '))).toMatch(/, negative/)
  expect(said.find((label) => label?.startsWith('bold '))).toMatch(/, positive/)
  expect(said).toContain('Replace “bold” with “new”')
  expect(html.indexOf('aria-label="reckless ')).toBeLessThan(html.indexOf('aria-label="bold '))
})

test('a button’s accessible name contains its visible text, so that voice control works', () => {
  const html = renderToStaticMarkup(<LoadedWords evidence={[word('reckless', 9)]} missing={0} {...COMMANDS} />)
  const [, name = '', inner = ''] = /<button[^>]*aria-label="(reckless [^"]*)"[^>]*>(.*?)<\/button>/.exec(html) ?? []
  const seen = inner.replaceAll(/<[^>]*>/g, '')
  expect(seen).toMatch(/^reckless \S/)
  expect(name.startsWith(seen)).toBe(true)
})

test('of a book the first 100 words and 300 sentences are rendered, and more on request', () => {
  const evidence = Array.from({ length: 130 }, (_, i) => word(`word${i}`, i * 10))
  const list = renderToStaticMarkup(<LoadedWords evidence={evidence} missing={0} {...COMMANDS} />)
  expect(list.match(/<li/g)).toHaveLength(100)
  expect(list).toContain('Show 30 more')
  const text = 'One. '.repeat(1_000)
  const sentences = Array.from({ length: 1_000 }, (_, i) => ({ start: i * 5, end: i * 5 + 4, score: 0.9 }))
  const strip = renderToStaticMarkup(<SentenceStrip text={text} sentences={sentences} show={nothing} />)
  expect(strip.match(/aria-label="Sentence /g)).toHaveLength(300 + 1)
  expect(strip).toContain('Show 300 more of 1,000 sentences')
})

test('a word that cannot be on a word list has no Ignore button', () => {
  const evidence = [word('!!', 0), word('reckless', 9)]
  const said = labels(renderToStaticMarkup(<LoadedWords evidence={evidence} missing={3} {...COMMANDS} />))
  expect(said.filter((label) => label?.startsWith('Ignore'))).toEqual(['Ignore “reckless”'])
})

test('equal words are one line, which replaces or leaves out all of them', () => {
  const evidence = [0, 20, 40].map((start) => word(start === 20 ? 'Shameful' : 'shameful', start, { suggestion: '' }))
  const html = renderToStaticMarkup(<LoadedWords evidence={evidence} missing={0} {...COMMANDS} />)
  expect(html.match(/<li/g)).toHaveLength(1)
  expect(html).toContain('shameful × 3')
  expect(labels(html)).toContain('Leave all out: “shameful”')
})

test('all suggestions can be applied at once if there are several', () => {
  const one = [word('bold', 0, { suggestion: 'new' })]
  const two = [...one, word('absolutely', 9, { suggestion: '' })]
  const shown = (evidence: Evidence[]) =>
    renderToStaticMarkup(<LoadedWords evidence={evidence} missing={0} {...COMMANDS} />)
  expect(shown(one)).not.toContain('Apply all')
  expect(shown(two)).toContain('Apply all 2 suggestions')
  expect(shown([])).toContain('No loaded words found.')
})

test('sentences and the score have a text for screen readers', () => {
  const sentences = [
    { start: 0, end: 4, score: 0.9 },
    { start: 5, end: 9, score: 0.1 },
    { start: 10, end: 14, score: undefined },
  ]
  const strip = labels(
    renderToStaticMarkup(<SentenceStrip text="Fine. Bad. New" sentences={sentences} show={nothing} />),
  )
  expect(strip).toContain('Sentence 1: score 0.90, neutral')
  expect(strip).toContain('Sentence 2: score 0.10, biased')
  expect(strip).toContain('Sentence 3: not scored yet')
  const gauge = (score: number | undefined) =>
    labels(
      renderToStaticMarkup(<Gauge score={score} band={score === undefined ? undefined : 'biased'} certified={false} />),
    )
  expect(gauge(0.1)).toContain('Neutrality score 0.10, biased')
  expect(gauge(undefined)).toContain('No score yet')
})

test('the sentence strip is one Tab stop, and arrow keys move through it', () => {
  const sentences = Array.from({ length: 140 }, (_, i) => ({ start: i, end: i + 1, score: 0.5 }))
  const html = renderToStaticMarkup(<SentenceStrip text={'x'.repeat(140)} sentences={sentences} show={nothing} />)
  expect(html.match(/tabindex="0"/g)).toHaveLength(1)
  expect(html.match(/tabindex="-1"/g)).toHaveLength(139)
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Tab'].map((key) => targetOf(key, 0, 139))).toEqual([
    1,
    0,
    0,
    139,
    undefined,
  ])
  expect(targetOf('ArrowDown', 139, 139)).toBe(139)
})
