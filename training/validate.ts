import { type Analysis, analyze } from '@equipoise/score'
import { readText } from '@equipoise/score/reading'
import { blendSentences, type Model, scoreUnits } from '@equipoise/score/scoring'
import type { Row } from './corpora.ts'
import { normalise, targetOf } from './examples.ts'
import { FOLDS, foldOfArticle } from './folds.ts'
import { sigmoid } from './logistic.ts'
import type { Learner } from './parts.ts'

// Cross-validation on BABE through the same code that serves callers: text in, AIN and evidence out.

export interface Judged {
  readonly label: number
  readonly votes: number
  // Expected share of experts calling it biased.
  readonly probability: number
  readonly ain: number
  // The same text without a capital letter; absent if it was not asked.
  readonly ainLower?: number
  readonly fold: number
  // Whether the first word of the evidence is one that experts marked; absent if nothing is marked.
  readonly hit?: boolean
}

export function crossValidate(
  learner: Learner,
  train: (rows: readonly number[]) => Model,
  say: (line: string) => void,
): Judged[] {
  const judged: Judged[] = []
  const { examples } = learner.babe
  for (let fold = 0; fold < FOLDS; fold++) {
    const isHeld = (row: number) => foldOfArticle(examples[row]?.row) === fold
    const model = train([...examples.keys()].filter((row) => !isHeld(row)))
    for (const [row, example] of examples.entries()) {
      if (isHeld(row)) judged.push(judgeRow(model, example.row, fold))
    }
    say(`fold ${fold + 1} of ${FOLDS}`)
  }
  return judged
}

export function judgeRow(model: Model, row: Row, fold: number): Judged {
  const analysis = analyze(model, row.text)
  const probability = sigmoid(blendSentences(scoreUnits(model, readText(model, row.text))))
  const ainLower = analyze(model, row.text.toLowerCase()).ainScore
  const base = { label: row.label ?? 0, votes: targetOf(row), probability, ain: analysis.ainScore, ainLower, fold }
  return { ...base, ...hitOf(row, analysis) }
}

/** Whether the first word of the evidence is one that experts marked; nothing where they marked none. */
export function hitOf(row: Row, { evidence: [first] }: Analysis): { hit?: boolean } {
  const marked = markedIn(row)
  if (row.label !== 1 || marked.size === 0) return {}
  return { hit: first?.text.split(/\s+/).some((word) => marked.has(normalise(word))) ?? false }
}

export function markedIn(row: Row): Set<string> {
  return new Set((row.biased_words ?? []).flatMap((words) => words.split(/\s+/)).map(normalise))
}
