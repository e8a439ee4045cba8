import { memo } from 'react'
import { formatScore } from '../format.ts'
import { bandColor, bandOf } from './bands.ts'
import classes from './editor.module.css'
import type { CarriedSentence } from './segments.ts'
import { useStable } from './use-stable.ts'

interface SentenceStripProps {
  readonly text: string
  readonly sentences: readonly CarriedSentence[]
  readonly select: (start: number, end: number) => void
}

/** One block a sentence, as long as the sentence, in the colour of its band; many sentences take several lines. */
export const SentenceStrip = memo(function SentenceStrip({ text, sentences, select }: SentenceStripProps) {
  const { show } = useStable({
    show(at: number) {
      const sentence = sentences[at]
      if (sentence) select(sentence.start, sentence.end)
    },
  })
  if (sentences.length === 0) return null
  return (
    <section aria-label="Sentence by sentence" className={classes.stripBox}>
      <h2 className="eyebrow">Sentence by sentence</h2>
      <div className={classes.strip}>
        {sentences.map(({ start, end, score }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is its place in the text
          <Block key={i} at={i} sentence={text.slice(start, end)} score={score} show={show} />
        ))}
      </div>
    </section>
  )
})

interface BlockProps {
  readonly at: number
  readonly sentence: string
  readonly score: number | undefined
  readonly show: (at: number) => void
}

/** Compared by what it shows, so that a keystroke draws one block again and not all of them. */
const Block = memo(function Block({ at, sentence, score, show }: BlockProps) {
  const band = score === undefined ? undefined : bandOf(score)
  const scored = score === undefined ? 'not scored yet' : formatScore(score)
  return (
    <button
      type="button"
      className={classes.sentence}
      style={{
        flexGrow: sentence.length,
        background: band ? bandColor(band) : 'var(--eq-line)',
        opacity: score === undefined ? 1 : opacityOf(score),
      }}
      title={`${scored} · ${excerpt(sentence)}`}
      aria-label={`Sentence ${at + 1}: ${band ? `score ${scored}, ${band}` : scored}`}
      data-band={band}
      onClick={() => show(at)}
    />
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
