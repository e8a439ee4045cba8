// A prize draw that anybody can open: what was locked, what was drawn, and whether one's own entry is in the pool. The browser checks it.
import type { PrizeLock, PrizeResult } from '@equipoise/engine'
import { type PrizeCheck, parseCode, printable, verifyEntrant, verifyPrize } from '@equipoise/engine/verify'
import { NotFoundError, type PrizeDraw } from '@equipoise/sdk'
import { Box, Button, Card, Container, Group, List, Skeleton, Table, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { useAccount, useAnonymousClient, useClient } from '../api.ts'
import { nowMs } from '../clock.ts'
import { PrizeOwner } from '../draws/prize-owner.tsx'
import { formatCount, formatMoment, withMoments } from '../format.ts'
import { Form } from '../shell/form.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { Stage, type StagedValue } from '../shell/stage.tsx'
import { Trouble } from '../shell/trouble.tsx'

const POLL_MS = 5_000
const STANDINGS = {
  won: 'Your entry won.',
  reserve: 'Your entry is a reserve: it wins if a winner is excluded or does not claim.',
  excluded: 'Your entry is in the pool, and was excluded. The reason is below.',
  'not drawn': 'Your entry is in the pool, and was not drawn.',
  waiting: 'Your entry is in the pool. Nothing was drawn yet.',
  prize: 'Your ticket won a prize.',
  'no prize': 'Your ticket did not win.',
} as const
/** The browser asked the service itself for its keys. */
const KEY_WORDS = 'The key is one that this service publishes today.'
const MARKS = { passed: '✓', failed: '✗', skipped: '–' } as const

export function PrizePage() {
  const { id = '' } = useParams()
  const client = useAnonymousClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['prize', id],
    queryFn: ({ signal }) => client.prizes.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'drawn' ? false : POLL_MS),
  })
  return (
    <Container>
      <Box maw={960}>
        <PageTitle title={printable(data?.title ?? 'Prize draw')}>
          {data && 'Title by the organiser. Your browser checks the draw itself; you need no account.'}
        </PageTitle>
        <Trouble error={error} retry={() => refetch()} />
        {error instanceof NotFoundError && <Text mt="md">Ask the organiser for the full link.</Text>}
        {!data && !error && <Skeleton h={240} radius="lg" />}
        {data && <Shown prize={data} />}
      </Box>
    </Container>
  )
}

function Shown({ prize }: { prize: PrizeDraw }) {
  const client = useAnonymousClient()
  const { data: signing } = useQuery({ queryKey: ['signing-keys'], queryFn: () => client.signingKeys() })
  const keys = useMemo(() => signing?.keys.map(({ public_key }) => public_key), [signing])
  // Not each second: to check the round's signature takes a while.
  const { checks } = useMemo(() => {
    const stamp = prize.time_stamp ? bytesOf(prize.time_stamp) : undefined
    const pulseStamp = prize.nist_time_stamp ? bytesOf(prize.nist_time_stamp) : undefined
    return verifyPrize({ lock: prize.lock, result: prize.result ?? undefined, stamp, pulseStamp }, { keys })
  }, [prize, keys])
  const isSound = !checks.some(({ state }) => state === 'failed')
  const secondsLeft = useSecondsUntil(prize.public_at)
  return (
    <>
      {isSound && <Stage {...staged(prize, secondsLeft)} title={printable(prize.title)} />}
      <Entrant prize={prize} keys={keys} />
      {isSound && <Facts prize={prize} />}
      <Checks checks={checks} />
      <Owner prize={prize} isPublic={secondsLeft <= 0} />
    </>
  )
}

function staged({ result, public_at }: PrizeDraw, secondsLeft: number): { values: StagedValue[]; note: ReactNode } {
  if (result) {
    const { winners } = result as unknown as PrizeResult
    return {
      values: winners.map((position) => ({ text: `No. ${formatCount(position)}` })),
      note: <p>The entries that won</p>,
    }
  }
  const words =
    secondsLeft > 0
      ? `The round that decides is public on ${formatMoment(public_at)}.`
      : 'The round is public, so anybody can compute the winners. They appear here when the service has fetched the round, or the organiser has sent it.'
  return { values: [{ text: secondsLeft > 0 ? countdown(secondsLeft) : 'Now' }], note: <p>{words}</p> }
}

function countdown(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function useSecondsUntil(iso: string): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(iso))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(iso)), 1_000)
    return () => clearInterval(timer)
  }, [iso])
  return seconds
}

function secondsUntil(iso: string): number {
  return Math.max(0, Math.ceil((Date.parse(iso) - nowMs()) / 1000))
}

/** The code can be in the link, behind #, where no server sees it. */
function Entrant({ prize, keys }: { prize: PrizeDraw; keys: readonly string[] | undefined }) {
  const client = useAnonymousClient()
  const { hash } = useLocation()
  const [code, setCode] = useState(hash.slice(1))
  const look = useMutation({ mutationFn: () => client.prizes.entrant(prize.id, { code: code.trim() }) })
  const found = useMemo(
    () => look.data && verifyEntrant({ lock: prize.lock, result: prize.result ?? undefined }, look.data, { keys }),
    [look.data, prize, keys],
  )
  const problem = found?.checks.find(({ state }) => state === 'failed')
  return (
    <Card mt="lg">
      <Title order={2} size="h4" mb="sm">
        Was I in, and did I win?
      </Title>
      <Form act={look}>
        <TextInput
          label="Your code"
          description="The organiser sent it to you."
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={look.isPending} disabled={!parseCode(code.trim())}>
            Check my entry
          </Button>
        </Group>
        <div aria-live="polite">
          {found && look.data && (
            <>
              <Text fw={600}>{problem ? problem.detail : STANDINGS[found.standing ?? 'waiting']}</Text>
              {!problem && (
                <Text size="sm" c="dimmed">
                  Entry {formatCount(look.data.position)}: {printable(look.data.entry)} ({look.data.route}). Your
                  browser followed {look.data.proof.length} hashes from it to the hash of the pool below.
                </Text>
              )}
            </>
          )}
        </div>
      </Form>
    </Card>
  )
}

function Facts({ prize }: { prize: PrizeDraw }) {
  const lock = prize.lock as unknown as PrizeLock
  const result = prize.result as unknown as PrizeResult | null
  const { pool } = lock
  const rows: [string, ReactNode][] = [
    ['Organiser', printable(lock.organiser)],
    [
      'Entries',
      `${formatCount(pool.size)}: ${formatCount(pool.size - pool.free)} paid, ${formatCount(pool.free)} free, with the same chance`,
    ],
    ['Closed', formatMoment(lock.closed_at)],
    ['Locked', formatMoment(lock.issued_at)],
    [
      'Time stamp',
      prize.stamped_at ? formatMoment(prize.stamped_at) : 'None: only this service says when it was locked',
    ],
    ['Prizes', `${formatCount(lock.winners)}, with ${formatCount(lock.reserves)} reserves`],
    [
      'Decided by',
      `Round ${lock.drand.round} of drand, public on ${formatMoment(prize.public_at)}${lock.nist ? `, with the pulse of NIST of ${formatMoment(lock.nist.at)}` : ''}`,
    ],
    ['Hash of the pool', <code key="root">{pool.root}</code>],
    ...(result
      ? [
          ['Reserves', result.reserves.map((one) => `No. ${formatCount(one)}`).join(', ') || 'None'] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    ['Other draws', othersWords(prize, lock)],
  ]
  return (
    <Card mt="lg">
      <Table layout="fixed">
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w="30%">
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Rules lines={lock.rules} />
      {result && <Exclusions result={result} publicAt={prize.public_at} />}
    </Card>
  )
}

function Rules({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <Title order={2} size="h4" mt="md">
        Rules
      </Title>
      {lines.map((line) => (
        <Text key={line} size="sm" mt="xs">
          {printable(line)}
        </Text>
      ))}
    </>
  )
}

function Exclusions({ result: { exclusions }, publicAt }: { result: PrizeResult; publicAt: string }) {
  if (exclusions.length === 0) return null
  return (
    <>
      <Title order={2} size="h4" mt="md">
        Excluded entries
      </Title>
      <List size="sm">
        {exclusions.map(({ position, at, reason }) => (
          <List.Item key={position}>
            No. {formatCount(position)}: {printable(reason)} ({formatMoment(at)}
            {Date.parse(at) >= Date.parse(publicAt) && ', when the result could be known'})
          </List.Item>
        ))}
      </List>
    </>
  )
}

function othersWords({ draws_locked, replaced_by }: PrizeDraw, { number, replaces }: PrizeLock): string {
  const lines = [
    `Number ${formatCount(number)} of ${formatCount(draws_locked)} that the organiser’s account locked.`,
    ...(replaces ? [`It replaces ${replaces.id}: ${printable(replaces.reason)}`] : []),
    ...(replaced_by ? [`It was replaced by ${replaced_by}.`] : []),
  ]
  return lines.join(' ')
}

function Checks({ checks }: { checks: readonly PrizeCheck[] }) {
  return (
    <Card mt="lg">
      <Title order={2} size="h4" mb="sm">
        What your browser checked
      </Title>
      {checks.map(({ name, state, detail }) => (
        <Group key={name + detail} gap={0} wrap="nowrap" align="flex-start" mb={4}>
          <Text size="sm" style={{ flex: '0 0 1.5em' }}>
            {MARKS[state]}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {name === 'key' && state === 'passed' ? KEY_WORDS : withMoments(printable(detail))}
          </Text>
        </Group>
      ))}
    </Card>
  )
}

function Owner({ prize, isPublic }: { prize: PrizeDraw; isPublic: boolean }) {
  const account = useAccount()
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['prizes', 'mine', prize.id],
    queryFn: ({ signal }) => client.prizes.list({ limit: 100, signal }),
    enabled: Boolean(account),
  })
  return data?.some(({ id }) => id === prize.id) ? <PrizeOwner prize={prize} isPublic={isPublic} /> : null
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
