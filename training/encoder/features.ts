import { readFileSync, writeFileSync } from 'node:fs'
import { loadDeep, loadModel } from '@equipoise/score'
import { hashWord, readText } from '@equipoise/score/reading'
import { piecesOf, scoreUnits } from '@equipoise/score/scoring'
import { type CorpusName, readCorpus } from '../corpora.ts'

// npx tsx training/encoder/features.ts DATA MODEL ENCODER OUT: what the words and the encoder say of rows that neither was trained
// on, for blend.py. Of each row its longest sentence.

const [data = '', modelFile = '', encoderFile = '', out = ''] = process.argv.slice(2)

/** Which twentieths of a corpus judge (see teach.py), and every how many of those rows are taken. */
const KEPT_BACK: Readonly<Record<string, { from: number; to: number; every: number }>> = {
  plain_facts: { from: 0, to: 3, every: 1 },
  groups: { from: 0, to: 1, every: 1 },
  twinviews: { from: 18, to: 19, every: 3 },
  wnc: { from: 0, to: 0, every: 8 },
  annolexical: { from: 0, to: 0, every: 2 },
  babe: { from: 0, to: 19, every: 2 },
}

const model = loadModel(readFileSync(modelFile))
const { encoder } = loadDeep(readFileSync(encoderFile))

const sets = Object.entries(KEPT_BACK).map(([name, { from, to, every }]) => {
  const rows = readCorpus(data, name as CorpusName).filter((row) => {
    const place = (hashWord(String(row.pair ?? row.id.replace(/[lr]$/, ''))) >>> 0) % 20
    return from <= place && place <= to
  })
  return [name, rows.filter((_, at) => at % every === 0).map((row) => describe(row.text, row.label))] as const
})
writeFileSync(out, JSON.stringify(Object.fromEntries(sets)))

function describe(text: string, label: number | null) {
  const units = readText(model, text)
  const { sentences, register } = scoreUnits(model, units)
  const lengths = units.sentences.map(({ from, to }) => to - from)
  const longest = Math.max(0, lengths.indexOf(Math.max(...lengths)))
  const [reading] = encoder.read([piecesOf(encoder, units, longest).pieces])
  return { label, words: sentences[longest]?.logit ?? 0, register, heads: reading?.sentence }
}
