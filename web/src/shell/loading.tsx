import { Center, Loader } from '@mantine/core'

export function Loading() {
  return (
    <Center h="50vh" role="status" aria-label="Loading" data-loading>
      <Loader type="dots" />
    </Center>
  )
}
