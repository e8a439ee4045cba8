import { startTransition, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { afterPaint } from '../shell/after-paint.ts'

/** Typing has paused when no key was pressed for this long. */
const TYPING_REST_MS = 300

interface TypingAhead<T> {
  /** The rendered value, a moment behind while somebody types. */
  readonly drawn: T
  readonly isTyping: boolean
  readonly draw: {
    now(value: T): void
    /** Renders after the browser has painted the first letter, and again when typing pauses, so that keystrokes do not wait. */
    later(value: T): void
    /** Renders a delayed value now. */
    waiting(): void
  }
}

/** A value that a person is typing: a long text is not rendered again for every letter. */
export function useTypingAhead<T>(first: () => T): TypingAhead<T> {
  const [drawn, setDrawn] = useState(first)
  const [isTyping, setTyping] = useState(false)
  const latest = useRef(drawn)
  const shown = useRef(drawn)
  useLayoutEffect(() => {
    shown.current = drawn
  }, [drawn])
  const painting = useRef<() => void>(undefined)
  const resting = useRef<number>(undefined)
  const draw = useMemo((): TypingAhead<T>['draw'] => {
    const show = () => {
      painting.current?.()
      painting.current = undefined
      if (shown.current !== latest.current) setDrawn(latest.current)
    }
    const waiting = () => {
      clearTimeout(resting.current)
      resting.current = undefined
      show()
      setTyping(false)
    }
    return {
      now(value) {
        latest.current = value
        show()
      },
      later(value) {
        latest.current = value
        const isFirst = resting.current === undefined
        clearTimeout(resting.current)
        resting.current = window.setTimeout(() => startTransition(waiting), TYPING_REST_MS)
        if (!isFirst) return
        painting.current ??= afterPaint(() =>
          startTransition(() => {
            show()
            setTyping(resting.current !== undefined)
          }),
        )
      },
      waiting,
    }
  }, [])
  return { drawn, isTyping, draw }
}

/** Keeps the last value while somebody types, so that long lists render again only when typing pauses. */
export function useRested<T>(value: T, isTyping: boolean): T {
  const [rested, setRested] = useState(value)
  if (isTyping) return rested
  if (rested !== value) setRested(value)
  return value
}
