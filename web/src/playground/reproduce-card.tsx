import { Button, Card, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyButton } from '../shell/copy-button.tsx'
import { useSaveFile } from '../shell/save-file.ts'
import classes from './playground.module.css'
import { curlLines, opensslLines, sdkLines } from './reproduce.ts'
import { paramsOf, type Settings } from './settings.ts'
import { useCompute } from './use-compute.ts'

const WAYS = ['curl', 'SDK', 'openssl'] as const

export function Reproduce({ settings }: { settings: Settings }) {
  const [way, setWay] = useState<(typeof WAYS)[number]>('curl')
  const { data: result } = useCompute(settings)
  const save = useSaveFile()
  const origin = window.location.origin
  const text =
    way === 'curl' ? curlLines(settings, origin) : way === 'SDK' ? sdkLines(settings, origin) : opensslLines(settings)
  return (
    <Card>
      <Title order={2} size="h3">
        Reproduce this
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        {way === 'openssl'
          ? 'Prints the first block and the digest above, from the settings alone.'
          : 'The same settings and seed give the same bytes, everywhere.'}
      </Text>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <SegmentedControl
          flex={1}
          maw={320}
          aria-label="How"
          value={way}
          onChange={(value) => setWay(WAYS.find((one) => one === value) ?? 'curl')}
          data={[...WAYS]}
        />
        <CopyButton value={text} label="Copy lines" />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be reachable by keyboard */}
      <section tabIndex={0} aria-label={`${way} lines`} className={classes.codeBox}>
        <pre className={classes.code}>{text}</pre>
      </section>
      <Group gap="xs" mt="sm">
        <CopyButton value={`${origin}/app/playground?${paramsOf(settings)}`} label="Copy a link to this" wide />
        {result && (
          <Button
            variant="subtle"
            size="compact-sm"
            px={6}
            leftSection={<IconDownload size={16} />}
            onClick={() => save(`result-${result.seed}`, result)}
          >
            Save the result as JSON
          </Button>
        )}
      </Group>
    </Card>
  )
}
