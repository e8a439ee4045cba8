import { readFileSync } from 'node:fs'
import { FLAG, hashWord, indexHashes, readText } from '@equipoise/score/reading'
import { loadModel } from '@equipoise/score/scoring'
import { readModel } from '@equipoise/score/weights'
import { describe, expect, it } from 'vitest'
import { everyday } from '../score/test/data/everyday.ts'
import { knotsThrough } from './knots.ts'
import { fitLogistic, fitRidge, joinRows, penaltiesByRarity, pickRows, rowsFromDense, sigmoid } from './logistic.ts'
import { auroc, bootstrap, calibrationError, macroF1, mulberry32 } from './metrics.ts'
import { writeModel } from './model-file.ts'
import { isForParity } from './parity.ts'
import { plainRows } from './plain.ts'
import { fitPlatt } from './platt.ts'
import { quantise } from './quantise.ts'
import { fitRegister } from './register.ts'

describe('logistic regression', () => {
  it('finds the solution that can be written down: log-odds of two groups', () => {
    const rows = rowsFromDense([[0], [1]], 1)
    const fit = fitLogistic({ rows, targets: [0.2, 0.9], weights: [10, 10], penalty: 0, iterationsMax: 200 })
    expect(fit.intercept).toBeCloseTo(Math.log(0.2 / 0.8), 3)
    expect(fit.weights[0]).toBeCloseTo(Math.log(0.9 / 0.1) - Math.log(0.2 / 0.8), 3)
  })

  it('has no slope left where it stops, penalty included', () => {
    const random = mulberry32(3)
    const matrix = Array.from({ length: 200 }, () => [random() - 0.5, random() - 0.5, random() - 0.5])
    const targets = matrix.map(([a = 0, b = 0]) => (a - 2 * b + random() * 0.4 > 0.2 ? 1 : 0))
    const fit = fitLogistic({ rows: rowsFromDense(matrix, 3), targets, penalty: 2, iterationsMax: 300 })
    for (let k = 0; k < 3; k++) {
      const slope = matrix.reduce(
        (sum, line, i) => {
          const logit = line.reduce((z, x, j) => z + x * (fit.weights[j] ?? 0), fit.intercept)
          return sum + (sigmoid(logit) - (targets[i] ?? 0)) * (line[k] ?? 0)
        },
        2 * (fit.weights[k] ?? 0),
      )
      expect(Math.abs(slope)).toBeLessThan(0.05)
    }
  })

  it('finds common and rare columns in the same few steps', () => {
    const random = mulberry32(5)
    const matrix = Array.from({ length: 2000 }, (_, row) => [random(), row % 100 === 0 ? 0.02 : 0, 50 * random()])
    const targets = matrix.map(([a = 0, b = 0, c = 0]) => sigmoid(a + 60 * b - 0.05 * c))
    const fit = fitLogistic({ rows: rowsFromDense(matrix, 3), targets, penalty: 0, iterationsMax: 25 })
    expect(fit.weights[0]).toBeCloseTo(1, 1)
    expect((fit.weights[1] ?? 0) / 60).toBeCloseTo(1, 1)
    expect(fit.weights[2]).toBeCloseTo(-0.05, 3)
  })

  it('leaves columns that no row uses at zero', () => {
    const fit = fitLogistic({
      rows: rowsFromDense(
        [
          [1, 0, 0],
          [0, 0, 1],
        ],
        3,
      ),
      targets: [1, 0],
      penalty: 1,
    })
    expect(fit.weights[1]).toBe(0)
    expect(fit.weights[0]).toBeGreaterThan(0)
  })
})

describe('penalties by rarity', () => {
  it('are lower for a column that few rows have, and on average as asked for', () => {
    const matrix = Array.from({ length: 100 }, (_, row) => [1, row < 5 ? 1 : 0])
    const [common = 0, rare = 0] = penaltiesByRarity(rowsFromDense(matrix, 2), 3)
    expect(rare).toBeLessThan(common / 4)
    const weightOf = (seen: number) => (Math.log(101 / (seen + 1)) + 1) ** 2
    expect((105 * common * weightOf(100)) / (100 * weightOf(100) + 5 * weightOf(5))).toBeCloseTo(3)
  })
})

describe('ridge regression', () => {
  it('finds a straight line', () => {
    const fit = fitRidge({
      rows: rowsFromDense([[0], [1], [2], [3]], 1),
      targets: [1, 3, 5, 7],
      penalty: 0,
      iterationsMax: 200,
    })
    expect(fit.weights[0]).toBeCloseTo(2, 2)
    expect(fit.intercept).toBeCloseTo(1, 2)
  })
})

describe('Platt scaling', () => {
  it('recovers the slope and intercept that made the votes', () => {
    const logits = Array.from({ length: 81 }, (_, i) => (i - 40) / 10)
    const platt = fitPlatt(
      logits,
      logits.map((z) => sigmoid(0.5 * z - 0.3)),
    )
    expect(platt.slope).toBeCloseTo(0.5, 2)
    expect(platt.intercept).toBeCloseTo(-0.3, 2)
  })
})

describe('quantisation', () => {
  it('is off by at most half a step, inside its range', () => {
    const values = Array.from({ length: 1000 }, (_, i) => Math.sin(i) * 3)
    const { bytes, scale } = quantise(values)
    for (const [i, value] of values.entries()) {
      if (Math.abs(value) <= 127 * scale)
        expect(Math.abs((bytes[i] ?? 0) * scale - value)).toBeLessThanOrEqual(scale / 2 + 1e-9)
    }
  })

  it('keeps zero', () => expect([...quantise([0, 0]).bytes]).toEqual([0, 0]))
})

describe('metrics', () => {
  it('rank: perfect, reversed, tied', () => {
    expect(auroc([1, 2, 3, 4], [0, 0, 1, 1])).toBe(1)
    expect(auroc([4, 3, 2, 1], [0, 0, 1, 1])).toBe(0)
    expect(auroc([1, 1, 1, 1], [0, 1, 0, 1])).toBe(0.5)
  })

  it('know macro-F1 and calibration error by hand', () => {
    expect(macroF1([true, true, false, false], [1, 0, 0, 0])).toBeCloseTo((2 / 3 + 4 / 5) / 2)
    expect(calibrationError([0.25, 0.25, 0.85, 0.85], [0, 1, 1, 1])).toBeCloseTo(0.5 * 0.25 + 0.5 * 0.15)
  })

  it('draw the same bootstrap twice', () => {
    const mean = (rows: Int32Array) => rows.reduce((sum, row) => sum + row, 0) / rows.length
    expect(bootstrap(50, mean)).toEqual(bootstrap(50, mean))
  })
})

describe('registers', () => {
  const words = ['<name>', '0', 'album', 'singer', 'said', 'week']
  const hashes = Int32Array.from(words, hashWord)
  const flags = Uint16Array.from(words, (word) => (word === '<name>' ? FLAG.proper : 0))
  const vocabulary = { words, hashes, flags, slots: indexHashes(hashes), aliases: new Map() }
  const units = (texts: readonly string[]) => texts.map((text) => readText(vocabulary, text))
  const fit = fitRegister(vocabulary, {
    reference: units(['the singer Rossi, album 1', 'an album 1', 'one singer']),
    news: units(['he said 2', 'this week', 'she said this week']),
    plain: units(['next week 3']),
  })

  it('are told by ordinary words, never by names and numbers', () => {
    const [name, number, album = 0, singer = 0, said = 0, week = 0] = fit.weights
    expect([name, number]).toEqual([0, 0])
    expect(Math.min(album, singer)).toBeGreaterThan(0)
    expect(Math.max(said, week)).toBeLessThan(0)
  })

  it('call a text without a sign news', () => expect(sigmoid(fit.intercept)).toBeLessThan(0.5))
})

describe('the teacher', () => {
  it('voted on every row, mostly between yes and no', () => {
    const votes = readFileSync(new URL('./teacher/annolexical.votes', import.meta.url))
    expect(votes.length).toBe(48_291)
    const between = votes.filter((vote) => vote > 13 && vote < 242).length
    expect(between / votes.length).toBeGreaterThan(0.5)
  })
})

describe('plain sentences of our own', () => {
  it('are the same in every run, and leave no slot open', () => {
    expect(plainRows()).toEqual(plainRows())
    for (const { text } of plainRows()) expect(text).not.toMatch(/[{}]|undefined/)
  })

  it('share no sentence with the check set', () => {
    const checked = new Set(everyday.map(({ text }) => text))
    expect(plainRows().filter(({ text }) => checked.has(text))).toEqual([])
  })
})

describe('twins of left and right', () => {
  it('fall into the same half', () => {
    for (let i = 0; i < 50; i++) {
      const [left, right] = [`twin-${i}l`, `twin-${i}r`].map((id) => isForParity({ id, text: '', label: 1 }))
      expect(left).toBe(right)
    }
  })
})

describe('rows', () => {
  it('are picked and joined in order', () => {
    const rows = rowsFromDense(
      [
        [1, 0],
        [0, 2],
        [3, 4],
      ],
      2,
    )
    const joined = joinRows(pickRows(rows, [2]), pickRows(rows, [0, 1]))
    expect([...joined.offsets]).toEqual([0, 2, 3, 4])
    expect([...joined.values]).toEqual([3, 4, 1, 2])
  })
})

describe('knots', () => {
  it('give both logits their meaning', () => {
    const { at, slope } = knotsThrough(-0.5, 0.6)
    expect(sigmoid(at - slope * -0.5)).toBeCloseTo(0.7)
    expect(sigmoid(at - slope * 0.6)).toBeCloseTo(0.4)
  })
})

describe('the model file', () => {
  it('comes back as it was written', () => {
    const model = readModel('default')
    const bytes = writeModel(model)
    expect(Buffer.compare(writeModel(loadModel(bytes)), bytes)).toBe(0)
  })

  it('is small', () => expect(writeModel(readModel('default')).length).toBeLessThan(2_000_000))
})
