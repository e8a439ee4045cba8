import { type PrizeCheck, printable, prizeVerdict } from '@equipoise/engine/verify'
import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useAnonymousClient } from '../api.ts'
import { withMoments } from '../format.ts'
import type { PrizeAnswer, PrizeTask } from './prize-worker.ts'
import { TrustedKey } from './trusted-key.tsx'

const COLORS = { passed: 'teal', failed: 'red', skipped: 'gray' } as const
const TITLES = { failed: 'A check failed', unverified: 'Not verified yet' } as const

/** The checks of a prize draw's file, with the keys that this service publishes or the one that the reader trusts. */
export function PrizeChecks({ zip }: { zip: File }) {
  const client = useAnonymousClient()
  const [key, setKey] = useState('')
  const published = useQuery({ queryKey: ['signing-keys'], queryFn: () => client.signingKeys() })
  const keys = useMemo(
    () => (key.trim() ? [key.trim()] : published.data?.keys.map(({ public_key }) => public_key)),
    [key, published.data],
  )
  const answer = useAnswer({ zip, keys }, !published.isLoading)
  return (
    <Card mt="lg" aria-live="polite">
      <Answer answer={answer} name={zip.name} />
      <TrustedKey value={key} change={setKey} />
    </Card>
  )
}

/** Undefined while a worker checks the file. Another file or key ends that worker, as does leaving the page. */
function useAnswer({ zip, keys }: PrizeTask, isReady: boolean): PrizeAnswer | undefined {
  const [answer, setAnswer] = useState<PrizeAnswer>()
  useEffect(() => {
    setAnswer(undefined)
    // Not checked once more only because the keys have arrived.
    if (!isReady) return
    const worker = new Worker(new URL('./prize-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<PrizeAnswer>) => setAnswer(data)
    worker.onerror = () => setAnswer({ problem: 'The file could not be checked. Reload the page and choose it again.' })
    const task: PrizeTask = { zip, keys }
    worker.postMessage(task)
    return () => worker.terminate()
  }, [zip, keys, isReady])
  return answer
}

function Answer({ answer, name }: { answer: PrizeAnswer | undefined; name: string }) {
  if (!answer) {
    return (
      <Text style={{ overflowWrap: 'anywhere' }}>
        Your browser is checking {printable(name)} … With thousands of entries, this can take a minute.
      </Text>
    )
  }
  if ('problem' in answer) {
    return (
      <>
        <Title order={2} size="h3">
          {TITLES.failed}
        </Title>
        <Text mt="sm" style={{ overflowWrap: 'anywhere' }}>
          {printable(answer.problem)}
        </Text>
      </>
    )
  }
  return <Checked {...answer} />
}

/** What was drawn is shown only of a file in which nothing failed. */
function Checked({ checks, drawn }: { checks: readonly PrizeCheck[]; drawn: string | undefined }) {
  const { state, line } = prizeVerdict(checks)
  return (
    <>
      <Title order={2} size="h3" mb="md">
        {state === 'verified' ? line : TITLES[state]}
      </Title>
      {state !== 'failed' && drawn && (
        <Text mb="md" style={{ overflowWrap: 'anywhere' }}>
          {drawn}
        </Text>
      )}
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
    </>
  )
}
