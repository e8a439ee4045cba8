import { mkdirSync, writeFileSync } from 'node:fs'
import { FOLDS, foldOfArticle } from '../folds.ts'
import { writeModel } from '../model-file.ts'
import { prepareLearner } from '../parts.ts'
import { readSources } from '../sources.ts'
import { fitTones } from '../tone.ts'
import { trainModel } from '../train.ts'

// npx tsx training/encoder/words-in-folds.ts DATA OUT: for each fold of BABE the words' model that never saw it, as fold-0.bin to
// fold-4.bin. Run `npm run train` once before: it installs the word vectors.

const [data = '', out = ''] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)
const sources = readSources({ folder: data, tier: 'default', say })
const tones = fitTones(sources)
const learner = prepareLearner(sources)
mkdirSync(out, { recursive: true })
for (let fold = 0; fold < FOLDS; fold++) {
  const rows = [...sources.babe.keys()].filter((row) => foldOfArticle(sources.babe[row]?.row) !== fold)
  writeFileSync(`${out}/fold-${fold}.bin`, writeModel(trainModel(learner, rows, tones)))
  say(`fold ${fold + 1} of ${FOLDS}`)
}
