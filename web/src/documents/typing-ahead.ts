import { startTransition, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { afterPaint } from '../shell/after-paint.ts'

/** Without a key for this long, the hand rests. */
const TYPING_REST_MS = 300

export interface TypingAhead<T> {
  /** As it is drawn: while somebody types, a moment behind. */
  readonly drawn: T
  readonly isTyping: boolean
  /** The same functions at every render. */
  readonly draw: {
    now(value: T): void
    /** After the field has shown the first letter, and again when the hand rests: a keystroke waits for nothing else. */
    later(value: T): void
    /** What waits to be drawn. */
    waiting(): void
  }
}

/** A value that a person is typing: a long text is not drawn again for every letter. */
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

/** A value as it was before somebody started to type: what is long is drawn again when the hand rests. */
export function useRested<T>(value: T, isTyping: boolean): T {
  const [rested, setRested] = useState(value)
  if (isTyping) return rested
  if (rested !== value) setRested(value)
  return value
}
