import { computeUnits } from '@equipoise/engine/setting'
import type { ComputeResult } from '@equipoise/sdk'
import { Badge, Group, Skeleton, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Histogram, shareTop } from '../charts/histogram.tsx'
import { formatCount } from '../format.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { Notice } from '../shell/notice.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { NeedsAccount, useNeedsAccount } from './needs-account.tsx'
import classes from './playground.module.css'
import { FREE_SIZE_MAX, type Settings } from './settings.ts'
import { useCompute } from './use-compute.ts'

interface ResultsProps {
  readonly settings: Settings
  readonly isSeedValid: boolean
}

export function Results({ settings, isSeedValid }: ResultsProps) {
  const { data: result, error, refetch } = useCompute(settings)
  const needsAccount = useNeedsAccount(settings.N)
  if (!isSeedValid) return <InvalidSeed />
  return (
    <section className={classes.results} aria-label="Result" data-rejected={needsAccount || undefined}>
      {error ? (
        <Trouble error={error} retry={() => refetch()} />
      ) : needsAccount ? (
        <NeedsAccount N={settings.N} />
      ) : result ? (
        <Shown result={result} />
      ) : (
        <Waiting />
      )}
      {settings.N > FREE_SIZE_MAX && !error && !needsAccount && (
        <Text size="xs" c="dimmed" mt="md">
          Each run with these settings uses {formatCount(computeUnits(settings))} of your compute units.
        </Text>
      )}
    </section>
  )
}

/** The last result belongs to another seed, so it is neither shown nor saved. */
function InvalidSeed() {
  return (
    <section className={classes.results} aria-label="Result">
      <Notice tone="warning" title="There is no result for this seed">
        A seed has 1 to 128 letters, digits, - or _. Correct it to see a result and to save it.
      </Notice>
    </section>
  )
}

function Shown({ result }: { result: ComputeResult }) {
  const shareMax = shareTop(result.input.histogram, result.histogram)
  return (
    <>
      <Score result={result} />
      <Text size="sm" c="dimmed" mb="lg">
        AIN is 1 if ones and zeros are equally frequent, and 0 if there is only one of them.
      </Text>
      <div className={classes.two}>
        <div>
          <Text fw={600} mb="xs">
            Input
          </Text>
          <Histogram
            bars={result.input.histogram}
            mean={result.input.mean}
            shareMax={shareMax}
            color="var(--eq-input)"
            summary={`Input distribution: mean ${result.input.mean.toFixed(3)}, standard deviation ${result.input.std.toFixed(3)}`}
          />
        </div>
        <div>
          <Text fw={600} mb="xs">
            Balanced output
          </Text>
          <Histogram
            bars={result.histogram}
            mean={result.mean}
            shareMax={shareMax}
            color="var(--eq-output)"
            summary={`Output distribution: mean ${result.mean.toFixed(3)}, standard deviation ${result.std.toFixed(3)}`}
          />
        </div>
      </div>
      <Facts result={result} />
      <Meanings />
    </>
  )
}

function Score({ result }: { result: ComputeResult }) {
  return (
    <div className={classes.score} aria-live="polite">
      <span className="eyebrow">AIN</span>
      <Group gap={12} align="center" wrap="nowrap">
        <span className={classes.scoreBefore} title="Before: the input">
          {result.input.ain.toFixed(3)}
        </span>
        <IconArrowRight size={22} aria-label="becomes" color="var(--mantine-color-dimmed)" />
        <span className={classes.scoreAfter} title="After: the output">
          {result.ain.toFixed(3)}
        </span>
      </Group>
      <Badge variant="light" color={result.status === 'STABLE' ? 'teal' : 'orange'} radius="sm">
        {result.status}
      </Badge>
    </div>
  )
}

function Facts({ result }: { result: ComputeResult }) {
  const facts = [
    ['Mean', `${result.input.mean.toFixed(3)} → ${result.mean.toFixed(3)}`],
    ['Spread (expected)', `${result.std.toFixed(3)} (${result.expected_std.toFixed(3)})`],
    ['Before mirroring', `AIN ${result.raw.ain.toFixed(3)}`],
    ['p-value', result.p_value.toFixed(3)],
    ['First block', result.sequence],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd style={{ overflowWrap: 'anywhere' }}>{value}</dd>
        </div>
      ))}
      <div>
        <dt>Digest</dt>
        <dd className={classes.digest}>
          {result.digest.slice(0, 8)}…
          <CopyButton value={result.digest} label="Copy the digest" />
        </dd>
      </div>
    </dl>
  )
}

const MEANINGS = [
  [
    'Stable',
    'A self-test of the randomness before mirroring: AIN is at least 0.99 and the p-value is not extremely small.',
  ],
  ['Mean', 'The average share of ones in a block: of the input, then of the output.'],
  ['Spread (expected)', 'How far the blocks of the output spread around the mean, compared with fair coins.'],
  [
    'Before mirroring',
    'The output contains every block and its mirror image, which balances it exactly. This is AIN without that.',
  ],
  [
    'p-value',
    'How often fair coins would be at least as uneven as the output before mirroring. Only a tiny value is a bad sign.',
  ],
  ['First block', 'The first bits of the output.'],
  [
    'Digest',
    'SHA-256 of the blocks before mirroring, not of the file you download. The openssl commands below compute it without us.',
  ],
] as const

function Meanings() {
  return (
    <details className={classes.meanings}>
      <summary>What the numbers mean</summary>
      <dl>
        {MEANINGS.map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Computing">
      <Skeleton h={40} w={240} mb="lg" />
      <div className={classes.two}>
        <Skeleton h={270} />
        <Skeleton h={270} />
      </div>
    </div>
  )
}
