import { figures } from 'virtual:stored'
import { formatCount, formatPercent } from '../../format.ts'
import classes from './home.module.css'

const MODEL_CARD = '/docs/guide/model-card'

/** Figures from the model card with their descriptions; figures that the card does not have are left out. */
const MEASURED: readonly { name: string; words: string }[] = [
  {
    name: 'pairs',
    words: 'of the time, given two news sentences, it picks the one experts call biased (chance: 50%)',
  },
  { name: 'certifiedNeutral', words: 'of the sentences it calls neutral, experts agree' },
]

export function ProofStrip() {
  const { sentences } = figures
  return (
    <section className={classes.strip} aria-label="Why you can trust it">
      {MEASURED.map(({ name, words }) => {
        const value = figures[name]
        return value === undefined ? null : (
          <p key={name}>
            <strong className="num">{formatPercent(value)}</strong> {words}
          </p>
        )
      })}
      <p>
        <strong>Repeatable draws</strong> The same entries and the same seed give the same result on every machine
      </p>
      <p>
        <strong>Open source</strong> under <a href="/docs/guide/licence">Apache-2.0</a>; texts you check are not stored
      </p>
      {sentences !== undefined && (
        <p className={classes.stripLink}>
          Tested on {formatCount(sentences)} sentences it had never seen. <a href={MODEL_CARD}>How it is measured</a>
        </p>
      )}
    </section>
  )
}
