import {
  type Check,
  type Fact,
  linesOf,
  printable,
  type Receipt,
  receiptFacts,
  verifyReceipt,
} from '@equipoise/engine/verify'
import { Badge, Group, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnonymousClient } from '../api.ts'
import { withMoments } from '../format.ts'
import { Section } from '../shell/section.tsx'
import { TrustedKey } from './trusted-key.tsx'

const CHECK_NAMES: Record<Check['name'], string> = {
  receipt: 'Receipt',
  signature: 'Signature',
  key: 'Key',
  seed: 'Seed',
  beacon: 'Beacon',
  entries: 'Entries',
  outcome: 'Outcome',
  expected: 'Announced',
}
const FACT_NAMES: Record<Fact['name'], string> = {
  outcome: 'Drawn',
  receipt: 'Receipt',
  time: 'Time',
  nonce: 'Nonce',
  'client seed': 'Client seed',
  seed: 'Seed',
  round: 'Round',
  draws: 'Draws',
  key: 'Key',
}
/** The engine words what is proven; these are only headings. */
const TITLES = {
  failed: 'The receipt is not valid',
  unverified: 'Not verified yet',
} as const
const COLORS = { passed: 'teal', failed: 'red', skipped: 'gray' } as const

/** The checks of one receipt, and fields for what only the reader can know. */
export function ReceiptChecks({ receipt }: { receipt: Receipt }) {
  const client = useAnonymousClient()
  const [given, setGiven] = useState({ seed: '', names: '', key: '', expected: '' })
  const { data: published } = useQuery({ queryKey: ['signing-keys'], queryFn: () => client.signingKeys() })
  const entries = linesOf(given.names)
  const verification = verifyReceipt(receipt, {
    keys: given.key.trim() ? [given.key.trim()] : published?.keys.map(({ public_key }) => public_key),
    seed: given.seed.trim() || undefined,
    entries: entries.length > 0 ? entries : undefined,
    expected: given.expected.trim() ? [given.expected.trim()] : undefined,
  })
  const { checks } = verification
  return (
    <Section
      title={
        verification.proves ?? (checks.some(({ state }) => state === 'failed') ? TITLES.failed : TITLES.unverified)
      }
      mt="lg"
      aria-live="polite"
    >
      <Stack gap="sm">
        {checks.map((check) => (
          <Group key={check.name} wrap="nowrap" align="flex-start">
            <Badge variant="light" color={COLORS[check.state]} miw={84}>
              {check.state}
            </Badge>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <b>{CHECK_NAMES[check.name]}.</b> {printable(check.detail)}
            </Text>
          </Group>
        ))}
      </Stack>
      <Facts facts={receiptFacts(receipt, verification)} />
      <Fields receipt={receipt} given={given} change={(changed) => setGiven({ ...given, ...changed })} />
    </Section>
  )
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Table mt="md" variant="vertical" layout="fixed">
      <Table.Tbody>
        {facts.map(({ name, value }) => (
          <Table.Tr key={name}>
            <Table.Th w={110}>{FACT_NAMES[name]}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{withMoments(printable(value))}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface GivenEvidence {
  readonly seed: string
  readonly names: string
  readonly key: string
  readonly expected: string
}

interface FieldsProps {
  readonly receipt: Receipt
  readonly given: GivenEvidence
  change(changed: Partial<GivenEvidence>): void
}

function Fields({ receipt, given, change }: FieldsProps) {
  const { subject, settings } = receipt
  const needsSeed = subject === 'assignment' || (subject === 'draw' && 'nonce' in settings)
  return (
    <Stack mt="lg">
      {needsSeed && (
        <TextInput
          label="Revealed seed"
          description="The organiser publishes it after the draw, or when the allocation is closed."
          value={given.seed}
          onChange={(event) => change({ seed: event.currentTarget.value })}
        />
      )}
      {subject === 'draw' && 'entries' in settings && (
        <Textarea
          label="Entries"
          description="The published list, one name per line, in the same order."
          autosize
          minRows={3}
          maxRows={10}
          value={given.names}
          onChange={(event) => change({ names: event.currentTarget.value })}
        />
      )}
      {subject === 'draw' && (
        <TextInput
          label="Announced winner or result"
          description="If you enter it, we compare it with what was drawn."
          value={given.expected}
          onChange={(event) => change({ expected: event.currentTarget.value })}
        />
      )}
      <TrustedKey value={given.key} change={(key) => change({ key })} />
    </Stack>
  )
}
