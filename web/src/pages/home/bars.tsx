import { bars } from 'virtual:stored'
import classes from './products.module.css'

/** The engine's input and output for a source with 90 % ones, computed by the build. */
export function Bars() {
  return (
    <div className={classes.bars}>
      <Histogram title="In: nine of ten bits are ones" counts={bars.input} color="var(--eq-input)" />
      <Histogram title="Out: exactly one half" counts={bars.output} color="var(--eq-output)" />
    </div>
  )
}

function Histogram({ title, counts, color }: { title: string; counts: readonly number[]; color: string }) {
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
