import { figures } from 'virtual:stored'
import classes from './home.module.css'

const percent = (share: number) => `${Math.round(share * 100)} %`

/** Three figures from the model card, in words; one that the card does not hold is left out. */
const SHOWN: readonly { name: string; show: (value: number) => string; words: string }[] = [
  {
    name: 'pairs',
    show: percent,
    words:
      'of the time, it recognises which of two news sentences experts found biased (measured on sentences it had not seen).',
  },
  {
    name: 'certifiedNeutral',
    show: percent,
    words: 'of the sentences it certifies were judged neutral by experts. The others should not have passed.',
  },
  {
    name: 'firstWord',
    show: percent,
    words: 'of the time, the first word it marks is one that experts marked too.',
  },
]

export function Measured() {
  const known = SHOWN.flatMap((one) => {
    const value = figures[one.name]
    return value === undefined ? [] : [{ ...one, value }]
  })
  return (
    <section className={classes.section}>
      <h2>How it is measured</h2>
      <div className={classes.cards}>
        {known.map(({ name, value, show, words }) => (
          <article key={name} className={classes.useCard}>
            <p className={classes.price}>{show(value)}</p>
            <p>{words}</p>
          </article>
        ))}
      </div>
      <p className={classes.fine}>
        The score is about wording in English. It does not say whether a text is true, or whether it shows both sides.
        The same text always has the same score.
      </p>
    </section>
  )
}
