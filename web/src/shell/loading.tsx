import { Center, Loader } from '@mantine/core'
import { useLayoutEffect } from 'react'

let shown = 0

/** Hides the footer with an attribute on the body: browsers check a rule with `:has()` again at every keystroke. */
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
