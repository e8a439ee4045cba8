import { useState } from 'react'

/** A value as it was before somebody started to type: what is long is drawn again when the hand rests. */
export function useRested<T>(value: T, isTyping: boolean): T {
  const [rested, setRested] = useState(value)
  if (isTyping) return rested
  if (rested !== value) setRested(value)
  return value
}
