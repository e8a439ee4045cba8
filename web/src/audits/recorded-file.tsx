import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ChooseFile } from '../shell/choose-file.tsx'
import { type Recorded, readRecorded } from './recorded.ts'

/** The service accepts 8 MB, including the other fields. */
const BYTES_MAX = 8_000_000

interface RecordedFileProps {
  readonly onRead: (recorded: Recorded | undefined) => void
}

export function RecordedFile({ onRead }: RecordedFileProps) {
  const [said, say] = useState<{ readonly text: string; readonly isError: boolean }>()
  const read = async (file: File) => {
    try {
      if (file.size > BYTES_MAX) throw new Error('This file is larger than 8 MB.')
      const recorded = readRecorded(await file.text())
      onRead(recorded)
      say({ text: `${file.name}: ${wordsFor(recorded)}`, isError: false })
    } catch (error) {
      onRead(undefined)
      say({ text: (error as Error).message, isError: true })
    }
  }
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        File of recorded answers
      </Text>
      <Text size="xs" c="dimmed">
        JSON lines. Each line is a whole pair with its two answers, or one answer to a prompt of our set.
      </Text>
      <Group>
        <ChooseFile accept=".jsonl,.json,.ndjson" onFile={read}>
          Choose file
        </ChooseFile>
      </Group>
      {said && (
        <Text size="sm" c={said.isError ? 'red' : 'dimmed'} role="status">
          {said.text}
        </Text>
      )}
    </Stack>
  )
}

function wordsFor({ pairs, answers }: Recorded): string {
  if (pairs) return pairs.length === 1 ? '1 pair' : `${pairs.length} pairs`
  return answers?.length === 1 ? '1 answer' : `${answers?.length ?? 0} answers`
}
