// Checks several receipts: each one, and whether any is missing.
import { isReceipt, linesOf, printable, receiptFacts, verdictOf, verifyChain } from '@equipoise/engine/verify'
import { Badge, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnonymousClient } from '../api.ts'
import { withMoments } from '../format.ts'
import classes from '../shell/stage.module.css'
import { Stage, type StagedValue, stagedOf, textWithCount } from '../shell/stage.tsx'
import { type PictureFacts, SavePicture } from './save-picture.tsx'
import { TrustedKey } from './trusted-key.tsx'

interface ChainChecksProps {
  readonly receipts: readonly unknown[]
  /** The names of the draw, if they came with the receipts. */
  readonly entries?: readonly string[] | undefined
  /** Whether readers can enter what only they have. */
  readonly asks?: boolean
  /** Shows only the result and whether it is valid. */
  readonly isBrief?: boolean
  /** What a picture of the result says beside it. */
  readonly picture?: PictureFacts
}

const COLORS = { verified: 'teal', failed: 'red', unverified: 'gray' } as const
const WORDS = { verified: 'passed', failed: 'failed', unverified: 'not verified' } as const
const CHAIN_COLORS = { complete: 'teal', open: 'gray', failed: 'red' } as const
const MISSING: Readonly<Record<string, string>> = {
  entries: 'The list of entries is missing, so nobody can check here who won.',
  key: 'No key that you trust is known, so nobody can check here who signed it.',
}
const LISTED_MAX = 200
/** Beside its badge, or below it on a phone. */
const BESIDE = { flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' } as const

export function ChainChecks({ receipts, entries, asks = false, isBrief = false, picture }: ChainChecksProps) {
  const client = useAnonymousClient()
  const [given, setGiven] = useState({ names: '', key: '' })
  const { data: published, isLoading } = useQuery({ queryKey: ['signing-keys'], queryFn: () => client.signingKeys() })
  const names = linesOf(given.names)
  const keys = given.key.trim() ? [given.key.trim()] : published?.keys.map(({ public_key }) => public_key)
  const named = receipts.map((receipt, i) => ({ name: `receipt ${i + 1}`, receipt }))
  const found = verifyChain(named, { keys, entries: entries ?? (names.length > 0 ? names : undefined) })
  const hasFailed =
    found.chains.some(({ state }) => state === 'failed') ||
    found.receipts.some(({ verification }) => verdictOf(verification).state === 'failed')
  const values = hasFailed ? [] : found.receipts.flatMap(drawnIn)
  return (
    <Card aria-live="polite">
      <Stage values={values} />
      <Title order={2} size="h3" mt="md" ta="center">
        {hasFailed ? 'A check failed' : (found.proves ?? 'Not verified yet')}
      </Title>
      {!hasFailed && !found.proves && !isLoading && (
        <Text mt="xs" ta="center">
          {missingIn(found)}
        </Text>
      )}
      {picture && <SavePicture {...picture} values={values.map(textWithCount)} proves={found.proves} />}
      <details className={classes.checks} open={hasFailed || asks}>
        <summary>What was checked</summary>
        <Stack gap="md" mt="sm">
          {found.receipts.map(({ name, receipt, verification, proves }) => (
            <OneReceipt
              key={name}
              receipt={receipt}
              verification={verification}
              proves={proves === found.proves ? undefined : proves}
            />
          ))}
          {found.chains.map(({ commitment, state, detail }) => (
            <Group key={commitment} gap="xs" align="flex-start">
              <Badge variant="light" color={CHAIN_COLORS[state]} miw={104}>
                {state}
              </Badge>
              <Text size="sm" style={BESIDE}>
                <b>The chain.</b> {printable(sentence(detail))}
              </Text>
            </Group>
          ))}
        </Stack>
        {!isBrief && <TrustedKey value={given.key} change={(key) => setGiven({ ...given, key })} />}
      </details>
      {asks && (
        <Stack mt="lg">
          <Textarea
            label="Entries"
            description="If names were drawn: the published list, one per line, in the same order."
            autosize
            minRows={2}
            maxRows={10}
            value={given.names}
            onChange={(event) => setGiven({ ...given, names: event.currentTarget.value })}
          />
        </Stack>
      )}
    </Card>
  )
}

/** The first thing without which nothing is proven yet. */
function missingIn({ receipts, chains }: ReturnType<typeof verifyChain>): string | undefined {
  const checks = receipts.flatMap(({ verification }) => verification.checks)
  const missing = checks.find(({ state }) => state === 'skipped')
  const detail = missing?.detail ?? chains.find(({ state }) => state === 'open')?.detail
  return MISSING[missing?.name ?? ''] ?? (detail && printable(sentence(detail)))
}

/** What a draw drew; other receipts draw nothing. */
function drawnIn({ receipt, verification: { outcome = [] } }: CheckedReceipt): readonly StagedValue[] {
  return isReceipt(receipt) && receipt.subject === 'draw' ? stagedOf(receipt.settings.kind, outcome.map(printable)) : []
}

type CheckedReceipt = ReturnType<typeof verifyChain>['receipts'][number]

/** With what it proves, if that is not the heading already. */
export function OneReceipt({ receipt, verification, proves }: Omit<CheckedReceipt, 'name'>) {
  const { state, line } = verdictOf(verification)
  const { outcome = [] } = verification
  const { subject = 'receipt' } = (receipt ?? {}) as { subject?: string }
  return (
    <Group gap="xs" align="flex-start">
      <Badge variant="light" color={COLORS[state]} miw={104}>
        {WORDS[state]}
      </Badge>
      <div style={BESIDE}>
        {outcome.length > 0 && (
          <Text fw={600} size="lg" style={{ overflowWrap: 'anywhere' }}>
            {printable(outcome.slice(0, LISTED_MAX).join(', '))}
            {outcome.length > LISTED_MAX && ` and ${outcome.length - LISTED_MAX} more`}
          </Text>
        )}
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <b>{printable(SUBJECTS[subject] ?? 'Receipt')}.</b>{' '}
          {state === 'verified' ? withMoments(detailOf(subject, verification)) : printable(line)}
        </Text>
        {proves && <Text size="sm">{proves}</Text>}
        <Origin receipt={receipt} />
      </div>
    </Group>
  )
}

const ORIGINS: Readonly<Record<string, string>> = {
  time: 'Drawn on',
  round: 'Round',
  nonce: 'Nonce',
  'client seed': 'Client seed',
  seed: 'Seed',
}

/** When it was drawn, and the source of its randomness. */
function Origin({ receipt }: { receipt: unknown }) {
  if (!isReceipt(receipt) || receipt.subject !== 'draw') return null
  const facts = receiptFacts(receipt, {}).filter(({ name }) => name in ORIGINS)
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {facts.map(({ name, value }) => `${ORIGINS[name]} ${withMoments(printable(value))}`).join('. ')}.
    </Text>
  )
}

const SUBJECTS: Readonly<Record<string, string>> = {
  draw: 'The draw',
  commitment: 'What was committed to',
  reveal: 'What was revealed',
  assignment: 'An assignment',
  allocation: 'An allocation',
}

/** The most important check: of the beacon round if there is one, otherwise of the outcome. Commitments and reveals have none. */
function detailOf(subject: string, { checks }: CheckedReceipt['verification']): string {
  if (subject === 'commitment' || subject === 'reveal') {
    return printable(checks.findLast(({ name }) => name !== 'outcome')?.detail ?? '')
  }
  const beacon = checks.find(({ name }) => name === 'beacon')
  return printable([beacon?.detail, checks.at(-1)?.detail].filter(Boolean).join(' '))
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
