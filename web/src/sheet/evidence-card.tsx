import { hintOf, kindTitle, whyOf } from '@equipoise/score/kinds'
import type { Evidence } from '@equipoise/sdk'
import { canIgnore } from '../marked/ignored.ts'
import markedClasses from '../marked/marked.module.css'
import { sideOf } from '../marked/segments.ts'
import classes from './sheet.module.css'

interface EvidenceCardProps {
  readonly evidence: Evidence
  readonly left: number
  readonly top: number
  readonly accept: () => void
  readonly leaveOut: () => void
  readonly ignore: (() => void) | undefined
  /** What the keys do, if the card takes any. */
  readonly keys: string | undefined
}

/** Why a word is marked, and what could replace it. */
export function EvidenceCard({ evidence, left, top, accept, leaveOut, ignore, keys }: EvidenceCardProps) {
  return (
    <section className={classes.card} style={{ left, top }} aria-label={`“${evidence.text}”`}>
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
        <ReplaceButton evidence={evidence} replace={accept} />
        {evidence.suggestion && (
          <button type="button" className={markedClasses.plainButton} onClick={leaveOut}>
            Leave it out
          </button>
        )}
        {ignore && canIgnore(evidence.text) && (
          <button type="button" className={markedClasses.plainButton} onClick={ignore}>
            Ignore this word
          </button>
        )}
      </div>
      {keys && <p className={classes.keys}>{keys}</p>}
    </section>
  )
}

interface ReplaceButtonProps {
  readonly evidence: Evidence
  readonly replace: () => void
  /** How many equal words it replaces. */
  readonly count?: number
}

export function ReplaceButton({ evidence: { suggestion, kind, text }, replace, count = 1 }: ReplaceButtonProps) {
  if (suggestion === undefined) return <span className={markedClasses.quiet}>No suggestion. {hintOf(kind)}</span>
  const which = count > 1 ? `all ${count} “${text}”` : `“${text}”`
  const leave = count > 1 ? 'Leave all out' : 'Leave it out'
  return (
    <button
      type="button"
      className={classes.replace}
      onClick={replace}
      aria-label={suggestion === '' ? `${leave}: “${text}”` : `Replace ${which} with “${suggestion}”`}
    >
      {suggestion === '' ? leave : suggestion}
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
