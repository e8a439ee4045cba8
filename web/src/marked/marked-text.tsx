import type { Evidence } from '@equipoise/sdk'
import classes from './marked.module.css'
import { segmentsOf, sideOf, strengthOf } from './segments.ts'

/** A read-only text with its loaded words marked as in the editor. */
export function MarkedText({ text, evidence }: { text: string; evidence: readonly Evidence[] }) {
  const weightMax = Math.max(0, ...evidence.map(({ weight }) => Math.abs(weight)))
  return segmentsOf(text, evidence).map((segment) =>
    segment.mark ? (
      <span
        key={segment.start}
        className={classes.mark}
        style={{ color: 'inherit' }}
        data-side={sideOf(segment.mark)}
        data-strength={strengthOf(segment.mark, weightMax)}
      >
        {segment.text}
      </span>
    ) : (
      segment.text
    ),
  )
}
