import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Evaluation, Figure } from './evaluate.ts'
import { drawCalibration, drawHistogram } from './plots.ts'

// Writes the tables of the model card between their markers, and the drawings beside it; the prose is kept by hand.

const BEGIN = '<!-- figures: written by npm run train -->'
const END = '<!-- end of figures -->'

// All evaluations share one file; a run replaces its own part, and the card is drawn from all of them.
export function recordEvaluation(evaluation: Evaluation): void {
  const path = fileURLToPath(new URL('./evaluation.json', import.meta.url))
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Evaluation>) : {}
  const all = { ...before, [evaluation.tier]: evaluation }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  const pairsOnOneLine = JSON.stringify(sorted, null, 2).replace(/\[\s+([-\d.]+),\s+([-\d.]+)\s+\]/g, '[$1, $2]')
  writeFileSync(path, `${pairsOnOneLine}\n`)
  writeModelCard(fileURLToPath(new URL('../docs/', import.meta.url)), sorted)
}

export function writeModelCard(folder: string, evaluations: Readonly<Record<string, Evaluation>>): void {
  const path = join(folder, 'model-card.md')
  const card = readFileSync(path, 'utf8')
  const [before, rest = ''] = card.split(BEGIN)
  const after = rest.split(END)[1] ?? ''
  const tables = Object.values(evaluations).map(tableOf).join('\n')
  writeFileSync(path, `${before}${BEGIN}\n\n${tables}\n${END}${after}`)
  for (const evaluation of Object.values(evaluations)) {
    writeFileSync(join(folder, `calibration-${evaluation.tier}.svg`), drawCalibration(evaluation))
    writeFileSync(join(folder, `histogram-${evaluation.tier}.svg`), drawHistogram(evaluation))
  }
}

function tableOf(evaluation: Evaluation): string {
  return [
    `### ${evaluation.version} (${(evaluation.bytes / 1e6).toFixed(2)} MB)`,
    '',
    `BABE figures: ${evaluation.protocol}. Intervals: the middle 95 % of 500 bootstrap draws with a fixed seed.`,
    '',
    '| figure | value | 95 % interval | rows | target |',
    '|---|---|---|---|---|',
    ...evaluation.figures.map(lineOf),
    '',
    `![Calibration](calibration-${evaluation.tier}.svg) ![Scores](histogram-${evaluation.tier}.svg)`,
    '',
  ].join('\n')
}

function lineOf(figure: Figure): string {
  const interval = figure.interval ? `${figure.interval[0].toFixed(3)} to ${figure.interval[1].toFixed(3)}` : ''
  return `| ${figure.name} | ${figure.value.toFixed(3)} | ${interval} | ${figure.rows} | ${figure.target ?? ''} |`
}
