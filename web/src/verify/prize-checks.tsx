import {
  type PrizeFile,
  printable,
  prizeProblem,
  prizeVerdict,
  readPrizeZip,
  verifyPrize,
} from '@equipoise/engine/verify'
import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAnonymousClient } from '../api.ts'
import { formatCount, withMoments } from '../format.ts'
import { TrustedKey } from './trusted-key.tsx'

const COLORS = { passed: 'teal', failed: 'red', skipped: 'gray' } as const
const TITLES = { failed: 'A check failed', unverified: 'Not verified yet' } as const

/** The checks of a prize draw's file, with the keys that this service publishes or the one that the reader trusts. */
export function PrizeChecks({ zip }: { zip: Uint8Array }) {
  const read = useMemo(() => readPrizeZip(zip), [zip])
  return (
    <Card mt="lg" aria-live="polite">
      {'problem' in read ? (
        <>
          <Title order={2} size="h3">
            {TITLES.failed}
          </Title>
          <Text mt="sm" style={{ overflowWrap: 'anywhere' }}>
            {printable(read.problem)}
          </Text>
        </>
      ) : (
        <CheckedFile file={read.file} />
      )}
    </Card>
  )
}

function CheckedFile({ file }: { file: PrizeFile }) {
  const client = useAnonymousClient()
  const [key, setKey] = useState('')
  const published = useQuery({ queryKey: ['signing-keys'], queryFn: () => client.signingKeys() })
  const keys = useMemo(
    () => (key.trim() ? [key.trim()] : published.data?.keys.map(({ public_key }) => public_key)),
    [key, published.data],
  )
  // A pool of 50,000 entries takes a moment: not once more only because the keys have arrived.
  const checks = useMemo(
    () => (published.isPending ? undefined : verifyPrize(file, { keys }).checks),
    [file, keys, published.isPending],
  )
  if (!checks) return <Text>Checking …</Text>
  const { state, line } = prizeVerdict(checks)
  return (
    <>
      <Title order={2} size="h3" mb="md">
        {state === 'verified' ? line : TITLES[state]}
      </Title>
      {state !== 'failed' && <Drawn file={file} />}
      <Stack gap="sm">
        {checks.map((check) => (
          <Group key={check.name + check.detail} wrap="nowrap" align="flex-start">
            <Badge variant="light" color={COLORS[check.state]} miw={84}>
              {check.state}
            </Badge>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {withMoments(printable(check.detail))}
            </Text>
          </Group>
        ))}
      </Stack>
      <TrustedKey value={key} change={setKey} />
    </>
  )
}

/** What was drawn, with the names if the file has them. Only of a file in which nothing failed. */
function Drawn({ file: { lock, result, pool } }: { file: PrizeFile }) {
  if (prizeProblem(lock, 'lock') !== undefined || prizeProblem(result, 'result') !== undefined) return null
  const { title, organiser } = lock as { title: string; organiser: string }
  const { winners } = result as { winners: number[] }
  const nameOf = (position: number) => (pool as string[][] | undefined)?.[position - 1]?.[3]
  const named = winners.map((position) => {
    const name = nameOf(position)
    return `No. ${formatCount(position)}${name === undefined ? '' : ` (${printable(name)})`}`
  })
  return (
    <Text mb="md" style={{ overflowWrap: 'anywhere' }}>
      {printable(title)}, by {printable(organiser)}. The winners: {named.join(', ')}.
    </Text>
  )
}
