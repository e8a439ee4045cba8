import { analyze } from '@equipoise/score'
import { readDeep, readModel } from '@equipoise/score/weights'
import { attackedDocument, plainDocument, textOf } from '../score/test/data/documents.ts'

// npx tsx training/certificate.ts [default|permissive] [documents a length]: how whole documents of 10 to 600 sentences fare under the rules of
// score/src/certificate.ts. Run it after new weights, and choose the limits there by what it prints: of the plain documents at most 5 of 100
// are rejected, of those with an attack at most 2 of 100 are certified. Sentences repeat between documents, so a minute is enough.

const LENGTHS = [10, 40, 160, 600]
const [tier = 'default', count = '40'] = process.argv.slice(2)
const model = readModel(tier)
const deep = readDeep(tier)
const blamed = new Set<string>()
const seeds = Array.from({ length: Number(count) }, (_, at) => 1_000 + at)

for (const [name, read] of [
  ['words', undefined],
  ['encoder', deep],
] as const) {
  for (const length of LENGTHS) {
    const some = seeds.slice(0, Math.max(5, Math.ceil((seeds.length * 40) / Math.max(40, length))))
    const rejected = some.filter((seed) => !analyseText(plainDocument(length, seed)).certified)
    const attacked = some.filter((seed) => analyseText(attackedDocument(length, seed)).certified)
    const tenth = some.filter((seed) => analyseText(attackedDocument(length, seed, 0.1)).certified)
    const share = (those: readonly number[]) => (those.length / some.length).toFixed(3)
    console.log(
      `${name}, ${length} sentences, ${some.length} documents: plain rejected ${share(rejected)}, one attack certified ${share(attacked)}, a tenth of attacks certified ${share(tenth)}`,
    )
  }

  function analyseText(document: readonly string[]) {
    const text = textOf(document)
    const analysis = analyze(model, text, { deep: read })
    for (const { start, end, why, ainScore } of analysis.withheldBy)
      blame(name, text.slice(start, end), `${why} ${ainScore}`)
    return analysis
  }
}

/** The plain sentences that withheld a certificate, each once. */
function blame(name: string, sentence: string, why: string): void {
  if (blamed.has(name + sentence)) return
  blamed.add(name + sentence)
  if (process.env.VERBOSE) console.error(`  ${name}: ${why}: ${sentence}`)
}
