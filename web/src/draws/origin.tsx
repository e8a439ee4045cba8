// The source of a draw's randomness: a seed, a commitment, or an announced round of a public beacon.
import { drandRoundAt, drandRoundMs } from '@equipoise/engine'
import type { Commitment, Draw, DrawRequest, Equipoise, ListedCommitment } from '@equipoise/sdk'
import { Anchor, Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useClient } from '../api.ts'
import { nowMs } from '../clock.ts'
import { formatMoment } from '../format.ts'
import { Choice } from '../shell/choice.tsx'
import { CopyButton } from '../shell/copy-button.tsx'
import { saveText } from '../shell/save-file.ts'
import { Section } from '../shell/section.tsx'
import { messageFor } from '../shell/words.ts'

/** The fields of the form: `from` is empty, the word round, or the id of a commitment. */
interface Origin {
  readonly from: string
  readonly clientSeed: string
  readonly name: string
  /** When the announced round shall be public, in the format of the browser's date field. */
  readonly at: string
  /** A beacon round that the person pasted. */
  readonly pasted: string
}

type Outcome = { readonly drawn: Draw } | { readonly announced: Commitment }

export const ROUND = 'round'
const HOUR_MS = 3_600_000
const NOTICE_MS = 10_000
const TIMER_MAX_MS = 60_000
const SIGNATURE = /[0-9a-f]{96}/i
const LOOKED_AT_MAX = 5

/** `from` is undefined until somebody chooses. */
export function newOrigin(): Omit<Origin, 'from'> & { readonly from: string | undefined } {
  const next = new Date(Math.ceil((nowMs() + HOUR_MS / 2) / HOUR_MS) * HOUR_MS)
  const local = new Date(next.getTime() - next.getTimezoneOffset() * 60_000)
  return { from: undefined, clientSeed: '', name: '', at: local.toISOString().slice(0, 16), pasted: '' }
}

/** Draws, or announces what a future round will draw. */
export async function drawFrom(client: Equipoise, wish: DrawRequest, origin: Origin): Promise<Outcome> {
  const { from, clientSeed, name, at, pasted } = origin
  const kept = { ...wish, keep: true }
  if (from === '') return { drawn: await client.draw(kept) }
  if (from === ROUND) {
    const round = drandRoundAt(Date.parse(at))
    if (!(drandRoundMs(round) > nowMs() + NOTICE_MS)) throw new Error('Choose a moment in the future.')
    const seed_from = { beacon: 'drand', round } as const
    return { announced: await client.commitments.create({ name: name.trim(), seed_from, draw: wish }) }
  }
  const { draws, seed_from } = await client.commitments.get(from)
  if (!seed_from)
    return { drawn: await client.draw({ ...kept, commitment: from, client_seed: clientSeed, nonce: draws }) }
  const signature = SIGNATURE.exec(pasted)?.[0].toLowerCase()
  const round = { beacon: 'drand', round: seed_from.round, ...(signature ? { signature } : {}) } as const
  return { drawn: await client.draw({ ...kept, commitment: from, seed_from: round }) }
}

/** Announced, and not drawn yet. */
const isWaiting = ({ seed_from, draws }: ListedCommitment): boolean => seed_from !== null && draws === 0

/** The newest announcement of such a draw that was not drawn yet, so that it is not announced twice. Null if there is none. */
export function useWaiting(kind: DrawRequest['kind']) {
  const client = useClient()
  return useQuery({
    queryKey: ['commitments', 'waiting', kind],
    queryFn: async ({ signal }) => {
      const announced = (await client.commitments.list({ signal })).filter(isWaiting)
      for (const { id } of announced.slice(0, LOOKED_AT_MAX)) {
        const one = await client.commitments.get(id, { signal })
        const { draw } = one.receipt.settings as { draw?: { kind?: string } }
        if (draw?.kind === kind) return one
      }
      return null
    },
  })
}

/** The chosen announcement, and whether its round is public. */
export function useAnnounced({ from }: Origin) {
  const client = useClient()
  const { data = [] } = useQuery({
    queryKey: ['commitments', 'newest'],
    queryFn: ({ signal }) => client.commitments.list({ signal }),
  })
  const open = data.filter((one) => (one.seed_from ? isWaiting(one) : one.revealed_at === null))
  const round = open.find(({ id }) => id === from)?.seed_from ?? undefined
  const isPublic = useIsPast(round ? drandRoundMs(round.round) : 0)
  return { open, round, isPublic }
}

function useIsPast(timeMs: number): boolean {
  const [tickMs, setTickMs] = useState(() => nowMs())
  useEffect(() => {
    const leftMs = timeMs - nowMs()
    if (tickMs >= timeMs) return
    if (leftMs <= 0) return setTickMs(nowMs())
    const timer = setTimeout(() => setTickMs(nowMs()), Math.min(leftMs + 1_000, TIMER_MAX_MS))
    return () => clearTimeout(timer)
  }, [timeMs, tickMs])
  return tickMs >= timeMs
}

interface OriginFieldsProps {
  readonly origin: Origin
  readonly change: (origin: Origin) => void
  readonly error: unknown
  readonly announced: ReturnType<typeof useAnnounced>
}

export function OriginFields({ origin, change, error, announced: { open, round, isPublic } }: OriginFieldsProps) {
  const set = (part: Partial<Origin>) => change({ ...origin, ...part })
  return (
    <>
      <Choice
        label="Source of randomness"
        description={describe(origin.from, round !== undefined)}
        data={[
          { value: ROUND, label: 'A public beacon round: announce it now, draw later' },
          { value: '', label: 'A random seed, now' },
          ...open.map((one) => ({ value: one.id, label: labelOf(one) })),
        ]}
        value={origin.from}
        onChange={(from) => set({ from })}
      />
      {origin.from === ROUND && <RoundFields origin={origin} set={set} />}
      {round && <AnnouncedFields origin={origin} set={set} round={round} isPublic={isPublic} />}
      {origin.from !== '' && origin.from !== ROUND && !round && (
        <TextInput
          label="Client seed"
          description="A text that the people who take part choose, such as tonight’s lottery numbers."
          value={origin.clientSeed}
          error={messageFor(error, 'client_seed')}
          onChange={(event) => set({ clientSeed: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function describe(from: string, isAnnounced: boolean): string {
  if (from === '') return 'Instant, but nobody can tell whether you drew more than once.'
  if (from === ROUND)
    return 'For draws that others must believe. Nobody controls the round: about twenty organisations jointly publish one every three seconds.'
  if (isAnnounced)
    return 'The draw was announced before. Send exactly what you announced: the same list in the same order.'
  return 'The seed was fixed before. Others can check that nothing was left out.'
}

function labelOf({ id, name, seed_from }: ListedCommitment): string {
  return `${seed_from ? 'Announced' : 'Commitment'}: ${name || id.slice(0, 8)}`
}

interface PartProps {
  readonly origin: Origin
  readonly set: (part: Partial<Origin>) => void
}

function RoundFields({ origin, set }: PartProps) {
  return (
    <Group align="flex-start">
      <TextInput
        type="datetime-local"
        label="Draw at"
        description="Your local time"
        value={origin.at}
        onChange={(event) => set({ at: event.currentTarget.value })}
        style={{ flex: '1 1 200px' }}
      />
      <TextInput
        label="Name"
        description="Public, with the announcement"
        placeholder="Spring raffle"
        maxLength={100}
        value={origin.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        style={{ flex: '1 1 200px' }}
      />
    </Group>
  )
}

type Round = NonNullable<ListedCommitment['seed_from']>

function AnnouncedFields({ origin, set, round, isPublic }: PartProps & { round: Round; isPublic: boolean }) {
  if (!isPublic) {
    return (
      <Text size="sm">
        Round {round.round} becomes public on {formatMoment(round.public_at)}. Come back and draw then.
      </Text>
    )
  }
  const address = `https://api.drand.sh/${round.chain}/public/${round.round}`
  return (
    <TextInput
      label="The round (optional)"
      description={
        <>
          Leave it empty first. If the service cannot fetch the round, open{' '}
          <Anchor href={address} target="_blank" rel="noreferrer" size="xs">
            round {round.round} at drand
          </Anchor>{' '}
          and paste all of its text here. It is checked before it is used.
        </>
      }
      value={origin.pasted}
      error={
        origin.pasted !== '' && !SIGNATURE.test(origin.pasted) ? 'This text has no signature of a round.' : undefined
      }
      onChange={(event) => set({ pasted: event.currentTarget.value })}
    />
  )
}

/** Shows a new announcement and what to do with it. */
export function Announced({ commitment }: { commitment: Commitment }) {
  const { id, sha256, seed_from, receipt } = commitment
  return (
    <Section title="Announced" isSmall aria-live="polite">
      <Text size="sm">
        {seed_from && `Round ${seed_from.round} becomes public on ${formatMoment(seed_from.public_at)}. `}
        Publish the fingerprint or the announcement before then. Keep what you entered: the draw needs exactly the same.
        Once the round is public, come back, choose the announcement and draw.
      </Text>
      <Group wrap="nowrap" gap="xs" mt="xs">
        <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {sha256}
        </Text>
        <CopyButton value={sha256} label="Copy the fingerprint" />
      </Group>
      <Button
        mt="sm"
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => saveText(`announcement-${id}.json`, JSON.stringify(receipt, null, 2), 'application/json')}
      >
        Download the announcement
      </Button>
    </Section>
  )
}
