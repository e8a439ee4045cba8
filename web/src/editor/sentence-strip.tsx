import type { SentenceScore } from '@equipoise/sdk'
import { Text, Tooltip } from '@mantine/core'
import { formatScore } from '../format.ts'
import { bandColor, bandOf } from './bands.ts'
import classes from './editor.module.css'

interface SentenceStripProps {
  readonly text: string
  readonly sentences: readonly SentenceScore[]
  readonly select: (start: number, end: number) => void
}

/** One block a sentence, as long as the sentence, in the colour of its band. */
export function SentenceStrip({ text, sentences, select }: SentenceStripProps) {
  if (sentences.length === 0) return null
  return (
    <section aria-label="Sentence by sentence">
      <Text className="eyebrow" mb={8}>
        Sentence by sentence
      </Text>
      <div className={classes.strip}>
        {sentences.map(({ start, end, ain_score }, i) => (
          <Tooltip
            key={start}
            label={`${formatScore(ain_score)} · ${excerpt(text.slice(start, end))}`}
            multiline
            maw={320}
            style={{ overflowWrap: 'anywhere' }}
          >
            <button
              type="button"
              className={classes.sentence}
              style={{ flexGrow: end - start, background: bandColor(bandOf(ain_score)), opacity: opacityOf(ain_score) }}
              aria-label={`Sentence ${i + 1}: AIN ${formatScore(ain_score)}`}
              onClick={() => select(start, end)}
            />
          </Tooltip>
        ))}
      </div>
    </section>
  )
}

const EXCERPT_CHARS = 120

function excerpt(sentence: string): string {
  const line = sentence.trim().replaceAll(/\s+/g, ' ')
  return line.length > EXCERPT_CHARS ? `${line.slice(0, EXCERPT_CHARS)}…` : line
}

/** The further from neutral, the fuller the colour. */
function opacityOf(score: number): number {
  return 0.45 + 0.55 * Math.abs(score - 0.55) * 1.8
}
