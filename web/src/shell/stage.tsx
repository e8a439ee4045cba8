// What was drawn, as the largest thing on the screen, and on a projector as the only one.
import { countsOf } from '@equipoise/engine/verify'
import { IconMaximize } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import classes from './stage.module.css'

/** More than this are shown smaller, side by side. */
const LARGE_MAX = 3
const SHOWN_MAX = 500

/** A longer name would fill the screen. */
const LONG = 40

export interface StagedValue {
  readonly text: string
  readonly isThrow?: boolean
  readonly count?: number
}

/** What was drawn, given in words: dice are shown as dice, and equal loot once with its count, the rarest first. */
export function stagedOf(kind: string, words: readonly string[]): StagedValue[] {
  if (kind !== 'loot') return words.map((text) => ({ text, isThrow: kind === 'dice' }))
  return countsOf(words).map(([text, count]) => ({ text, count }))
}

export const textWithCount = ({ text, count = 1 }: StagedValue) => (count > 1 ? `${text} × ${count}` : text)

interface StageProps {
  readonly values: readonly StagedValue[]
  readonly note?: ReactNode
  /** Shown if the stage fills the screen: elsewhere the page has it already. */
  readonly title?: string
}

export function Stage({ values, note, title }: StageProps) {
  const box = useRef<HTMLDivElement>(null)
  if (values.length === 0) return null
  return (
    <div ref={box} className={classes.stage}>
      {title !== undefined && <p className={classes.title}>{title}</p>}
      <ul
        data-large={values.length <= LARGE_MAX && values.every(({ text }) => text.length <= LONG)}
        aria-label="Result"
      >
        {values.slice(0, SHOWN_MAX).map(({ text, isThrow, count = 1 }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same value can come twice, and the order never changes
          <li key={`${i} ${text}`}>
            {isThrow && <Dice thrown={text} />}
            <span className={isThrow ? classes.total : undefined}>{text}</span>
            {count > 1 && <small>× {count}</small>}
          </li>
        ))}
      </ul>
      {values.length > SHOWN_MAX && <p>And {values.length - SHOWN_MAX} more.</p>}
      {note}
      {globalThis.document?.fullscreenEnabled && (
        <button
          type="button"
          className={classes.full}
          aria-label="Full screen"
          title="Full screen"
          onClick={() => void box.current?.requestFullscreen()}
        >
          <IconMaximize size={18} aria-hidden />
        </button>
      )}
    </div>
  )
}

/** The faces come first in the words of a throw: "3 1 + 2 = 6". */
function Dice({ thrown }: { thrown: string }) {
  const [faces = ''] = thrown.split(/ [+=-] /)
  return (
    <div className={classes.dice} aria-hidden>
      {faces.split(' ').map((eyes, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same number can come twice, and the order never changes
        <span key={i} className={classes.die}>
          {eyes}
        </span>
      ))}
    </div>
  )
}
