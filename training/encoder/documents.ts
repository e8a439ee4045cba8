import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { loadDeep, loadModel } from '@equipoise/score'
import { readText } from '@equipoise/score/reading'
import { blendSentences, deepen, scoreUnits } from '@equipoise/score/scoring'
import { knotsThrough, quantile } from '../knots.ts'

// npx tsx training/encoder/documents.ts DATA MODEL ENCODER: the knots of long texts, from articles that readers called neutral.

const [data = '', modelFile = '', encoderFile = ''] = process.argv.slice(2)
const SENTENCES_MAX = 25
const PASS_SHARE = 0.64
const HIT_SHARE = 0.09

const model = loadModel(readFileSync(modelFile))
const deep = loadDeep(readFileSync(encoderFile))
const lines = gunzipSync(readFileSync(`${data}/hyperpartisan_docs.jsonl.gz`))
  .toString('utf8')
  .split('\n')
const rows = lines.filter(Boolean).map((line) => JSON.parse(line) as { text: string; label: number })
const logits = rows.map(({ text }) => {
  const whole = readText(model, text)
  const end = whole.words.sentences[SENTENCES_MAX - 1]?.end ?? text.length
  return blendSentences(deepen(deep, scoreUnits(model, readText(model, text.slice(0, end)))))
})
const neutral = logits.filter((_, at) => rows[at]?.label === 0)
const other = logits.filter((_, at) => rows[at]?.label === 1)
const wins = other.reduce((sum, a) => sum + neutral.filter((b) => a > b).length, 0)
console.error(`articles: AUROC ${(wins / (neutral.length * other.length)).toFixed(3)} on ${rows.length}`)
console.log(JSON.stringify(knotsThrough(quantile(neutral, PASS_SHARE), quantile(neutral, 1 - HIT_SHARE))))
