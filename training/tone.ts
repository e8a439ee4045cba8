import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { categories, tones } from '@equipoise/score/lexicon'
import { FLAG, readText } from '@equipoise/score/reading'
import type { Glove } from './glove.ts'
import { GLOVE_SIZE } from './glove.ts'
import { buildRows, fitLogistic, fitRidge } from './logistic.ts'
import type { Sources } from './sources.ts'
import type { Vocabulary } from './vocabulary.ts'

// The tone of every word: what three lists say (ours, AFINN, VADER), carried over to their neighbours among the word
// vectors, and corrected by news sentences whose tone people judged.

const NEIGHBOUR_SHARE = 0.5
const REACH = 3
const PENALTY = { neighbours: 20, word: 6 }

export function fitTones(sources: Sources): Float32Array {
  const listed = listTones(sources.vocabulary)
  const prior = carryOver(sources.vocabulary, sources.glove, listed)
  return correct(sources, prior)
}

function listTones(vocabulary: Vocabulary): (number | undefined)[] {
  const afinn = readAfinn()
  const vader = readVader()
  return vocabulary.words.map((word) => {
    const ours = tones.get(word)
    const votes = [afinn.get(word), vader.get(word)].filter((vote) => vote !== undefined)
    if (ours)
      votes.push((ours === 'positive' ? 1 : -1) * (categories.has(word) ? 0.8 : 0.5), ours === 'positive' ? 0.6 : -0.6)
    else if (categories.has(word)) votes.push(0)
    return votes.length === 0 ? undefined : votes.reduce((sum, vote) => sum + vote, 0) / votes.length
  })
}

function readAfinn(): Map<string, number> {
  const path = createRequire(import.meta.url).resolve('sentiment/languages/en/labels.json')
  const labels = JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>
  return new Map(Object.entries(labels).map(([word, value]) => [word, value / 4]))
}

function readVader(): Map<string, number> {
  const path = createRequire(import.meta.url).resolve('vader-sentiment/vader_lexicon.txt')
  const lines = readFileSync(path, 'utf8').split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [word, value] = line.split('\t')
      return word && value ? [[word, Number(value) / 3] as [string, number]] : []
    }),
  )
}

function carryOver(vocabulary: Vocabulary, glove: Glove, listed: readonly (number | undefined)[]): Float32Array {
  const builder = buildRows(GLOVE_SIZE)
  const targets: number[] = []
  const add = (word: string): boolean => {
    const vector = glove.vectorOf(word)
    if (vector) for (let i = 0; i < GLOVE_SIZE; i++) builder.add(i, vector[i] ?? 0)
    builder.endRow()
    return vector !== undefined
  }
  // Plain frequent words teach the model what has no tone.
  for (const [row, word] of vocabulary.words.entries()) {
    const tone = listed[row]
    if (tone === undefined && row % 12 !== 0) continue
    add(word)
    targets.push(tone ?? 0)
  }
  const fit = fitRidge({ rows: builder.finish(), targets, penalty: PENALTY.neighbours, iterationsMax: 60 })
  return Float32Array.from(vocabulary.words, (word, row) => {
    const silent = (vocabulary.flags[row] ?? 0) & (FLAG.proper | FLAG.alias) || word.startsWith('<') || word === '0'
    if (silent) return 0
    const vector = glove.vectorOf(word)
    let guess = 0
    if (vector) for (let i = 0; i < GLOVE_SIZE; i++) guess += (vector[i] ?? 0) * (fit.weights[i] ?? 0)
    const tone = listed[row]
    if (tone !== undefined) return tone
    return Math.abs(guess) < 0.2 ? 0 : NEIGHBOUR_SHARE * guess
  })
}

// The sum of tones is one feature, every word a small correction of its own.
function correct(sources: Sources, prior: Float32Array): Float32Array {
  const { vocabulary } = sources
  const size = vocabulary.words.length
  const builder = buildRows(size + 1)
  const targets: number[] = []
  for (const row of sources.direction) {
    if (row.direction !== 'positive' && row.direction !== 'negative') continue
    const units = readText(vocabulary, row.text)
    const root = Math.sqrt(Math.max(1, units.count))
    let sum = 0
    let turnedUntil = -1
    for (let i = 0; i < units.count; i++) {
      const word = units.row[i] ?? -1
      if (word < 0) continue
      const sign = i <= turnedUntil ? -1 : 1
      sum += sign * (prior[word] ?? 0)
      const flags = vocabulary.flags[word] ?? 0
      if (flags & FLAG.negation) turnedUntil = i + REACH
      if (!(flags & (FLAG.proper | FLAG.alias))) builder.add(word, sign / root)
    }
    builder.add(size, sum / root)
    builder.endRow()
    targets.push(row.direction === 'positive' ? 1 : 0)
  }
  const penalty = new Float64Array(size + 1).fill(PENALTY.word)
  penalty[size] = 0.01
  const fit = fitLogistic({ rows: builder.finish(), targets, penalty, iterationsMax: 60 })
  const scale = fit.weights[size] ?? 1
  return prior.map((tone, row) => tone + (fit.weights[row] ?? 0) / Math.max(0.5, scale))
}
