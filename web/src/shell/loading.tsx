import { Center, Loader } from '@mantine/core'
import { useLayoutEffect } from 'react'

let shown = 0

/** The footer is hidden meanwhile. The page's body says so: a rule with `:has()` would be checked again at every keystroke. */
export function Loading() {
  useLayoutEffect(() => {
    const count = (by: 1 | -1) => {
      shown += by
      document.body.toggleAttribute('data-loading', shown > 0)
    }
    count(1)
    return () => count(-1)
  }, [])
  return (
    <Center h="50vh" role="status" aria-label="Loading">
      <Loader type="dots" />
    </Center>
  )
}
