import { useRef, useState } from 'react'

/**
 * Functions with a stable identity that call the latest versions, so that a long list does not render for each keystroke. `before` runs
 * first, for example to render what was typed last.
 */
export function useStable<T extends Record<string, (...args: never[]) => unknown>>(
  functions: T,
  before?: () => void,
): T {
  const latest = useRef(functions)
  latest.current = functions
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(functions).map((name) => [
          name,
          (...args: never[]) => {
            before?.()
            return latest.current[name]?.(...args)
          },
        ]),
      ) as T,
  )
  return stable
}
