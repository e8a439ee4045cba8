import { useRef, useState } from 'react'

/** The same functions at every render, doing what the latest ones do: a long list is not drawn again for each keystroke. */
export function useStable<T extends Record<string, (...args: never[]) => unknown>>(functions: T): T {
  const latest = useRef(functions)
  latest.current = functions
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(functions).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
      ) as T,
  )
  return stable
}
