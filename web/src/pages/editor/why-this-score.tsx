import type { Analysis } from '@equipoise/sdk'
import { useState } from 'react'
import { formatCount, formatPercent, formatScore } from '../../format.ts'
import { bandColor, bandOf, NEUTRAL_FROM } from '../../marked/bands.ts'
import markedClasses from '../../marked/marked.module.css'
import { excerpt } from '../../marked/sentence-strip.tsx'
import classes from './panel.module.css'

const SHOWN_MAX = 3

interface WhyProps {
  /** Undefined until the current text is scored. */
  readonly analysis: Analysis | undefined
  readonly text: string
  /** In how many parts the text was scored. */
  readonly parts: number
  readonly select: (start: number, end: number) => void
}

/** Explains in words how the score is computed. It stays open while the text changes. */
export function WhyThisScore({ analysis, ...rest }: WhyProps) {
  const [isOpen, setOpen] = useState(false)
  if (analysis?.sentences.length === 0) return null
  return (
    <details className={classes.why} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Why this score?</summary>
      {isOpen && (analysis ? <Sum analysis={analysis} {...rest} /> : <p>…</p>)}
    </details>
  )
}

/** The average of all sentences, the most loaded sentences, and their loaded words. */
function Sum({ analysis, text, parts, select }: WhyProps & { readonly analysis: Analysis }) {
  const { sentences, evidence } = analysis
  const lowest = [...sentences].sort((a, b) => a.ain_score - b.ain_score).slice(0, SHOWN_MAX)
  return (
    <>
      <p>{sumInWords(sentences.map(({ ain_score }) => ain_score))}</p>
      <ol>
        {lowest.map(({ start, end, ain_score }) => {
          const words = evidence
            .filter((one) => one.start >= start && one.end <= end)
            .sort((a, b) => b.weight - a.weight)
            .map((one) => one.text)
          return (
            <li key={start}>
              <button type="button" className={markedClasses.plainButton} onClick={() => select(start, end)}>
                <b style={{ color: bandColor(bandOf(ain_score)) }}>{formatScore(ain_score)}</b>{' '}
                {excerpt(text.slice(start, end), 70)}
              </button>
              {words.length > 0 && <div className={markedClasses.quiet}>lowered by {words.join(', ')}</div>}
            </li>
          )
        })}
      </ol>
      <Facts rows={factsOf(analysis, parts)} />
      <p className={markedClasses.quiet}>
        The score is about wording. It does not measure whether a text is true or shows both sides. Model{' '}
        {analysis.model_version}.
      </p>
    </>
  )
}

function factsOf(analysis: Analysis, parts: number): [string, string][] {
  const { word_ratios, word_count, confidence, balance } = analysis
  return [
    ['Positive · negative words', `${formatPercent(word_ratios.positive)} · ${formatPercent(word_ratios.negative)}`],
    ['Words', formatCount(word_count)],
    ['Confidence', formatPercent(confidence)],
    ...(typeof balance !== 'number'
      ? []
      : [['Balance of sides (experimental)', formatScore(balance)] as [string, string]]),
    ...(parts > 1 ? [['Scored in', `${parts} parts, averaged by words`] as [string, string]] : []),
  ]
}

export function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function sumInWords(scores: readonly number[]): string {
  const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / Math.max(1, some.length)
  if (scores.length === 1) return `There is one sentence, and its score is ${formatScore(scores[0])}.`
  const lowest = [...scores].sort((a, b) => a - b).slice(0, SHOWN_MAX)
  const neutral = scores.filter((one) => one >= NEUTRAL_FROM).length
  const most =
    scores.length > SHOWN_MAX ? ` The ${SHOWN_MAX} most loaded sentences average ${formatScore(mean(lowest))}.` : ''
  return `${neutral} of ${scores.length} sentences ${neutral === 1 ? 'is' : 'are'} neutral. All ${scores.length} together average ${formatScore(mean(scores))}.${most} The score of the text blends the average with the most loaded sentences.`
}
