import {
  type Check,
  drawOutcome,
  fairSeed,
  outcomeSettingOf,
  type Receipt,
  verifyReceipt,
} from '@equipoise/engine/verify'
import { Badge, Card, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnonymousClient } from '../api.ts'
import { formatMoment } from '../format.ts'
import { linesOf } from './read-receipt.ts'

const CHECK_NAMES: Record<Check['name'], string> = {
  receipt: 'Receipt',
  signature: 'Signature',
  key: 'Key',
  seed: 'Seed',
  entries: 'Entries',
  outcome: 'Outcome',
}
const COLORS = { passed: 'teal', failed: 'red', skipped: 'gray' } as const
const SHOWN_MAX = 50

/** The checks of one receipt, and fields for what only the reader can bring. */
export function ReceiptChecks({ receipt }: { receipt: Receipt }) {
  const client = useAnonymousClient()
  const [seed, setSeed] = useState('')
  const [names, setNames] = useState('')
  const { data: published } = useQuery({ queryKey: ['signing-keys'], queryFn: () => client.signingKeys() })
  const entries = linesOf(names)
  const evidence = {
    keys: published?.keys.map(({ public_key }) => public_key),
    seed: seed.trim() || undefined,
    entries: entries.length > 0 ? entries : undefined,
  }
  const { valid, complete, checks } = verifyReceipt(receipt, evidence)
  const needsSeed = checks.some(({ name }) => name === 'seed') && receipt.subject !== 'allocation'
  const outcome = valid ? outcomeOf(receipt, evidence.seed, entries) : undefined
  return (
    <Card mt="lg" aria-live="polite">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3">
          {valid ? (complete ? 'The receipt is valid' : 'Nothing has failed so far') : 'The receipt is not valid'}
        </Title>
        <Text size="sm" c="dimmed">
          {titleOf(receipt)}
        </Text>
      </Group>
      <Stack gap="sm">
        {checks.map((check) => (
          <Group key={check.name} wrap="nowrap" align="flex-start">
            <Badge variant="light" color={COLORS[check.state]} miw={84}>
              {check.state}
            </Badge>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <b>{CHECK_NAMES[check.name]}.</b> {check.detail}
            </Text>
          </Group>
        ))}
      </Stack>
      {outcome && (
        <Text mt="md" style={{ overflowWrap: 'anywhere' }}>
          <b>Drawn:</b> {outcome}
        </Text>
      )}
      <Stack mt="lg">
        {needsSeed && (
          <TextInput
            label="Revealed seed"
            description="The organiser publishes it after the draw, or when the allocation is closed."
            value={seed}
            onChange={(event) => setSeed(event.currentTarget.value)}
          />
        )}
        {checks.some(({ name }) => name === 'entries') && (
          <Textarea
            label="Entries"
            description="The published list, one name per line, in the same order."
            autosize
            minRows={3}
            maxRows={10}
            value={names}
            onChange={(event) => setNames(event.currentTarget.value)}
          />
        )}
      </Stack>
    </Card>
  )
}

function titleOf({ subject, issued_at }: Receipt): string {
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)}, ${formatMoment(issued_at)}`
}

/** What was drawn, computed again; undefined while the seed is not known. */
function outcomeOf(receipt: Receipt, revealed: string | undefined, entries: readonly string[]): string | undefined {
  if (receipt.subject === 'assignment') return receipt.settings.arm
  if (receipt.subject !== 'draw') return undefined
  const { settings } = receipt
  const seed = settings.commitment
    ? revealed && fairSeed(revealed, settings.client_seed ?? '', settings.nonce ?? 0)
    : settings.seed
  if (seed === undefined || seed === '') return undefined
  const names = settings.kind === 'choice' ? settings.options.map(({ name }) => name) : entries
  const drawn = Array.from(drawOutcome(outcomeSettingOf(settings), seed).slice(0, SHOWN_MAX))
  const isPlace = settings.kind !== 'integers' && settings.kind !== 'dice'
  const words = drawn.map((number) => (isPlace ? (names[number] ?? `entry ${number + 1}`) : String(number)))
  return `${words.join(', ')}${settings.count > SHOWN_MAX ? ' …' : ''}`
}
