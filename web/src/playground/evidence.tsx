// More tests of the same run, and the sequence as a download.
import { sha256Hex } from '@equipoise/engine/verify'
import type { BatteryReport } from '@equipoise/sdk'
import { Button, Card, Group, Skeleton, Table, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnonymousClient, useClient } from '../api.ts'
import { saveText } from '../shell/save-file.ts'
import { Trouble } from '../shell/trouble.tsx'
import { PValuePlot } from './p-value-plot.tsx'
import { FREE_SIZE_MAX, type Settings } from './settings.ts'

const WORDS: Record<BatteryReport['tests'][number]['name'], string> = {
  fit: 'Blocks by number of ones',
  ones: 'Ones',
  runs: 'Runs of equal bits',
  positions: 'Places in a block',
  serial: 'Heavy blocks after heavy ones',
  agreement: 'Output independent of input',
  source: 'Input follows its bias',
  spread: 'Spread of the blocks',
}

export function Evidence({ settings }: { settings: Settings }) {
  const anonymous = useAnonymousClient()
  const member = useClient()
  // What is free without an account must not use up a quota.
  const client = settings.N > FREE_SIZE_MAX ? member : anonymous
  const { bias, N, samples, seed } = settings
  const request = { bias, N, samples, seed }
  const [wanted, setWanted] = useState<string>()
  const name = JSON.stringify(request)
  const { data, error, isFetching } = useQuery({
    queryKey: ['battery', name],
    queryFn: ({ signal }) => client.compute({ ...request, report: true }, { signal }),
    enabled: wanted === name,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const download = useMutation({
    mutationFn: async () => {
      const lines: string[] = []
      for await (const bits of client.sequence(request)) lines.push(bits)
      return `${lines.join('\n')}\n`
    },
    onSuccess: (text) => saveText(`sequence-N${N}-seed-${seed}.txt`, text),
  })
  return (
    <Card mt="lg">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          Evidence
        </Title>
        <Group gap="sm">
          <Button variant="default" onClick={() => setWanted(name)} loading={isFetching}>
            Run all tests
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            Download the output bits
          </Button>
        </Group>
      </Group>
      <Text c="dimmed" size="sm">
        Eight tests of the bits before mirroring, where mirroring does not hide a defect. A small p-value means that
        chance rarely gives such a result; one of eight below 0.05 is not unusual. The download holds the bits of the
        output, after mirroring.
      </Text>
      {download.data && (
        <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          SHA-256 of the downloaded file: <code>{sha256Hex(download.data)}</code>
        </Text>
      )}
      <Trouble error={error ?? download.error} />
      {isFetching && <Skeleton h={200} mt="md" />}
      {data?.report && wanted === name && <Report report={data.report} />}
    </Card>
  )
}

function Report({ report: { tests, positions, correlations } }: { report: BatteryReport }) {
  return (
    <>
      <Table.ScrollContainer minWidth={360} mt="md">
        <Table className="num">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Test</Table.Th>
              <Table.Th>p-value</Table.Th>
              <Table.Th>Method</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tests.map(({ name, p_value, method }) => (
              <Table.Tr key={name}>
                <Table.Td>{WORDS[name]}</Table.Td>
                <Table.Td>{p_value.toFixed(3)}</Table.Td>
                <Table.Td>{method}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group grow align="flex-start" mt="md">
        <PValuePlot
          title="p-value at each place of a block"
          points={positions.map(({ position, p_value }) => ({ name: `Place ${position + 1}`, pValue: p_value }))}
        />
        <PValuePlot
          title="p-value of bits at a distance"
          points={correlations.map(({ lag, p_value }) => ({ name: `Distance ${lag}`, pValue: p_value }))}
        />
      </Group>
    </>
  )
}
