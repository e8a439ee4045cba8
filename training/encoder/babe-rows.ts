import { readFileSync, writeFileSync } from 'node:fs'
import { readCorpus } from '../corpora.ts'
import { targetOf } from '../examples.ts'
import { foldOfArticle } from '../folds.ts'
import { describeWords } from './features.ts'
import { readOutOfFold } from './out-of-fold.ts'

// npx tsx training/encoder/babe-rows.ts DATA WORDS STUDENT EXPORTED OUT: the rows of BABE for blend.py, each described by models that
// never saw it. EXPORTED is what export.ts wrote.

const [data = '', words = '', student = '', exported = '', out = ''] = process.argv.slice(2)
const { modelOf, headsOf } = readOutOfFold({
  words,
  student,
  lengths: new Uint8Array(readFileSync(`${exported}/babe.len`)),
})
const rows = readCorpus(data, 'babe').map((row, at) => {
  const { words: logit } = describeWords(modelOf(row), row.text)
  return {
    label: row.label,
    votes: targetOf(row),
    fold: foldOfArticle(row),
    words: logit,
    ...headsOf(at),
  }
})
writeFileSync(out, JSON.stringify(rows))
