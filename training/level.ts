import { readFileSync, writeFileSync } from 'node:fs'
import { loadModel } from '@equipoise/score/scoring'
import { readCorpus } from './corpora.ts'
import { writeModel } from './model-file.ts'
import { allSides, closeGap, isForParity } from './parity.ts'

// npx tsx training/level.ts DATA FILE...: closes the gap between left and right in finished weights of the words, as training does.

const [data = '', ...files] = process.argv.slice(2)
const sides = allSides(readCorpus(data, 'twinviews').filter(isForParity), readCorpus(data, 'policy'))
for (const file of files) {
  const model = loadModel(readFileSync(file))
  const vocabulary = { ...model, words: Array.from(model.hashes, (_, row) => `word-${row}`) }
  writeFileSync(file, writeModel(closeGap(vocabulary, model, sides)))
}
