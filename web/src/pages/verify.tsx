// Drop a receipt: it is checked in the browser, and nothing is sent anywhere.
import { Button, Card, Container, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { PageTitle } from '../shell/page-title.tsx'
import { readReceipt } from '../verify/read-receipt.ts'
import { ReceiptChecks } from '../verify/receipt-checks.tsx'

export function Verify() {
  const [text, setText] = useState('')
  const [isOver, setOver] = useState(false)
  const load = async (file: File | null | undefined) => {
    if (file) setText(await file.text())
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void load(event.dataTransfer.files[0])
  }
  const read = readReceipt(text)
  return (
    <Container size="md">
      <PageTitle title="Verify a receipt">
        Check what was drawn, by whom and from what. Your browser computes it again; nothing is sent to us.
      </PageTitle>
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
            <Text>Drop a receipt here, paste it below, or choose the file.</Text>
            <FileButton onChange={load} accept="application/json,.json">
              {(props) => (
                <Button variant="default" {...props}>
                  Choose file
                </Button>
              )}
            </FileButton>
          </Group>
          <Textarea
            label="Receipt"
            autosize
            minRows={6}
            maxRows={16}
            spellCheck={false}
            value={text}
            error={read.problem}
            onChange={(event) => setText(event.currentTarget.value)}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          />
        </Stack>
      </Card>
      {read.receipt && <ReceiptChecks key={read.receipt.signature} receipt={read.receipt} />}
    </Container>
  )
}
