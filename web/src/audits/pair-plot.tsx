import { pairs } from 'virtual:stored'
import classes from './pair-plot.module.css'

/** Scores of answers about two sides, a row for each pair. */
export function PairPlot() {
  return (
    <figure className={classes.plot}>
      <svg
        viewBox={`0 0 400 ${pairs.length * 30 + 26}`}
        role="img"
        aria-label="Scores of answers about two sides, pair by pair"
      >
        {pairs.map(({ topic, scores: [one = 0, other = 0] }, i) => (
          <g key={topic} transform={`translate(0 ${i * 30 + 16})`}>
            <text x={0} y={4}>
              {topic}
            </text>
            <line x1={120 + 270 * one} x2={120 + 270 * other} />
            <circle r={8} cx={120 + 270 * other} data-side="other" />
            <circle r={5} cx={120 + 270 * one} />
          </g>
        ))}
        <text x={120} y={pairs.length * 30 + 20}>
          0 loaded
        </text>
        <text x={390} y={pairs.length * 30 + 20} textAnchor="end">
          neutral 1
        </text>
      </svg>
      <figcaption>
        A dot for one side, a ring for the other: the longer the line, the less alike they are treated. Example answers,
        written for this page; the scores are ours.
      </figcaption>
    </figure>
  )
}
