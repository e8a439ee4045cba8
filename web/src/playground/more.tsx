// The part below the first result: all biases, how to reproduce the result, and more tests.
import { SimpleGrid } from '@mantine/core'
import { Evidence } from './evidence.tsx'
import { Reproduce } from './reproduce-card.tsx'
import type { Settings } from './settings.ts'
import { Sweep } from './sweep.tsx'

export function More({ settings }: { settings: Settings }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mt="lg">
        <Sweep settings={settings} />
        <Reproduce settings={settings} />
      </SimpleGrid>
      <Evidence settings={settings} />
    </>
  )
}
