import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a list whose lines disappear while somebody uses it: it moves to the line that takes the place, or to the heading if
 * there is none. Spread the result on the element around heading and list.
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
    // React does not call this for removed elements, so the focus is only kept if the person did not move it away.
    onBlur() {
      at.current = undefined
    },
  }
}
