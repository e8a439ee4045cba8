import { isForeign } from '../../analysis/extras.ts'
import { formatScore } from '../../format.ts'
import { bandColor } from '../../marked/bands.ts'
import markedClasses from '../../marked/marked.module.css'
import classes from './editor.module.css'
import type { Editor } from './use-editor.ts'

/** On a phone the score panel is below the text, so this bar at the lower edge shows the score and the buttons to the next word. */
export function PhoneScore({ editor }: { editor: Editor }) {
  const { current, isLive, isRough, evidence, step } = editor
  const isUnscored = current !== undefined && isForeign(current.analysis)
  const analysis = isUnscored ? undefined : current?.analysis
  return (
    <div className={`${classes.phoneScore} no-print`} data-testid="phone-score">
      <span className={classes.phoneNumber} style={analysis && !isRough ? { color: bandColor(analysis.band) } : {}}>
        {analysis ? `${isLive ? '≈' : ''}${formatScore(analysis.ain_score)}` : isUnscored ? '–' : '…'}
      </span>
      <span className={classes.phoneWords}>
        {analysis
          ? `${isRough ? 'rough estimate' : `${analysis.band}${isLive ? ', estimate' : ''}`} (1 is neutral)`
          : isUnscored
            ? 'no score for this language'
            : 'no score yet'}
      </span>
      <button
        type="button"
        className={markedClasses.smallButton}
        disabled={evidence.length === 0}
        onClick={() => step(1)}
      >
        Next word
      </button>
    </div>
  )
}
