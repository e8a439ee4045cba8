import { bars } from 'virtual:stored'
import { Link } from 'react-router'
import classes from './home.module.css'

export function Proof() {
  return (
    <section className={classes.section}>
      <h2>Balanced sequences you can prove</h2>
      <p className={classes.sectionLead}>
        For games, experiments and draws: a source with any bias becomes a sequence with exactly as many ones as zeros.
        You get the seed and a SHA-256 digest, so anybody can repeat every bit without us.
      </p>
      <div className={classes.bars}>
        <Bars title="In: nine of ten bits are ones" counts={bars.input} color="var(--eq-input)" />
        <span aria-hidden className={classes.arrow}>
          →
        </span>
        <Bars title="Out: exactly one half" counts={bars.output} color="var(--eq-output)" />
      </div>
      <p>
        <Link to="/app/playground" className={classes.button}>
          Open the playground
        </Link>
      </p>
    </section>
  )
}

function Bars({ title, counts, color }: { title: string; counts: readonly number[]; color: string }) {
  const top = Math.max(...counts)
  return (
    <figure className={classes.figure}>
      <svg viewBox={`0 0 ${counts.length * 10} 60`} role="img" aria-label={title} preserveAspectRatio="none">
        {counts.map((count, i) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={i}
            x={i * 10 + 1}
            width={8}
            y={60 - (count / top) * 58}
            height={(count / top) * 58}
            fill={color}
            rx={1}
          />
        ))}
      </svg>
      <figcaption>{title}</figcaption>
    </figure>
  )
}
