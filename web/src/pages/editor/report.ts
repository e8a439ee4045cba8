// The analysis as a Markdown report.

import { kindTitle, whyOf } from '@equipoise/score/kinds'
import type { Analysis, Evidence } from '@equipoise/sdk'
import { isForeign, reasonsIn } from '../../analysis/extras.ts'
import { formatScore } from '../../format.ts'
import { directionWords } from '../../marked/bands.ts'

interface TextReport {
  readonly title: string
  readonly text: string
  readonly analysis: Analysis
  readonly evidence: readonly Evidence[]
  readonly day: string
  /** The score is that of the small model in the browser; the service has not checked this text. */
  readonly isEstimate: boolean
}

export function markdownReport({ title, text, analysis, evidence, day, isEstimate }: TextReport): string {
  const { ain_score, band, svc_certified, bias_direction, sentences, model_version } = analysis
  const withheld = reasonsIn(analysis.withheld_by, text).flatMap(({ message, sentences: blocking }) => [
    message,
    '',
    ...blocking.flatMap(({ start, end }) => [`> ${oneLine(text.slice(start, end))}`, '']),
  ])
  const standing = isEstimate ? 'not checked by the service yet' : svc_certified ? 'certified' : 'not certified'
  const lines = [
    `# Neutrality report: ${oneLine(title)}`,
    '',
    `${day}, model ${model_version}. The score is about wording, not about truth.`,
    '',
    isForeign(analysis)
      ? '**Not scored**: the text is not in English.'
      : `**${isEstimate ? 'Estimated score' : 'Score'} ${formatScore(ain_score)}** of 1: ${band}, ${standing}. ${directionWords(bias_direction)}.`,
    ...(withheld.length > 0 ? ['', 'Why it isn’t certified:', '', ...withheld] : ['']),
    '## Loaded words',
    '',
    ...(evidence.length === 0 ? ['None.'] : wordTable(evidence)),
    '',
    '## Sentence by sentence',
    '',
    '| score | sentence |',
    '|---|---|',
    ...sentences.map(({ start, end, ain_score: one }) => `| ${formatScore(one)} | ${cell(text.slice(start, end))} |`),
    '',
    '## The text',
    '',
    text.trim(),
    '',
  ]
  return lines.join('\n')
}

function wordTable(evidence: readonly Evidence[]): string[] {
  return [
    '| word | why | suggestion |',
    '|---|---|---|',
    ...[...evidence]
      .sort((a, b) => a.start - b.start)
      .map(({ text, kind, suggestion }) => {
        const instead = suggestion === undefined ? '' : suggestion === '' ? 'leave it out' : suggestion
        return `| ${cell(text)} | ${kindTitle(kind)}: ${whyOf(kind)} | ${cell(instead)} |`
      }),
  ]
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|')
}
