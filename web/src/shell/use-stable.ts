import { useRef, useState } from 'react'

/**
 * The same functions at every render, doing what the latest ones do: a long list is not drawn again for each keystroke. Where
 * `before` draws what was typed last, they do what they do after that.
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
