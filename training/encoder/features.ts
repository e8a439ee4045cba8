import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Deep, loadDeep, loadModel, type Model } from '@equipoise/score'
import { hashWord, readText } from '@equipoise/score/reading'
import { piecesOf, scoreUnits } from '@equipoise/score/scoring'
import { type CorpusName, type Row, readCorpus } from '../corpora.ts'
import { packEncoder } from './packing.ts'

// npx tsx training/encoder/features.ts DATA MODEL STUDENT VOCABULARY OUT: what the words and the encoder say of rows that neither was
// trained on, for blend.py. Of each row its longest sentence; of the encoder the last answer and the early one.

/** Which twentieths of a corpus judge (see teach.py), and every how many of those rows are taken. */
const KEPT_BACK: Readonly<Record<string, { from: number; to: number; every: number }>> = {
  plain_facts: { from: 0, to: 3, every: 1 },
  groups: { from: 0, to: 1, every: 1 },
  twinviews: { from: 18, to: 19, every: 3 },
  wnc: { from: 0, to: 0, every: 8 },
  annolexical: { from: 0, to: 0, every: 2 },
  babe: { from: 0, to: 19, every: 2 },
}

/** The rows of a corpus that neither model was trained on. */
export function keptBack(data: string, name: CorpusName): Row[] {
  const { from, to, every } = KEPT_BACK[name] ?? { from: 0, to: 19, every: 1 }
  const rows = readCorpus(data, name).filter((row) => {
    const place = (hashWord(String(row.pair ?? row.id.replace(/[lr]$/, ''))) >>> 0) % 20
    return from <= place && place <= to
  })
  return rows.filter((_, at) => at % every === 0)
}

/** What the words say of the longest sentence of a text. */
export function describeWords(model: Model, text: string) {
  const units = readText(model, text)
  const { sentences, register } = scoreUnits(model, units)
  const lengths = units.sentences.map(({ from, to }) => to - from)
  const longest = Math.max(0, lengths.indexOf(Math.max(...lengths)))
  return { units, longest, words: sentences[longest]?.logit ?? 0, register }
}

/** The same encoder, read to the last layer and read early. */
interface Depths {
  readonly last: Deep
  readonly early: Deep
}

function describe(model: Model, { last, early }: Depths, { text, label }: Row) {
  const { units, longest, words } = describeWords(model, text)
  const { pieces } = piecesOf(last.encoder, units, longest)
  const read = ({ encoder }: Deep) => encoder.read([pieces.slice(0, encoder.piecesMax)])[0]?.sentence
  return { label, words, heads: read(last), early: read(early) }
}

function main(): void {
  const [data = '', modelFile = '', encoderFile = '', vocabulary = '', out = ''] = process.argv.slice(2)
  const model = loadModel(readFileSync(modelFile))
  const student = readFileSync(encoderFile)
  const packed = { student, vocabulary: readFileSync(vocabulary), blend: null, version: '', licence: '' }
  const deep = {
    last: loadDeep(packEncoder(packed)),
    early: loadDeep(packEncoder({ ...packed, sure: { news: Number.MAX_VALUE } })),
  }
  const sets = Object.keys(KEPT_BACK).map((name) => {
    return [name, keptBack(data, name as CorpusName).map((row) => describe(model, deep, row))] as const
  })
  writeFileSync(out, JSON.stringify(Object.fromEntries(sets)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
