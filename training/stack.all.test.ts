import type { Units } from '@equipoise/score/reading'
import { type Model, scoreUnits } from '@equipoise/score/scoring'
import { expect, test } from 'vitest'
import type { Row } from './corpora.ts'
import { type Example, ngramRows, readExample } from './examples.ts'
import { type Fit, fitLogistic, penaltiesByRarity, rowsFromDense, type SparseRows } from './logistic.ts'
import { auroc } from './metrics.ts'
import { featureCount, learnParts, measure, prepareLearner } from './parts.ts'
import { fitRegister } from './register.ts'
import type { Sources } from './sources.ts'
import { learn } from './stack.ts'
import { buildVocabulary } from './vocabulary.ts'
import { describeWords, sumLines } from './word-tables.ts'

// Small corpora of our own with the sources' shapes: every sentence has a plain subject and a plain or a loaded verdict on it.

const SUBJECTS = ['plan', 'budget', 'report', 'bridge', 'school', 'market', 'harbour', 'council', 'survey', 'timetable']
const LOADED = ['shameless', 'disastrous', 'pathetic', 'outrageous', 'idiotic']
const PLAIN = ['weekly', 'printed', 'second', 'regional', 'narrow']
const FOLDS = 3

function sentences(corpus: string, ending: string) {
  return SUBJECTS.flatMap((subject, at) =>
    [...LOADED, ...PLAIN].map((word, place) => ({
      id: `${corpus}-${at}-${place}`,
      text: `The ${word} ${subject} ${ending}.`,
      label: place < LOADED.length ? 1 : 0,
      biased_words: place < LOADED.length ? [word] : [],
    })),
  )
}

const corpora = {
  babe: sentences('babe', 'was announced today'),
  anno: sentences('anno', 'appeared on Monday'),
  annoStack: sentences('anno', 'was discussed again'),
  wnc: sentences('wnc', 'is described in the second chapter'),
  wncStack: sentences('wnc', 'is listed in the third chapter'),
  plain: sentences('plain', 'lies on the table').filter(({ label }) => label === 0),
}
const UNSEEN = sentences('unseen', 'was moved to Friday')
const glove = { words: [], vectorOf: () => undefined }

function sourcesOf(tier: Sources['tier'], babeRows: readonly Row[]): Sources {
  const texts = [...babeRows, ...Object.values(corpora).flat()].map(({ text }) => text)
  // All words are known: which ones are must not tell anything.
  const loaded = new Set(texts.flatMap((text) => text.toLowerCase().match(/[a-z]+/g) ?? []))
  const vocabulary = buildVocabulary({ all: texts, cased: texts, loaded, glove })
  const read = (of: readonly Row[]) => of.map((row) => readExample(vocabulary, row))
  const [anno, wnc] = [read(corpora.anno), read(corpora.wnc)]
  const lines = describeWords(vocabulary, glove, [])
  const ngrams = (of: readonly Example[]) => ngramRows(vocabulary, unitsOf(of))
  const sums = (of: readonly Example[]) =>
    rowsFromDense(
      unitsOf(of).map((units) => sumLines(vocabulary, lines, units)),
      lines[0]?.length ?? 0,
    )
  const rarity = penaltiesByRarity(ngrams(anno), 1)
  return {
    tier,
    vocabulary,
    glove,
    babe: read(babeRows),
    anno,
    annoStack: read(corpora.annoStack),
    wncStack: read(corpora.wncStack),
    wncEvaluation: [],
    plain: read(corpora.plain.slice(0, 25)),
    plainStack: read(corpora.plain.slice(25)),
    sides: [],
    docs: [],
    direction: [],
    editor: new Float32Array(vocabulary.words.length).fill(-2),
    lines,
    register: fitRegister(vocabulary, { reference: unitsOf(wnc), news: unitsOf(anno), plain: [] }),
    rarity,
    annoFit: fit(ngrams(anno), anno, rarity),
    wncFit: fit(ngrams(wnc), wnc, rarity),
    annoSum: fit(sums(anno), anno, 1),
    wncSum: fit(sums(wnc), wnc, 1),
  }
}

function unitsOf(examples: readonly Example[]): Units[] {
  return examples.map(({ units }) => units)
}

function fit(rows: SparseRows, examples: readonly Example[], penalty: number | Float64Array): Fit {
  return fitLogistic({ rows, targets: examples.map(({ target }) => target), penalty, iterationsMax: 25 })
}

function scoresOf(model: Model, rows: readonly Row[], { vocabulary }: Sources): number[] {
  return rows.map((row) => scoreUnits(model, readExample(vocabulary, row).units).sentences[0]?.logit ?? Number.NaN)
}

function labelsOf(rows: readonly Row[]): number[] {
  return rows.map(({ label }) => label ?? 0)
}

test('without experts, the folded model gives a sentence the logit that its parts gave it together', () => {
  const sources = sourcesOf('permissive', [])
  const { model, logits } = learn(prepareLearner(sources), [], () => 0)
  const folded = scoresOf(model, corpora.annoStack, sources)
  expect(logits).toHaveLength(corpora.annoStack.length)
  expect(Math.max(...logits.map((logit, at) => Math.abs(logit - (folded[at] ?? 0))))).toBeLessThan(1e-3)
  expect(auroc(scoresOf(model, UNSEEN, sources), labelsOf(UNSEEN))).toBeGreaterThan(0.95)
})

test('with experts, the logits that judge a row come from parts that never saw it', () => {
  // Each of these words tells its label, but stands in one row only: a model that has not seen the row cannot know.
  const secret = Array.from({ length: 45 }, (_, at) => {
    const word = `${'bcdfghjkl'.charAt(at % 9)}${'aeiou'.charAt(at % 5)}word`
    const text = `The ${word} ${SUBJECTS[at % 5]} was announced today.`
    return { id: `babe-secret-${at}`, text, label: at % 2, biased_words: at % 2 === 1 ? [word] : [] }
  })
  const rows = [...secret, ...corpora.babe]
  const sources = sourcesOf('default', rows)
  const { model, logits } = learn(prepareLearner(sources), [...rows.keys()], (row) => row % FOLDS)
  expect(auroc(logits.slice(0, secret.length), labelsOf(secret))).toBeLessThan(0.6)
  expect(auroc(logits.slice(secret.length), labelsOf(corpora.babe))).toBeGreaterThan(0.95)
  expect(auroc(scoresOf(model, UNSEEN, sources), labelsOf(UNSEEN))).toBeGreaterThan(0.95)
})

test('a row is measured by its tables, its style and every n-gram and word model', () => {
  const learner = prepareLearner(sourcesOf('default', corpora.babe))
  const parts = learnParts(learner, [...corpora.babe.keys()])
  const loaded = measure(parts, learner.babe, 0)
  const plain = measure(parts, learner.babe, LOADED.length)
  expect(loaded).toHaveLength(featureCount(parts))
  expect(loaded[0]).toBeGreaterThan(plain[0] ?? 0)
  const ngrams = featureCount(parts) - parts.sums.length - parts.ngrams.length
  for (let at = ngrams; at < ngrams + parts.ngrams.length; at++) expect(loaded[at]).toBeGreaterThan(plain[at] ?? 0)
  expect(() => measure(parts, learner.babe, corpora.babe.length)).toThrow('No row 100')
})
