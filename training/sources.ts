import { categories } from '@equipoise/score/lexicon'
import { hashWord, readText, scatter, type Units } from '@equipoise/score/reading'
import { type CorpusName, type Row, readCorpus, readTaught } from './corpora.ts'
import { type Example, ngramRows, normalise, readExample } from './examples.ts'
import { type Glove, readGlove } from './glove.ts'
import { type Fit, fitLogistic, penaltiesByRarity, rowsFromDense, type SparseRows } from './logistic.ts'
import { allSides, isForParity, type Sides } from './parity.ts'
import { isForParts, plainRows } from './plain.ts'
import { fitRegister } from './register.ts'
import { buildVocabulary, type Vocabulary } from './vocabulary.ts'
import { countUnit, describeWords, emptyCounts, fitTable, sumLines } from './word-tables.ts'

// What does not depend on a fold of BABE: the vocabulary, what editors removed, and the n-gram models of the other corpora.

export interface Sources {
  readonly tier: 'default' | 'permissive'
  readonly vocabulary: Vocabulary
  readonly glove: Glove
  readonly babe: readonly Example[]
  readonly anno: readonly Example[]
  readonly annoStack: readonly Example[]
  readonly wncStack: readonly Example[]
  readonly wncEvaluation: readonly Example[]
  // Plain sentences of our own, for the parts and for the stacker.
  readonly plain: readonly Example[]
  readonly plainStack: readonly Example[]
  // Statements of left and right that close the gap between the two.
  readonly sides: readonly Sides[]
  readonly docs: readonly Row[]
  readonly direction: readonly Row[]
  // Logit of being removed by an editor, a word.
  readonly editor: Float32Array
  readonly lines: readonly Float32Array[]
  // How much a word speaks for the prose of reference works.
  readonly register: Fit
  // Penalties of n-grams of news, by how rare they are.
  readonly rarity: Float64Array
  readonly annoFit: Fit
  readonly wncFit: Fit
  // Models of what is known about the words, summed.
  readonly annoSum: Fit
  readonly wncSum: Fit
}

interface SourceOptions {
  readonly folder: string
  readonly tier: 'default' | 'permissive'
  readonly say: (line: string) => void
}

const PENALTY = { anno: 1, wnc: 4, editorWord: 1, editorKnown: 1, sum: 1 }
const WNC_SUM_ROWS = 60_000
const WNC_REGISTER_ROWS = 120_000
const WNC_STACK_ROWS = 6000
const ANNO_STACK_ROWS = 6000
const WNC_EVALUATION_ROWS = 4000

export function readSources(options: SourceOptions): Sources {
  const { say } = options
  const read = (name: CorpusName) => readCorpus(options.folder, name)
  say('reading the word vectors')
  const glove = readGlove()
  say('reading the corpora')
  const babeRows = options.tier === 'default' ? read('babe') : []
  const corpora = {
    anno: readTaught(options.folder),
    wnc: read('wnc'),
    docs: read('hyperpartisan_docs'),
    direction: read('direction_news'),
  }
  const vocabulary = buildVocabulary({
    all: corpora.wnc.map((row) => row.text),
    cased: [...babeRows, ...plainRows(), ...corpora.anno, ...corpora.direction, ...corpora.docs].map((row) => row.text),
    loaded: wordsMarked(babeRows),
    glove,
  })
  say(`${vocabulary.words.length} words`)
  const annoParts = splitByHash(corpora.anno, (row) => row.id)
  const wncParts = splitByHash(corpora.wnc, (row) => String(row.pair ?? row.id))
  const example = (row: Row) => readExample(vocabulary, row)
  const anno = annoParts.train.map(example)
  const training = { vocabulary, glove, anno, wnc: wncParts.train, direction: corpora.direction, say }
  return {
    tier: options.tier,
    vocabulary,
    glove,
    babe: babeRows.map(example),
    anno,
    annoStack: annoParts.stack.slice(0, ANNO_STACK_ROWS).map(example),
    wncStack: wncParts.stack.slice(0, WNC_STACK_ROWS).map(example),
    wncEvaluation: wncParts.evaluation.slice(0, WNC_EVALUATION_ROWS).map(example),
    plain: plainRows().filter(isForParts).map(example),
    plainStack: plainRows()
      .filter((row) => !isForParts(row))
      .map(example),
    sides: allSides(read('twinviews').filter(isForParity), read('policy')),
    docs: corpora.docs,
    direction: corpora.direction,
    ...learnOnce(training),
  }
}

// What does not depend on a fold, and is therefore learned once for all of them.
function learnOnce({ vocabulary, glove, anno, wnc, direction, say }: TrainingRows): LearnedOnce {
  say('what editors removed')
  const editor = fitEditor(vocabulary, wnc, glove)
  const lines = describeWords(vocabulary, glove, [editor.map((logit) => logit / 3), countOdds(vocabulary, anno)])
  const annoUnits = anno.map((e) => e.units)
  const annoTargets = anno.map((e) => e.target)
  say('n-grams of anno-lexical')
  const annoRows = ngramRows(vocabulary, annoUnits)
  const annoFit = fitNgrams(annoRows, annoTargets, penaltiesByRarity(annoRows, PENALTY.anno))
  say('n-grams of the Wikipedia edits')
  const wncRows = ngramRows(vocabulary, unitsOf(vocabulary, wnc))
  const wncFit = fitNgrams(wncRows, wnc.map(labelOf), penaltiesByRarity(wncRows, PENALTY.wnc))
  say('registers')
  const register = fitRegister(vocabulary, {
    reference: [...unitsOf(vocabulary, wnc.slice(0, WNC_REGISTER_ROWS))],
    news: [...annoUnits, ...unitsOf(vocabulary, direction)],
    plain: [...unitsOf(vocabulary, plainRows())],
  })
  say('sums')
  const sums = (units: Iterable<Units>) =>
    rowsFromDense(
      [...units].map((u) => sumLines(vocabulary, lines, u)),
      lines[0]?.length ?? 0,
    )
  const sampled = wnc.slice(0, WNC_SUM_ROWS)
  const annoSum = fitNgrams(sums(annoUnits), annoTargets, PENALTY.sum)
  const wncSum = fitNgrams(sums(unitsOf(vocabulary, sampled)), sampled.map(labelOf), PENALTY.sum)
  return { editor, lines, register, rarity: penaltiesByRarity(annoRows, 1), annoFit, wncFit, annoSum, wncSum }
}

interface TrainingRows {
  readonly vocabulary: Vocabulary
  readonly glove: Glove
  readonly anno: readonly Example[]
  readonly wnc: readonly Row[]
  readonly direction: readonly Row[]
  readonly say: (line: string) => void
}

type LearnedOnce = Pick<
  Sources,
  'editor' | 'lines' | 'register' | 'rarity' | 'annoFit' | 'wncFit' | 'annoSum' | 'wncSum'
>

function labelOf(row: Row): number {
  return row.label ?? 0
}

// Words that experts marked in lower case at least once: no names.
function wordsMarked(rows: readonly Row[]): Set<string> {
  const marked = new Set<string>()
  for (const row of rows) {
    for (const word of row.biased_words ?? []) if (word === word.toLowerCase()) marked.add(normalise(word))
  }
  marked.delete('')
  return marked
}

// One row in twenty only judges, two in twenty train the stacker, all of one pair or article fall into one part.
export function splitByHash(rows: readonly Row[], keyOf: (row: Row) => string) {
  const parts = { evaluation: [] as Row[], stack: [] as Row[], train: [] as Row[] }
  // The files are ordered by label; any slice of a part must hold both.
  const mixed = rows.map((row) => ({ row, key: scatter(hashWord(row.id)) >>> 0 })).sort((a, b) => a.key - b.key)
  for (const { row } of mixed) {
    const place = (hashWord(keyOf(row)) >>> 0) % 20
    if (place === 0) parts.evaluation.push(row)
    else if (place <= 2) parts.stack.push(row)
    else parts.train.push(row)
  }
  return parts
}

function* unitsOf(vocabulary: Vocabulary, rows: readonly Row[]): Iterable<Units> {
  for (const row of rows) yield readText(vocabulary, row.text)
}

function fitNgrams(rows: SparseRows, targets: readonly number[], penalty: number | Float64Array): Fit {
  return fitLogistic({ rows, targets, penalty, iterationsMax: 25 })
}

// A word of the biased version that the neutral version lacks was removed.
function fitEditor(vocabulary: Vocabulary, rows: readonly Row[], glove: Glove): Float32Array {
  const pairs = new Map<number | string, { biased?: Row; neutral?: Row }>()
  for (const row of rows) {
    if (!row.paired || row.pair === undefined) continue
    const pair = pairs.get(row.pair) ?? {}
    pairs.set(row.pair, row.label === 1 ? { ...pair, biased: row } : { ...pair, neutral: row })
  }
  const counts = emptyCounts(vocabulary)
  for (const { biased, neutral } of pairs.values()) {
    if (!biased || !neutral) continue
    const before = readText(vocabulary, biased.text)
    const kept = countHashes(readText(vocabulary, neutral.text))
    for (let i = 0; i < before.count; i++) {
      const left = kept.get(before.hash[i] ?? 0) ?? 0
      countUnit(counts, before.row[i] ?? -1, left === 0)
      kept.set(before.hash[i] ?? 0, Math.max(0, left - 1))
    }
  }
  const lines = describeWords(vocabulary, glove, [])
  return fitTable(vocabulary, counts, { lines, penaltyWord: PENALTY.editorWord, penaltyKnown: PENALTY.editorKnown })
}

function countHashes(units: Units): Map<number, number> {
  const counts = new Map<number, number>()
  for (let i = 0; i < units.count; i++) counts.set(units.hash[i] ?? 0, (counts.get(units.hash[i] ?? 0) ?? 0) + 1)
  return counts
}

// Log-odds of a word between biased and neutral sentences.
function countOdds(vocabulary: Vocabulary, examples: readonly Example[]): Float64Array {
  const biased = new Float64Array(vocabulary.words.length).fill(1)
  const neutral = new Float64Array(vocabulary.words.length).fill(1)
  for (const { units, target } of examples) {
    const side = target > 0.5 ? biased : neutral
    for (const row of new Set(units.row.subarray(0, units.count))) if (row >= 0) side[row] = (side[row] ?? 0) + 1
  }
  return biased.map((count, row) => Math.log(count / (neutral[row] ?? 1)))
}

// Without expert marks, the words of our own lists stand in for them where a biased sentence uses them.
export function countListed(vocabulary: Vocabulary, examples: readonly Example[]) {
  const counts = emptyCounts(vocabulary)
  const listed = vocabulary.words.map((word) => {
    const category = categories.get(word)?.category
    return category !== undefined && category !== 'hedge' && category !== 'absolutist' && category !== 'obligation'
  })
  for (const { units, target } of examples) {
    for (let i = 0; i < units.count; i++) {
      const row = units.row[i] ?? -1
      countUnit(counts, row, target > 0.5 && listed[row] === true)
    }
  }
  return counts
}
