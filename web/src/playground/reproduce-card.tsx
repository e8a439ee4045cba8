import { Button, Card, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { ORIGIN } from '../api.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { saveText, useSaveFile } from '../shell/save-file.ts'
import { tellTrouble } from '../shell/trouble.tsx'
import { runEngine } from './engine.ts'
import classes from './playground.module.css'
import { curlLines, opensslLines, sdkLines } from './reproduce.ts'
import { blocksAsCsv } from './sequence-csv.ts'
import { FREE_SIZE_MAX, paramsOf, type Settings, seedValue } from './settings.ts'
import { useCompute } from './use-compute.ts'

const WAYS = ['curl', 'SDK', 'openssl'] as const

export function Reproduce({ settings }: { settings: Settings }) {
  const [way, setWay] = useState<(typeof WAYS)[number]>('curl')
  const { data: result } = useCompute(settings)
  const save = useSaveFile()
  const text =
    way === 'curl' ? curlLines(settings, ORIGIN) : way === 'SDK' ? sdkLines(settings, ORIGIN) : opensslLines(settings)
  return (
    <Card>
      <Title order={2} size="h3">
        Reproduce this
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        {way === 'openssl'
          ? 'Prints the first block and the digest above, using only the settings.'
          : 'The same settings and seed give the same bytes everywhere.'}
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
        <CopyButton value={`${ORIGIN}/app/playground?${paramsOf(settings)}`} label="Copy a link to this" wide />
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
        {settings.N <= FREE_SIZE_MAX && <Download settings={settings} />}
      </Group>
    </Card>
  )
}

/** The whole sequence: every block with its mirror image as CSV, or the bytes whose SHA-256 is the digest. */
function Download({ settings: { bias, N, samples, seed } }: { settings: Settings }) {
  const take = async (as: 'csv' | 'bits') => {
    try {
      const setting = { bias, N, samples, seed: seedValue(seed) }
      const bits = await runEngine<Uint8Array<ArrayBuffer>>({ kind: 'bits', setting })
      if (as === 'bits') saveText(`sequence-${seed}.bin`, new Blob([bits]), 'application/octet-stream')
      else saveText(`sequence-${seed}.csv`, blocksAsCsv(bits, { N, samples }), 'text/csv')
    } catch (error) {
      tellTrouble(error, 'The sequence could not be saved')
    }
  }
  return (
    <>
      <Button variant="subtle" size="compact-sm" px={6} onClick={() => void take('csv')}>
        Save the sequence as CSV
      </Button>
      <Button variant="subtle" size="compact-sm" px={6} onClick={() => void take('bits')}>
        Save its bits
      </Button>
    </>
  )
}
