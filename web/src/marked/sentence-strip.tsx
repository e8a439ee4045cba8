import type { Band } from '@equipoise/sdk'
import { type KeyboardEvent, memo, useState } from 'react'
import { formatCount, formatScore } from '../format.ts'
import { bandColor, bandOf } from './bands.ts'
import classes from './marked.module.css'
import type { CarriedSentence } from './segments.ts'

interface SentenceStripProps {
  readonly text: string
  readonly sentences: readonly CarriedSentence[]
  readonly show: (at: number) => void
}

/** How many blocks are rendered at first and with every "Show more": a book has thousands of sentences. */
const DRAWN = 300
const BANDS: readonly Band[] = ['biased', 'moderate', 'neutral']

/**
 * One block per sentence, as wide as the sentence is long, in the colour of its band. The strip is a single Tab stop: arrow keys move
 * between the blocks.
 */
export const SentenceStrip = memo(function SentenceStrip({ text, sentences, show }: SentenceStripProps) {
  const [stop, setStop] = useState(0)
  const [drawn, setDrawn] = useState(DRAWN)
  if (sentences.length === 0) return null
  const last = Math.min(drawn, sentences.length) - 1
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = targetOf(event.key, Math.min(stop, last), last)
    if (to === undefined) return
    event.preventDefault()
    setStop(to)
    event.currentTarget.querySelectorAll('button')[to]?.focus()
  }
  return (
    <section aria-label="Sentence by sentence" className={`${classes.stripBox} ${classes.lazy}`}>
      <div className={classes.stripHead}>
        <h2 className="eyebrow">Sentence by sentence</h2>
        <div className={classes.stripKey}>
          {BANDS.map((band) => (
            <span key={band}>
              <i className={classes.sentence} style={{ background: bandColor(band) }} data-band={band} />
              {band}
            </span>
          ))}
        </div>
      </div>
      <div className={classes.strip} role="toolbar" aria-label="Sentences" onKeyDown={move}>
        {sentences.slice(0, drawn).map(({ start, end, score }, i) => (
          <Block
            // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is its place in the text
            key={i}
            at={i}
            isStop={i === Math.min(stop, last)}
            sentence={text.slice(start, end)}
            score={score}
            show={show}
          />
        ))}
      </div>
      {sentences.length > drawn && (
        <button type="button" className={classes.plainButton} onClick={() => setDrawn(drawn + DRAWN)}>
          Show {Math.min(DRAWN, sentences.length - drawn)} more of {formatCount(sentences.length)} sentences
        </button>
      )}
    </section>
  )
})

/** The block that an arrow key leads to; undefined for other keys. */
export function targetOf(key: string, from: number, last: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(from + 1, last)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(from - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

interface BlockProps {
  readonly at: number
  readonly isStop: boolean
  readonly sentence: string
  readonly score: number | undefined
  readonly show: (at: number) => void
}

/** Memoised, so that a keystroke renders one block again and not all of them. */
const Block = memo(function Block({ at, isStop, sentence, score, show }: BlockProps) {
  const band = score === undefined ? undefined : bandOf(score)
  const scored = score === undefined ? 'not scored yet' : formatScore(score)
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
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

/** Scores further from neutral have a stronger colour. */
function opacityOf(score: number): number {
  return 0.45 + 0.55 * Math.abs(score - 0.55) * 1.8
}
