// A published result: anyone can open it, and their browser checks it.
import { printable } from '@equipoise/engine/verify'
import { NotFoundError, type PublishedDraw } from '@equipoise/sdk'
import { Anchor, Box, Button, Container, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ORIGIN, useAnonymousClient, useBrandName } from '../api.ts'
import { embedCode } from '../draws/embed-code.ts'
import { formatCount, formatDay, formatMoment } from '../format.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { PageTitle, useTabTitle } from '../shell/page-title.tsx'
import { saveText } from '../shell/save-file.ts'
import { Section } from '../shell/section.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { ChainChecks } from '../verify/chain-checks.tsx'

const LISTED_MAX = 2_000

export function ResultPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = usePublished(id)
  return (
    <Container>
      <Box maw={960}>
        <PageTitle title={titleOf(data)}>
          {data && `${publishedWords(data)}. Your browser computes the result again; you need no account.`}
        </PageTitle>
        <Trouble error={error} retry={() => refetch()} />
        {error instanceof NotFoundError && (
          <Text mt="md">
            Ask the person who published the result for the full link, or{' '}
            <Anchor component={Link} to="/app/verify-receipt" underline="always">
              verify a receipt
            </Anchor>{' '}
            that you have.
          </Text>
        )}
        {!data && !error && <Skeleton h={240} radius="lg" />}
        {data && <Checked result={data} />}
      </Box>
    </Container>
  )
}

function Checked({ result }: { result: PublishedDraw }) {
  const receipts = [...result.receipts, ...result.commitment_receipts]
  return (
    <>
      <ChainChecks
        receipts={receipts}
        entries={result.entries ?? undefined}
        picture={{
          title: result.title ? `Title by the organiser: ${titleOf(result)}` : titleOf(result),
          address: `${ORIGIN.replace(/^https?:\/\//, '')}/app/results/${result.id}`,
          others: othersOf(result),
        }}
      />
      <Others result={result} />
      {result.entries && <Entries entries={result.entries} />}
      <Group mt="lg" justify="space-between" align="flex-start">
        <Text component="div" size="sm" c="dimmed" style={{ flex: '1 1 280px' }}>
          To check it without this page, download the result and run{' '}
          <code>equipoise verify result.json --keys keys.json</code> or <code>python3 verify.py</code> with the same
          options. Use keys that you saved before the draw.
          <Programs />
        </Text>
        <Group gap="sm">
          <CopyButton value={embedCode(result)} label="Copy the code for your own site" wide />
          <Button
            variant="default"
            onClick={() => saveText(`result-${result.id}.json`, JSON.stringify(result, null, 2), 'application/json')}
          >
            Download the result
          </Button>
        </Group>
      </Group>
    </>
  )
}

/** What checks receipts offline, with the SHA-256 of each file, to compare with that of another deployment. */
function Programs() {
  const queryFn = async ({ signal }: { signal: AbortSignal }) => (await fetch('/SHA256SUMS', { signal })).text()
  const { data = '' } = useQuery({ queryKey: ['programs'], queryFn })
  const programs = [...data.matchAll(/^(\w{64}) {2}(\w+\.py)$/gm)].map(([, sum, name]) => (
    <span key={name} style={{ display: 'block', overflowWrap: 'anywhere' }}>
      <Anchor href={`/${name}`} download>
        {name}
      </Anchor>{' '}
      <code>{sum}</code>
    </span>
  ))
  return (
    <details>
      <summary>The programs and their checksums</summary>
      {programs}
    </details>
  )
}

/** Somebody who makes many commitments can publish the one they like best, so readers are told how many there were. */
function Others({ result }: { result: PublishedDraw }) {
  const sentence = othersOf(result)
  return sentence === undefined ? null : (
    <Text size="sm" mt="sm">
      {sentence}
    </Text>
  )
}

/** Undefined if no receipt is of a commitment. */
export function othersOf({ receipts, commitments_made }: Pick<PublishedDraw, 'receipts' | 'commitments_made'>) {
  const isCommitted = receipts.some(
    ({ subject, settings }) => subject === 'commitment' || subject === 'reveal' || settings.commitment,
  )
  return isCommitted ? othersSentence(commitments_made) : undefined
}

export function othersSentence(made: PublishedDraw['commitments_made']): string {
  if (!made)
    return 'The account that published this result does not have every commitment in it: others may have been made.'
  const period = `From ${formatDay(made.from)} until this was published, the organiser’s account`
  if (made.made === 1) return `${period} made no other commitment.`
  return `${period} made ${formatCount(made.made)} commitments and deleted ${formatCount(made.deleted)} of them. One of several could have been chosen.`
}

function Entries({ entries }: { entries: readonly string[] }) {
  const more = entries.length - LISTED_MAX
  return (
    <Section
      title={
        <>
          Drawn from {formatCount(entries.length)} {entries.length === 1 ? 'entry' : 'entries'}
        </>
      }
      isSmall
      mt="lg"
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere', maxHeight: 240, overflowY: 'auto' }} tabIndex={0}>
        {printable(entries.slice(0, LISTED_MAX).join(', '))}
        {more > 0 && ` and ${formatCount(more)} more. The download has all of them.`}
      </Text>
    </Section>
  )
}

/** The result embedded in another website: what was drawn, whether it is valid, and a link to the full page. */
export function EmbeddedResult() {
  const { id = '' } = useParams()
  const name = useBrandName()
  const { data, error, refetch } = usePublished(id)
  const title = titleOf(data)
  useTabTitle(title)
  return (
    <Box component="main" p="md" maw={640}>
      <Title order={1} size="h3" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      <Trouble error={error} retry={() => refetch()} />
      {data && (
        <>
          <ChainChecks
            receipts={[...data.receipts, ...data.commitment_receipts]}
            entries={data.entries ?? undefined}
            isBrief
          />
          <Others result={data} />
          <Text size="sm" c="dimmed" mt="sm">
            {publishedWords(data)} with {name}.{' '}
            <Anchor href={`/app/results/${id}`} target="_blank" rel="noreferrer" underline="always">
              Check it yourself
            </Anchor>
          </Text>
        </>
      )}
    </Box>
  )
}

function titleOf(result: PublishedDraw | undefined): string {
  return printable(result?.title || 'Result of a draw')
}

/** The title is the organiser's, so nobody should take it for the service's words. */
export function publishedWords({ title, created_at }: Pick<PublishedDraw, 'title' | 'created_at'>): string {
  return `${title ? 'Title by the organiser. ' : ''}Published on ${formatMoment(created_at)}`
}

function usePublished(id: string) {
  const client = useAnonymousClient()
  return useQuery({ queryKey: ['published', id], queryFn: ({ signal }) => client.published.get(id, { signal }) })
}
