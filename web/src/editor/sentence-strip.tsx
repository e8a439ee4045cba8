import type { SentenceScore } from '@equipoise/sdk'
import { memo } from 'react'
import { formatScore } from '../format.ts'
import { bandColor, bandOf } from './bands.ts'
import classes from './editor.module.css'

interface SentenceStripProps {
  readonly text: string
  readonly sentences: readonly SentenceScore[]
  readonly select: (start: number, end: number) => void
}

/** One block a sentence, as long as the sentence, in the colour of its band; many sentences take several lines. */
export const SentenceStrip = memo(function SentenceStrip({ text, sentences, select }: SentenceStripProps) {
  if (sentences.length === 0) return null
  return (
    <section aria-label="Sentence by sentence" className={classes.stripBox}>
      <h2 className="eyebrow">Sentence by sentence</h2>
      <div className={classes.strip}>
        {sentences.map(({ start, end, ain_score }, i) => (
          <button
            key={start}
            type="button"
            className={classes.sentence}
            style={{ flexGrow: end - start, background: bandColor(bandOf(ain_score)), opacity: opacityOf(ain_score) }}
            title={`${formatScore(ain_score)} · ${excerpt(text.slice(start, end))}`}
            aria-label={`Sentence ${i + 1}: score ${formatScore(ain_score)}, ${bandOf(ain_score)}`}
            data-band={bandOf(ain_score)}
            onClick={() => select(start, end)}
          />
        ))}
      </div>
    </section>
  )
})

const EXCERPT_CHARS = 120

export function excerpt(sentence: string, charsMax = EXCERPT_CHARS): string {
  const line = sentence.trim().replaceAll(/\s+/g, ' ')
  return line.length > charsMax ? `${line.slice(0, charsMax)}…` : line
}

/** The further from neutral, the fuller the colour. */
function opacityOf(score: number): number {
  return 0.45 + 0.55 * Math.abs(score - 0.55) * 1.8
}
