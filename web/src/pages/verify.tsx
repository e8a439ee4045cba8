// Checks dropped receipts and files of prize draws in the browser; nothing is sent anywhere.
import { textOfBytes } from '@equipoise/engine/verify'
import { Box, Button, Card, Container, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { PageTitle } from '../shell/page-title.tsx'
import { ChainChecks } from '../verify/chain-checks.tsx'
import { PrizeChecks } from '../verify/prize-checks.tsx'
import { readReceipt, readReceipts } from '../verify/read-receipt.ts'
import { ReceiptChecks } from '../verify/receipt-checks.tsx'

export function Verify() {
  const [text, setText] = useState('')
  const [zip, setZip] = useState<File>()
  const load = async (files: readonly File[]) => {
    const packed = files.find(({ name }) => name.toLowerCase().endsWith('.zip'))
    setZip(packed)
    if (packed) return setText('')
    // One line per file, so that the receipts can be read and changed in the field.
    const texts = await Promise.all(files.map(async (file) => textOfBytes(new Uint8Array(await file.arrayBuffer()))))
    if (texts.length > 0) setText(texts.length === 1 ? (texts[0] ?? '') : texts.map(onOneLine).join('\n'))
  }
  const type = (typed: string) => {
    setZip(undefined)
    setText(typed)
  }
  const { receipts, entries, problem }: ReturnType<typeof readReceipts> =
    text.trim() === '' ? { receipts: [] } : readReceipts([text])
  const read: ReturnType<typeof readReceipt> =
    receipts.length === 1 ? readReceipt(JSON.stringify(receipts[0])) : problem ? { problem } : {}
  return (
    <Container>
      <Box maw={960}>
        <PageTitle title="Verify receipts">
          Check what was drawn, by whom and from what. Your browser computes it again; nothing is sent to us.
        </PageTitle>
        <Given {...{ text, problem: read.problem, load, type }} />
        {zip && <PrizeChecks zip={zip} />}
        {read.receipt && <ReceiptChecks key={read.receipt.signature} receipt={read.receipt} />}
        {receipts.length > 1 && (
          <Box mt="lg">
            <ChainChecks receipts={receipts} entries={entries} asks={entries === undefined} />
          </Box>
        )}
      </Box>
    </Container>
  )
}

interface GivenProps {
  readonly text: string
  readonly problem: string | undefined
  load(files: readonly File[]): Promise<void>
  type(text: string): void
}

/** Where receipts are pasted, and files chosen or dropped. */
function Given({ text, problem, load, type }: GivenProps) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void load([...event.dataTransfer.files])
  }
  return (
    <Card
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      style={{ outline: isOver ? '2px dashed var(--mantine-primary-color-filled)' : undefined }}
    >
      <Stack>
        <Group justify="space-between">
          <Text>Drop receipts or the ZIP of a prize draw here, paste receipts below, or choose the files.</Text>
          <FileButton onChange={(files) => load(files)} accept="application/json,.json,.jsonl,.zip" multiple>
            {(props) => (
              <Button variant="default" {...props}>
                Choose files
              </Button>
            )}
          </FileButton>
        </Group>
        <Textarea
          label="Receipt"
          description="One receipt, several (one per line), or a published result."
          autosize
          minRows={6}
          maxRows={16}
          spellCheck={false}
          value={text}
          error={problem}
          onChange={(event) => type(event.currentTarget.value)}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        />
      </Stack>
    </Card>
  )
}

function onOneLine(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text.trim()
  }
}
