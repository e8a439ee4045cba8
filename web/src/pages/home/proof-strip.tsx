import { figures } from 'virtual:stored'
import { formatCount } from '../../format.ts'
import classes from './home.module.css'

const percent = (share: number) => `${Math.round(share * 100)}\u00a0%`

const MODEL_CARD = '/docs/guide/model-card'

/** Figures from the model card with their descriptions; figures that the card does not have are left out. */
const MEASURED: readonly { name: string; words: string }[] = [
  { name: 'pairs', words: 'of the time it tells which of two news sentences experts call biased' },
  { name: 'certifiedNeutral', words: 'of the sentences it calls neutral, experts agree' },
]

/** The first figure, shown beside the headline, because the strip can be below the visible part of the page. */
export function ProofInShort() {
  const { pairs, sentences } = figures
  if (pairs === undefined || sentences === undefined) return null
  return (
    <p className={classes.proofInShort}>
      Open source, free to try without an account; we store no text. Given two news sentences, it picks the one experts
      call biased {percent(pairs)} of the time (chance: {percent(0.5)}). Tested on {formatCount(sentences)} sentences it
      had never seen. <a href={MODEL_CARD}>How it is measured</a>
    </p>
  )
}

export function ProofStrip() {
  return (
    <section className={classes.strip} aria-label="Why you can trust it">
      {MEASURED.map(({ name, words }) => {
        const value = figures[name]
        return value === undefined ? null : (
          <p key={name}>
            <strong className="num">{percent(value)}</strong> {words}
          </p>
        )
      })}
      <p>
        <strong>Verifiable draws</strong> The same seed gives the same result on every machine
      </p>
      <p>
        <strong>Open source</strong> under <a href="/docs/guide/licence">Apache-2.0</a>; run it yourself if you like
      </p>
      <p className={classes.stripLink}>
        Measured on sentences that the model had not seen. <a href={MODEL_CARD}>How it is measured</a>
      </p>
    </section>
  )
}
