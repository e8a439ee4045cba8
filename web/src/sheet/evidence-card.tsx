import { hintOf, kindTitle, whyOf } from '@equipoise/score/kinds'
import type { Evidence } from '@equipoise/sdk'
import { canIgnore } from '../marked/ignored.ts'
import markedClasses from '../marked/marked.module.css'
import { sideOf } from '../marked/segments.ts'
import classes from './sheet.module.css'

interface EvidenceCardProps {
  readonly evidence: Evidence
  readonly place: { readonly left: number; readonly top: number }
  readonly replace: () => void
  readonly ignore: (() => void) | undefined
}

/** Why a word is marked, and what could replace it. */
export function EvidenceCard({ evidence, place, replace, ignore }: EvidenceCardProps) {
  return (
    <div className={classes.card} style={place} role="tooltip">
      <div>
        <span className={markedClasses.word} style={sideColor(evidence)}>
          {evidence.text}
        </span>{' '}
        <span className={markedClasses.quiet}>
          {kindTitle(evidence.kind)}, {leaning(evidence)}
        </span>
      </div>
      <p>{whyOf(evidence.kind)}</p>
      <div className={classes.cardActions}>
        <ReplaceButton evidence={evidence} replace={replace} />
        {ignore && canIgnore(evidence.text) && (
          <button type="button" className={markedClasses.plainButton} onClick={ignore}>
            Ignore this word
          </button>
        )}
      </div>
    </div>
  )
}

export function ReplaceButton({ evidence, replace }: { evidence: Evidence; replace: () => void }) {
  const { suggestion, text } = evidence
  if (suggestion === undefined)
    return <span className={markedClasses.quiet}>No suggestion. {hintOf(evidence.kind)}</span>
  const label = suggestion === '' ? `Leave it out: “${text}”` : `Replace “${text}” with “${suggestion}”`
  return (
    <button type="button" className={classes.replace} onClick={replace} aria-label={label}>
      {suggestion === '' ? 'Leave it out' : suggestion}
    </button>
  )
}

export function sideColor(evidence: Evidence) {
  return { '--side': `var(--eq-${sideOf(evidence)})` } as Record<string, string>
}

export function leaning(evidence: Evidence): string {
  const side = sideOf(evidence)
  return side === 'loaded' ? 'no clear direction' : side
}
