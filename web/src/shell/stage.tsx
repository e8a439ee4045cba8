// What was drawn, as the largest thing on the screen, and on a projector as the only one.
import { IconMaximize } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import classes from './stage.module.css'

/** More than this are shown smaller, side by side. */
const LARGE_MAX = 3
const SHOWN_MAX = 500

/** A longer name would fill the screen. */
const LONG = 40

export function Stage({ values, note }: { values: readonly (string | StagedValue)[]; note?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  if (values.length === 0) return null
  return (
    <div ref={box} className={classes.stage}>
      <ul
        data-large={values.length <= LARGE_MAX && values.every((one) => textOf(one).length <= LONG)}
        aria-label="Result"
      >
        {values.slice(0, SHOWN_MAX).map((value, i) => {
          const text = textOf(value)
          const { picture, count = 1 } = typeof value === 'string' ? {} : value
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same value can come twice, and the order never changes
            <li key={`${i} ${text}`}>
              {picture}
              <span className={picture ? classes.total : undefined}>{text}</span>
              {count > 1 && <small>× {count}</small>}
            </li>
          )
        })}
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

const textOf = (value: string | StagedValue) => (typeof value === 'string' ? value : value.text)

interface StagedValue {
  readonly text: string
  readonly picture?: ReactNode
  readonly count?: number
}
