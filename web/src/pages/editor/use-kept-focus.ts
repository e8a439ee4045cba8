import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * For a list whose lines disappear while somebody uses it: when the line with the focus goes, the focus moves to the line that
 * takes its place, or waits on the heading until there is one. Spread what it returns on the box around both.
 */
export function useKeptFocus<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  const at = useRef<number>(undefined)
  const linesOf = () => [...(ref.current?.querySelectorAll('li') ?? [])]
  useLayoutEffect(() => {
    const heading = ref.current?.querySelector('h2')
    const isLost = document.activeElement === document.body || document.activeElement === heading
    if (at.current === undefined || !isLost) return
    const lines = linesOf()
    const line = lines[Math.min(at.current, lines.length - 1)]
    const target = [...(line?.querySelectorAll('button') ?? [])].at(-1) ?? heading
    target?.focus()
  })
  return {
    ref,
    onFocus({ target }: FocusEvent) {
      const line = linesOf().findIndex((one) => one.contains(target))
      if (line >= 0) at.current = line
    },
    // Not called for what React takes away: who leaves by themselves is not brought back.
    onBlur() {
      at.current = undefined
    },
  }
}
