import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadModel } from '@equipoise/score'
import { hashWord, readText } from '@equipoise/score/reading'
import { readTokens, splitPieces } from '@equipoise/score/scoring'
import { type CorpusName, type Row, readCorpus } from '../corpora.ts'
import { normalise } from '../examples.ts'
import { foldOfArticle } from '../folds.ts'
import { ownRows } from './own.ts'

// npx tsx training/encoder/export.ts DATA VOCABULARY OUT MODEL: what teach.py needs. The texts as ids of pieces, names and groups
// masked as the scorer masks them; labels; folds; the words that experts marked or editors took out. The vocabulary is cut down to
// the pieces that are used.

const [data = '', vocabularyFile = '', out = '', modelFile = ''] = process.argv.slice(2)
const PIECES_MAX = 126
const VOCABULARY_MAX = 20_000
const SENTENCES_MAX = 60
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]']

interface Tokens {
  readonly words: string[]
  /** The hash of the word each comes from, 0 for marks. */
  readonly hashes: number[]
}

interface Corpus {
  readonly rows: readonly Row[]
  readonly tokens: readonly Tokens[]
}

const model = loadModel(readFileSync(modelFile))
const pieces = readFileSync(vocabularyFile, 'utf8').split(/\r?\n/)
const all = { ids: new Map(pieces.map((piece, id) => [piece, id])), unknown: pieces.indexOf('[UNK]') }

const read = (name: CorpusName): Row[] => readCorpus(data, name)
const corpora: Readonly<Record<string, Corpus>> = Object.fromEntries(
  Object.entries({
    babe: read('babe'),
    anno: read('annolexical'),
    wnc: read('wnc'),
    groups: read('groups'),
    facts: read('plain_facts'),
    tone: read('direction_news'),
    twins: read('twinviews'),
    docs: articles('hyperpartisan_docs'),
    issue: read('issuebench_llm').flatMap(sentencesOf),
    wikibias: read('wikibias'),
    own: ownRows(),
    policy: read('policy'),
    identity: read('identity_groups'),
    posts: read('groups_more'),
    newssd: read('newssd'),
    articles: articles('articles'),
    technical: read('technical').flatMap(sentencesOf),
  }).map(([name, rows]) => [name, { rows, tokens: rows.map(({ text }) => tokensOf(text)) }]),
)
const kept = keptPieces()
const ids = { ids: new Map(kept.map((id, at) => [pieces[id] ?? '', at])), unknown: SPECIAL.indexOf('[UNK]') }
mkdirSync(out, { recursive: true })
writeFileSync(`${out}/vocab.txt`, kept.map((id) => pieces[id]).join('\n'))
writeFileSync(`${out}/kept.json`, JSON.stringify(kept))
for (const [name, corpus] of Object.entries(corpora)) writeCorpus(name, corpus)
writeFileSync(`${out}/own.kind`, JSON.stringify(ownRows().map(({ kind }) => kind)))

// The sentences of an article are found again by its place in the corpus (articles.py).
function articles(name: CorpusName): (Row & { of: number })[] {
  return read(name).flatMap((row, of) => sentencesOf(row).map((sentence) => ({ ...sentence, of })))
}

function sentencesOf(row: Row): Row[] {
  const { sentences } = readText(model, row.text).words
  const found = sentences.slice(0, SENTENCES_MAX).map(({ start, end }, at) => ({
    ...row,
    id: `${row.id}#${at}`,
    text: row.text.slice(start, end),
  }))
  return found.filter(({ text }) => text.length > 15)
}

function tokensOf(text: string): Tokens {
  const units = readText(model, text)
  const tokens: Tokens = { words: [], hashes: [] }
  for (const index of units.sentences.keys()) {
    for (const { word, unit } of readTokens(units, index)) {
      tokens.words.push(word)
      tokens.hashes.push(unit < 0 ? 0 : (units.words.hash[units.first[unit] ?? 0] ?? 0))
    }
  }
  return tokens
}

/** Special pieces, single characters, then the most used. */
function keptPieces(): number[] {
  const counts = new Float64Array(pieces.length)
  for (const { tokens } of Object.values(corpora)) {
    for (const { words } of tokens) {
      for (const word of words) for (const id of splitPieces(all, word)) counts[id] = (counts[id] ?? 0) + 1
    }
  }
  const special = SPECIAL.map((piece) => pieces.indexOf(piece))
  const single = [...pieces.keys()].filter((id) => /^(?:(?:##)?[a-z0-9]|[.,!?;:"'()\-%$&/*#])$/.test(pieces[id] ?? ''))
  const used = [...pieces.keys()].filter((id) => (counts[id] ?? 0) > 0)
  used.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
  const chosen = new Set([...special, ...single])
  for (const id of used) if (chosen.size < VOCABULARY_MAX) chosen.add(id)
  return [...special, ...[...chosen].filter((id) => !special.includes(id)).sort((a, b) => a - b)]
}

function writeCorpus(name: string, { rows, tokens }: Corpus): void {
  const flat: number[] = []
  const lengths: number[] = []
  const marks: number[] = []
  const isMarked = markerOf(name)
  for (const [at, row] of rows.entries()) {
    const before = flat.length
    const { words, hashes } = tokens[at] ?? { words: [], hashes: [] }
    const marked = isMarked(row)
    for (const [place, word] of words.entries()) {
      for (const id of splitPieces(ids, word)) {
        if (flat.length - before >= PIECES_MAX) break
        flat.push(id)
        marks.push(Number(marked(hashes[place] ?? 0)))
      }
    }
    lengths.push(flat.length - before)
  }
  const labels = rows.map((row) => labelsOf(name, row))
  writeFileSync(`${out}/${name}.ids`, Uint16Array.from(flat))
  writeFileSync(`${out}/${name}.len`, Uint8Array.from(lengths))
  if (name === 'babe' || name === 'wnc') writeFileSync(`${out}/${name}.marks`, Uint8Array.from(marks))
  if (name === 'articles' || name === 'docs')
    writeFileSync(
      `${out}/${name}.row`,
      Int32Array.from(rows as readonly (Row & { of: number })[], ({ of }) => of),
    )
  if (name === 'wnc')
    writeFileSync(
      `${out}/wnc.pair`,
      Int32Array.from(rows, ({ paired, pair }) => (paired ? Number(pair) : -1)),
    )
  writeFileSync(
    `${out}/${name}.labels`,
    Float32Array.from(labels, ({ target }) => target),
  )
  writeFileSync(
    `${out}/${name}.extra`,
    Float32Array.from(labels, ({ extra }) => extra),
  )
  writeFileSync(
    `${out}/${name}.fold`,
    Uint8Array.from(labels, ({ fold }) => fold),
  )
  process.stdout.write(`${name}: ${rows.length} rows, ${(flat.length / rows.length).toFixed(1)} pieces a row\n`)
}

/** Which words of a row are marked: by experts in BABE, by their absence after the edit in Wikipedia's pairs. */
function markerOf(name: string): (row: Row) => (hash: number) => boolean {
  if (name === 'babe') {
    return ({ biased_words = [] }) => {
      const marked = new Set(
        biased_words.flatMap((words) => words.split(/\s+/)).map((word) => hashWord(normalise(word))),
      )
      return (hash) => hash !== 0 && marked.has(hash)
    }
  }
  if (name !== 'wnc') return () => () => false
  const after = new Map<number | string, Set<number>>()
  for (const [at, row] of (corpora.wnc?.rows ?? []).entries()) {
    if (row.paired && row.label === 0) after.set(row.pair ?? '', new Set(corpora.wnc?.tokens[at]?.hashes))
  }
  return (row) => {
    const kept = row.paired && row.label === 1 ? after.get(row.pair ?? '') : undefined
    return (hash) => kept !== undefined && hash !== 0 && !kept.has(hash)
  }
}

/** Target, what else the trainer needs to know of a row, and the part of the corpus it belongs to. */
function labelsOf(name: string, row: Row): { target: number; extra: number; fold: number } {
  const twentieth = (key: string): number => (hashWord(key) >>> 0) % 20
  const label = row.label ?? 0
  if (name === 'babe') {
    const [yes, asked] = row.votes_sg2 ?? [0, 0]
    return { target: asked > 0 ? yes / asked : label, extra: label, fold: foldOfArticle(row) }
  }
  if (name === 'tone') {
    const side = row.direction === 'positive' ? 2 : row.direction === 'negative' ? 0 : 1
    return { target: 0, extra: side, fold: 1 }
  }
  if (name === 'twins') return { target: 1, extra: Number(row.lean === 'right'), fold: twentieth(row.id.slice(0, -1)) }
  if (name === 'policy') {
    const side = { left: 0, right: 1, none: 2 }[row.side ?? 'none']
    return { target: side, extra: Number(row.scale === 'social'), fold: (row.manifesto ?? 0) % 256 }
  }
  if (name === 'identity') return { target: label, extra: 1, fold: twentieth(row.verb ?? '') }
  if (name === 'posts')
    return { target: row.source === 'hatexplain' ? label / 2 : label, extra: 1, fold: twentieth(row.id) }
  // Articles are kept back by publisher.
  if (name === 'docs' || name === 'articles') {
    const publisher = row.domain ?? new URL(row.url ?? 'http://unknown').hostname.replace(/^www\./, '')
    return { target: label, extra: 1, fold: twentieth(publisher) }
  }
  if (name === 'issue') return { target: label, extra: 0, fold: twentieth(row.id.split('#')[0] ?? '') }
  return { target: label, extra: 1, fold: twentieth(String(row.pair ?? row.id)) }
}
